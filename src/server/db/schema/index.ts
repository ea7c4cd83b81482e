export { cancellationRequests, featureSuggestions } from './requests.ts'
export { rateLimits, sessions } from './sessions.ts'
export { type SummaryRow, summaries } from './summaries.ts'
export { type UserRow, users } from './users.ts'

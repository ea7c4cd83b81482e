export { billingEvents, planChanges } from './billing.ts'
export { type EmailLinkRow, emailLinks } from './email-links.ts'
export { modelUsage } from './model-usage.ts'
export { cancellationRequests, featureSuggestions } from './requests.ts'
export { rateLimits, type SessionRow, sessions } from './sessions.ts'
export { summaryShares } from './shares.ts'
export {
  checkpoints,
  type DeletedSummaryRow,
  deletedSummaries,
  SOURCE_KEY,
  type SummaryRow,
  summaries,
  summaryColumns,
  wordsOf,
} from './summaries.ts'
export { type UploadRow, uploads } from './uploads.ts'
export { type UserRow, users } from './users.ts'

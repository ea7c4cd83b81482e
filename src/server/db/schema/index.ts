export { billingEvents, cancellationRequests, featureSuggestions, planChanges } from './billing.ts'
export { modelUsage } from './model-usage.ts'
export { summaryShares } from './shares.ts'
export {
  checkpoints,
  type DeletedSummaryRow,
  deletedSummaries,
  SOURCE_KEY,
  type SummaryInput,
  type SummaryRow,
  summaries,
  summaryColumns,
  wordsOf,
} from './summaries.ts'
export { type UploadRow, uploads } from './uploads.ts'
export {
  type ApiTokenRow,
  apiTokens,
  type EmailLinkRow,
  emailLinks,
  type InvitationRow,
  invitations,
  rateLimits,
  type SessionRow,
  sessions,
  type UserRow,
  users,
} from './users.ts'

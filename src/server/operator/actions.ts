/** Everything that operators can do by command. */
export { backUp, type RestoreResult, restore } from './backups.ts'
export {
  type AnsweredCancellation,
  type CancellationList,
  listCancellations,
  processCancellation,
  rejectCancellation,
} from './cancellations.ts'
export {
  type CreatedInvitation,
  createInvitation,
  type InvitationList,
  listInvitations,
  revokeInvitation,
} from './invitations.ts'
export {
  type JobList,
  type JobState,
  listJobs,
  type RetriedJobs,
  retryJobs,
  showJob,
  type UnfinishedJob,
} from './jobs.ts'
export { checkStripe } from './stripe.ts'
export { listSuggestions, type SuggestionList } from './suggestions.ts'
export {
  createPasswordLink,
  type PasswordLink,
  type SetPlanResult,
  type ShownUser,
  type SignOutResult,
  setPlan,
  showUser,
  signOut,
} from './users.ts'

/** Retention periods of personal data. The privacy policy reads them from here. */
export const retention = {
  /** A browser that does not come back for this long is signed out. */
  sessionIdleDays: 14,
  /** A browser is signed out after this long, whatever it does. */
  sessionDays: 30,
  /** A browser stays known to the account that last signed in with it for this long, or until the password changes. */
  knownBrowserDays: 365,
  resetLinkMinutes: 60,
  emailLinkHours: 24,
  /** How long a sign-in counts as proof of who someone is, where there is no password to ask for. */
  recentSignInMinutes: 10,
  /** A sign-in with Google that was begun, in a cookie of the browser that began it. */
  signInAttemptMinutes: 10,
  /** Uploaded files that were never summarized; the others are deleted once they are read. */
  unusedUploadHours: 24,
  /** Text that was read for a summary that is still being made, or has failed. */
  checkpointHours: 24,
  /** A deleted summary, hidden but restorable. */
  deletedSummaryMinutes: 15,
  /** Job data of an email, after it was sent or failed permanently. */
  sentMailHours: 1,
  /** Record of an event from the payment provider and its customer. */
  paymentEventDays: 30,
} as const

/** How long the undo button of a deletion is shown. The server accepts it a little longer. */
export const UNDO_DELETE_MS = 10_000

const MINUTE_MS = 60_000

/** Minutes, hours or days in milliseconds. */
export const minutes = (count: number): number => count * MINUTE_MS
export const hours = (count: number): number => minutes(60 * count)
export const days = (count: number): number => hours(24 * count)

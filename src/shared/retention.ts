/** How long what is kept about people is kept. The privacy policy reads these, so it cannot promise anything else. */
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
  /** Uploaded files that nobody had summarized; the others go once they are read. */
  unusedUploadHours: 24,
  /** Text that was read for a summary that is still being made, or has failed. */
  keptWorkHours: 24,
  /** A summary that was deleted: nobody finds it any more, but for a moment the deletion can be taken back. */
  deletedSummaryMinutes: 15,
  /** What was needed to send a mail, after it was sent or given up. */
  sentMailHours: 1,
  /** That the payment provider has told of something, about which of its customers. */
  paymentEventDays: 30,
} as const

/** How long people are offered to take the deletion of a summary back. The server takes it a little longer. */
export const UNDO_DELETE_MS = 10_000

const MINUTE_MS = 60_000

/** Minutes, hours or days in milliseconds. */
export const minutes = (count: number): number => count * MINUTE_MS
export const hours = (count: number): number => minutes(60 * count)
export const days = (count: number): number => hours(24 * count)

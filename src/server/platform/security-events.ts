import type { FastifyBaseLogger } from 'fastify'

/** What happens to accounts and is worth an operator's attention. */
export type SecurityEvent =
  | 'account_created'
  | 'account_deleted'
  | 'data_exported'
  | 'email_change_asked'
  | 'email_changed'
  | 'email_verified'
  | 'google_connected'
  | 'password_changed'
  | 'password_reset'
  | 'password_reset_asked'
  | 'session_ended'
  | 'sessions_ended'
  | 'sign_in'
  | 'sign_in_refused'
  | 'sign_out'
  | 'too_many_attempts'

/**
 * Writes an event to the log, under the name `event`.
 *
 * @param userId whose account it is about; nothing else about a person is ever written. Null where nobody is known by
 *   what was sent
 * @param more what else tells events apart: how someone signed in, which limit was passed
 */
export function logSecurityEvent(
  log: FastifyBaseLogger,
  event: SecurityEvent,
  userId: string | null,
  more: Readonly<Record<string, string | number>> = {},
): void {
  log.info({ ...more, event, userId }, 'security event')
}

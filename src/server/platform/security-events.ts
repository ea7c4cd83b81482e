import type { FastifyBaseLogger } from 'fastify'

type SecurityEvent =
  | 'account_created'
  | 'account_deleted'
  | 'data_exported'
  | 'email_change_asked'
  | 'email_changed'
  | 'email_verified'
  | 'google_connected'
  | 'oidc_connected'
  | 'password_changed'
  | 'password_reset'
  | 'password_reset_asked'
  | 'session_ended'
  | 'sessions_ended'
  | 'sign_in'
  | 'sign_in_refused'
  | 'sign_out'
  | 'token_created'
  | 'token_revoked'
  | 'too_many_attempts'

/** Logs a security event of an account, of which nothing else is logged; null if no account matches the request. */
export function logSecurityEvent(
  log: FastifyBaseLogger,
  event: SecurityEvent,
  userId: string | null,
  more: Readonly<Record<string, string | number>> = {},
): void {
  log.info({ ...more, event, userId }, 'security event')
}

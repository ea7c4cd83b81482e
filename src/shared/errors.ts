/**
 * All error codes. Control flow reads codes; messages are for users. One code has one meaning. The mapping to HTTP is an
 * exhaustive table in the server's platform.
 */
export const errorCodes = [
  'invalid_input',
  'unauthorized',
  'invalid_credentials',
  'cross_site_request',
  'misdirected_request',
  'upgrade_required',
  'quota_exhausted',
  'not_found',
  'email_taken',
  'wrong_password',
  'sign_in_again',
  'link_invalid',
  'mail_unavailable',
  'file_exists',
  'accounts_exist',
  'database_in_use',
  'job_not_failed',
  'email_confirmed',
  'email_unchanged',
  'account_changed',
  'nothing_to_cancel',
  'cancellation_pending',
  'cancellation_answered',
  'customer_unknown',
  'plan_paid',
  'price_changed',
  'subscription_locked',
  'checkout_in_progress',
  'idempotency_key_reused',
  'summary_not_ready',
  'summary_not_failed',
  'summary_ended',
  'summary_charged',
  'source_not_kept',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal',
  'unavailable',
  'storage_full',
  'cancelled',
  'timed_out',
  'url_invalid',
  'url_not_allowed',
  'source_unreachable',
  'source_not_found',
  'source_forbidden',
  'source_timed_out',
  'source_too_large',
  'source_type_unsupported',
  'source_needs_login',
  'source_needs_consent',
  'source_needs_script',
  'source_not_an_article',
  'source_empty',
  'source_no_text_layer',
  'source_damaged',
  'source_encrypted',
  'source_protected',
  'source_too_complex',
  'source_too_short',
  'source_too_long',
  'video_blocked',
  'video_no_captions',
  'video_private',
  'video_age_restricted',
  'video_members_only',
  'video_live',
  'video_unavailable',
  'video_needs_consent',
  'model_unavailable',
  'model_refused',
  'daily_tokens_used',
  'budget_exhausted',
  'language_unavailable',
  'upload_expired',
  'upload_incomplete',
  'upload_exists',
  'upload_changed',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** The part of a request that caused an error. */
type Fault = 'request' | 'plan' | 'source' | 'upload' | 'model' | 'server'

const faults: Record<ErrorCode, Fault> = {
  invalid_input: 'request',
  unauthorized: 'request',
  invalid_credentials: 'request',
  cross_site_request: 'request',
  misdirected_request: 'request',
  upgrade_required: 'plan',
  quota_exhausted: 'plan',
  not_found: 'request',
  email_taken: 'request',
  wrong_password: 'request',
  sign_in_again: 'request',
  link_invalid: 'request',
  mail_unavailable: 'server',
  file_exists: 'request',
  accounts_exist: 'request',
  database_in_use: 'request',
  job_not_failed: 'request',
  email_confirmed: 'request',
  email_unchanged: 'request',
  account_changed: 'request',
  nothing_to_cancel: 'request',
  cancellation_pending: 'request',
  cancellation_answered: 'request',
  customer_unknown: 'request',
  plan_paid: 'request',
  price_changed: 'request',
  subscription_locked: 'request',
  checkout_in_progress: 'request',
  idempotency_key_reused: 'request',
  summary_not_ready: 'request',
  summary_not_failed: 'request',
  summary_ended: 'request',
  summary_charged: 'request',
  source_not_kept: 'request',
  payload_too_large: 'request',
  unsupported_media_type: 'request',
  rate_limited: 'request',
  internal: 'server',
  unavailable: 'server',
  storage_full: 'server',
  cancelled: 'request',
  timed_out: 'server',
  url_invalid: 'source',
  url_not_allowed: 'source',
  source_unreachable: 'source',
  source_not_found: 'source',
  source_forbidden: 'source',
  source_timed_out: 'source',
  source_too_large: 'source',
  source_type_unsupported: 'source',
  source_needs_login: 'source',
  source_needs_consent: 'source',
  source_needs_script: 'source',
  source_not_an_article: 'source',
  source_empty: 'source',
  source_no_text_layer: 'source',
  source_damaged: 'source',
  source_encrypted: 'source',
  source_protected: 'source',
  source_too_complex: 'source',
  source_too_short: 'source',
  source_too_long: 'source',
  video_blocked: 'source',
  video_no_captions: 'source',
  video_private: 'source',
  video_age_restricted: 'source',
  video_members_only: 'source',
  video_live: 'source',
  video_unavailable: 'source',
  video_needs_consent: 'source',
  model_unavailable: 'model',
  model_refused: 'model',
  daily_tokens_used: 'request',
  budget_exhausted: 'server',
  language_unavailable: 'model',
  upload_expired: 'upload',
  upload_incomplete: 'upload',
  upload_exists: 'upload',
  upload_changed: 'upload',
}

/** The part of a request that caused an error with this code. */
export const faultOf = (code: ErrorCode): Fault => faults[code]

/** One rejected field of an input: `path` with dots ("email", "blocks.3.text"), `message` for the user. */
export interface FieldError {
  path: string
  message: string
}

interface AppErrorOptions {
  cause?: unknown
  /** The rejected fields, for `invalid_input`. */
  fields?: readonly FieldError[]
  /** Seconds until a repeat makes sense, for `rate_limited` and `unavailable`. */
  retryAfterSeconds?: number
}

/**
 * The error that the product throws for expected failures.
 *
 * @param code what happened, for control flow
 * @param message what happened and what can be done about it, for the person who reads it
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: readonly FieldError[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

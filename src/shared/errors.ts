/** All error codes by the part of a request at fault. Control flow reads codes; messages are for users. */
const codesByFault = {
  request: [
    'invalid_input',
    'unauthorized',
    'scope_missing',
    'invalid_credentials',
    'cross_site_request',
    'misdirected_request',
    'not_found',
    'email_taken',
    'invitation_required',
    'invitation_invalid',
    'invitation_for_another',
    'wrong_password',
    'sign_in_again',
    'link_invalid',
    'file_exists',
    'accounts_exist',
    'database_in_use',
    'job_not_failed',
    'email_confirmed',
    'email_unchanged',
    'account_changed',
    'too_many_tokens',
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
    'not_included',
    'unsupported_media_type',
    'rate_limited',
    'cancelled',
    'daily_tokens_used',
    'daily_minutes_used',
  ],
  plan: ['upgrade_required', 'quota_exhausted'],
  server: ['mail_unavailable', 'internal', 'unavailable', 'storage_full', 'timed_out', 'budget_exhausted'],
  source: [
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
    'recording_no_speech',
    'recording_language',
    'recording_too_long',
    'transcription_unavailable',
    'video_blocked',
    'video_no_captions',
    'video_private',
    'video_age_restricted',
    'video_members_only',
    'video_live',
    'video_unavailable',
    'video_needs_consent',
  ],
  model: ['model_unavailable', 'model_refused', 'language_unavailable'],
  upload: ['upload_expired', 'upload_incomplete', 'upload_exists', 'upload_changed'],
} as const

type Fault = keyof typeof codesByFault
const faults = ['request', 'plan', 'server', 'source', 'model', 'upload'] as const satisfies readonly Fault[]

export const errorCodes = Object.values(codesByFault).flat()
export type ErrorCode = (typeof errorCodes)[number]
export type SourceErrorCode = (typeof codesByFault.source)[number]

export const faultOf = (code: ErrorCode): Fault =>
  faults.find((fault) => codesByFault[fault].some((known) => known === code)) ?? 'server'

/** Whether a source can't be read, or must not be. */
export const isSourceError = (code: ErrorCode): code is SourceErrorCode => faultOf(code) === 'source'

/** One rejected field of an input: `path` with dots ("email", "blocks.3.text"), `message` for the user. */
export interface FieldError {
  path: string
  message: string
}

/** The code of an error of Node or of a database, such as ENOENT; empty without one. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** An expected failure. Its message says what happened and what the user can do about it. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** The rejected fields, for `invalid_input`. */
  readonly fields: readonly FieldError[] | undefined
  /** Seconds until a repeat makes sense, for `rate_limited` and `unavailable`. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; fields?: readonly FieldError[]; retryAfterSeconds?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

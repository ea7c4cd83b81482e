/**
 * Every error code that the product can answer with. Control flow reads codes; messages are prose for people.
 * The mapping to HTTP lives in the server's platform room, in one exhaustive table.
 */
export const errorCodes = [
  'invalid_input',
  'unauthorized',
  'invalid_credentials',
  'cross_site_request',
  'misdirected_request',
  'upgrade_required',
  'not_found',
  'email_taken',
  'wrong_password',
  'sign_in_again',
  'link_invalid',
  'mail_unavailable',
  'conflict',
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
  'language_unavailable',
  'upload_expired',
  'upload_incomplete',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** One rejected field of an input: `path` in dots ("email", "blocks.3.text"), `message` for the person. */
export interface FieldError {
  path: string
  message: string
}

export interface AppErrorOptions {
  cause?: unknown
  /** The rejected fields, for `invalid_input`. */
  fields?: readonly FieldError[]
  /** Seconds until a repeat makes sense, for `rate_limited` and `unavailable`. */
  retryAfterSeconds?: number
}

/**
 * The one error the product throws on purpose.
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

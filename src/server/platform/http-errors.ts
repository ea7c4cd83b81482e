import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorBody } from '../../shared/api/contract.ts'
import { AppError, type ErrorCode, isSourceError, type SourceErrorCode } from '../../shared/errors.ts'
import { truncate } from '../../shared/format.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was refused; null where it was not. */
    refusedAs: ErrorCode | null
  }
}

/** HTTP status of each error code. A source that can't be read is always 422. */
const statuses: Record<Exclude<ErrorCode, SourceErrorCode>, number> = {
  invalid_input: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  cross_site_request: 403,
  misdirected_request: 421,
  upgrade_required: 403,
  quota_exhausted: 409,
  not_found: 404,
  email_taken: 409,
  wrong_password: 403,
  sign_in_again: 403,
  link_invalid: 400,
  mail_unavailable: 503,
  file_exists: 409,
  accounts_exist: 409,
  database_in_use: 409,
  job_not_failed: 409,
  email_confirmed: 409,
  email_unchanged: 409,
  account_changed: 409,
  nothing_to_cancel: 409,
  cancellation_pending: 409,
  cancellation_answered: 409,
  customer_unknown: 409,
  plan_paid: 409,
  price_changed: 409,
  subscription_locked: 409,
  checkout_in_progress: 409,
  idempotency_key_reused: 409,
  summary_not_ready: 409,
  summary_not_failed: 409,
  summary_ended: 409,
  summary_charged: 409,
  source_not_kept: 404,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
  cancelled: 409,
  timed_out: 504,
  model_unavailable: 503,
  model_refused: 422,
  daily_tokens_used: 429,
  budget_exhausted: 503,
  language_unavailable: 422,
  upload_expired: 410,
  upload_incomplete: 409,
  upload_exists: 409,
  upload_changed: 409,
}

export const httpStatusOf = (code: ErrorCode): number => (isSourceError(code) ? 422 : statuses[code])

/** Errors that the HTTP framework itself raises, by status. */
const frameworkCodes: Record<number, { code: ErrorCode; message: string }> = {
  400: { code: 'invalid_input', message: 'This request could not be read.' },
  404: { code: 'not_found', message: 'There is nothing here.' },
  413: { code: 'payload_too_large', message: 'This is more than can be sent at once.' },
  415: { code: 'unsupported_media_type', message: 'Send JSON: Content-Type: application/json.' },
  503: { code: 'unavailable', message: 'The service is shutting down. Please try again.' },
}

/** Where one status says too little: what the framework raised, by its own code. */
const frameworkMessages: Record<string, string> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body of this request is empty. Send JSON.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body of this request is not valid JSON.',
}

/** A refusal names what was sent, and what was sent may be long: nobody gets megabytes back. */
const MAX_FIELDS = 50
const MAX_FIELD_CHARACTERS = 300

function validationError(error: unknown): AppError | null {
  if (!hasZodFastifySchemaValidationErrors(error)) return null
  const isBodyOfOtherType = error.validation.some(
    ({ instancePath, keyword }) =>
      error.validationContext === 'body' && instancePath === '/' && keyword === 'invalid_type',
  )
  if (isBodyOfOtherType) return new AppError('invalid_input', 'The body of this request must be a JSON object.')
  const fields = error.validation.slice(0, MAX_FIELDS).map((issue) => ({
    path: truncate(issue.instancePath.replace(/^\//, '').replaceAll('/', '.'), MAX_FIELD_CHARACTERS),
    message: truncate(issue.message ?? 'is not valid', MAX_FIELD_CHARACTERS),
  }))
  return new AppError('invalid_input', fields[0]?.message ?? 'Please check what you entered.', { fields })
}

/** What the framework and its plugins raise. A refusal nobody listed is still the request's fault, not the server's. */
function frameworkError(error: unknown): AppError | null {
  if (!(error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number')) return null
  const { statusCode } = error
  const known = frameworkCodes[statusCode] ?? (statusCode >= 400 && statusCode < 500 ? frameworkCodes[400] : undefined)
  if (known === undefined) return null
  const message = 'code' in error ? frameworkMessages[String(error.code)] : undefined
  return new AppError(known.code, message ?? known.message, { cause: error })
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isStorageFull(error)) return storageFull(error)
  const known = validationError(error) ?? frameworkError(error)
  return known ?? new AppError('internal', 'Something went wrong on our side. Please try again.', { cause: error })
}

function bodyOf(error: AppError, requestId: string): ErrorBody {
  return {
    message: error.message,
    code: error.code,
    ...(error.code === 'upgrade_required' ? { requiresUpgrade: true as const } : {}),
    ...(error.fields === undefined ? {} : { errors: [...error.fields] }),
    requestId,
  }
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error)
  const status = httpStatusOf(known.code)
  request.refusedAs = known.code
  if (status >= 500) request.log.error({ err: known.cause ?? known }, known.message)
  if (known.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(known.retryAfterSeconds))))
  return reply.code(status).type('application/json; charset=utf-8').send(bodyOf(known, request.id))
}

/** Where there is nothing to answer with. */
export const notFound = (): AppError => new AppError('not_found', 'There is nothing here.')

/** Requests whose address cannot be taken apart are led here: no route matches them, and no hook would run for them. */
const UNREADABLE_PATH = '/api/unreadable-address'

/** Makes every error of an app a JSON answer in the form of `ErrorBody`. */
export function registerErrorHandling(app: FastifyInstance): void {
  app.decorateRequest('refusedAs', null)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.route({
    method: app.supportedMethods,
    url: UNREADABLE_PATH,
    schema: { hide: true },
    onRequest: async () => {
      throw new AppError('invalid_input', 'This address could not be read.')
    },
    handler: async () => {
      throw notFound()
    },
  })
}

/**
 * Answers a request that the router refuses (an address that is not well encoded, a parameter that is too long) like
 * any other: logged, with a request id, security headers and the JSON of every error.
 */
export function answerUnreadable(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  request.raw.url = UNREADABLE_PATH
  app.routing(request.raw, reply.raw)
}

/**
 * What is said where there is no room: by PostgreSQL (`disk_full`,
 * https://www.postgresql.org/docs/current/errcodes-appendix.html), and by the system of this process, of the disk and of
 * the share of it that an account may use.
 */
const codes = new Set(['53100', 'ENOSPC', 'EDQUOT'])
/** Errors wrap each other; no further than this. */
const MAX_DEPTH = 5

/** Whether something could not be written because there is no room for it. */
function isStorageFull(error: unknown): boolean {
  let inner = error
  for (let depth = 0; depth < MAX_DEPTH && inner instanceof Error; depth += 1) {
    if ('code' in inner && typeof inner.code === 'string' && codes.has(inner.code)) return true
    inner = inner.cause
  }
  return false
}

/** What somebody is told whose request found no room. */
const storageFull = (cause: unknown): AppError =>
  new AppError(
    'storage_full',
    'There is no room left on the server to save this, so nothing was saved or counted. Please try again later; whoever runs this site has to make room.',
    { cause },
  )

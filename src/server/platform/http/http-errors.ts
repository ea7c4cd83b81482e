import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorBody } from '../../../shared/api/contract.ts'
import { AppError, codeOf, type ErrorCode, isSourceError, type SourceErrorCode } from '../../../shared/errors.ts'
import { truncate } from '../../../shared/text/format.ts'
import httpStatuses from './http-statuses.json' with { type: 'json' }

declare module 'fastify' {
  interface FastifyRequest {
    /** Error code of a rejected request; null for others. */
    errorCode: ErrorCode | null
  }
}

/** HTTP status of each error code; the compiler asks for a missing one. A source that can't be read is always 422. */
const statuses: Record<Exclude<ErrorCode, SourceErrorCode>, number> = httpStatuses

export const httpStatusOf = (code: ErrorCode): number => (isSourceError(code) ? 422 : statuses[code])

const frameworkCodes: Record<number, { code: ErrorCode; message: string }> = {
  400: { code: 'invalid_input', message: 'This request could not be read.' },
  404: { code: 'not_found', message: 'There is nothing here.' },
  413: { code: 'payload_too_large', message: 'This request is too large.' },
  415: { code: 'unsupported_media_type', message: 'Send JSON: Content-Type: application/json.' },
  503: { code: 'unavailable', message: 'The service is shutting down. Please try again.' },
}

/** Messages for error codes of the framework whose status says too little. */
const frameworkMessages: Record<string, string> = {
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body of this request is empty. Send JSON.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body of this request is not valid JSON.',
}

/** Limits of the field errors in a response, which repeat what was sent. */
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

/** Converts errors of the framework and its plugins. Unknown 4xx errors count as invalid requests. */
function frameworkError(error: unknown): AppError | null {
  if (!(error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number')) return null
  const { statusCode } = error
  const known = frameworkCodes[statusCode] ?? (statusCode >= 400 && statusCode < 500 ? frameworkCodes[400] : undefined)
  if (known === undefined) return null
  return new AppError(known.code, frameworkMessages[codeOf(error)] ?? known.message, { cause: error })
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasCode(error, diskFullCodes)) return storageFull(error)
  if (hasCode(error, parentDeletedCodes))
    return new AppError('not_found', 'This was deleted in the meantime.', { cause: error })
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
  request.errorCode = known.code
  if (status >= 500) request.log.error({ err: known.cause ?? known }, known.message)
  if (known.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(known.retryAfterSeconds))))
  return reply.code(status).type('application/json; charset=utf-8').send(bodyOf(known, request.id))
}

export const notFound = (): AppError => new AppError('not_found', 'There is nothing here.')

/** Requests with an unreadable URL are routed here, so that all hooks run for them. */
const UNREADABLE_PATH = '/api/unreadable-address'

/** Turns every error of an app into a JSON response in the form of `ErrorBody`. */
export function registerErrorHandling(app: FastifyInstance): void {
  app.decorateRequest('errorCode', null)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.route({
    method: app.supportedMethods,
    url: UNREADABLE_PATH,
    schema: { hide: true },
    onRequest: async () => {
      throw new AppError('invalid_input', 'We couldn’t read this URL. Check it and try again.')
    },
    handler: async () => {
      throw notFound()
    },
  })
}

/**
 * Answers a request that the router rejects (an invalid percent-encoding, a parameter that is too long) like any other:
 * logged, with a request id, security headers and a JSON body.
 */
export function answerUnreadable(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  request.raw.url = UNREADABLE_PATH
  app.routing(request.raw, reply.raw)
}

/**
 * Error codes of a full disk: of PostgreSQL (`disk_full`,
 * https://www.postgresql.org/docs/current/errcodes-appendix.html), and of the system for a disk and for a disk quota.
 */
const diskFullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])
const MAX_DEPTH = 5

/** PostgreSQL's `foreign_key_violation`: the row to which a new one belongs was deleted after the request had read it. */
const parentDeletedCodes = new Set(['23503'])

const hasCode = (error: unknown, codes: ReadonlySet<string>, depth = 0): boolean =>
  error instanceof Error && depth < MAX_DEPTH && (codes.has(codeOf(error)) || hasCode(error.cause, codes, depth + 1))

const storageFull = (cause: unknown): AppError =>
  new AppError(
    'storage_full',
    'The server is out of disk space, so nothing was saved or counted. Please try again later; the site’s operator has to free some.',
    { cause },
  )

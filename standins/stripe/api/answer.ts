import { createHash } from 'node:crypto'
import type { Engine } from '../engine/engine.ts'
import { invalid, StripeFailure } from '../engine/failure.ts'
import { newId } from '../engine/ids.ts'
import { API_VERSION } from '../wire/shapes.ts'
import { expandIn } from './expand.ts'
import type { Params } from './form.ts'
import { findRoute } from './routes.ts'

/** A request to the API, read. */
export interface Call {
  method: string
  path: string
  params: Params
  /** The secret key it came with; null: none. */
  key: string | null
  idempotencyKey: string | null
  version: string | null
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** An error as Stripe sends it (https://docs.stripe.com/api/errors). */
function bodyOf(failure: StripeFailure): string {
  const { code, param, declineCode } = failure.details
  return JSON.stringify({
    error: {
      ...(code === undefined
        ? {}
        : { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
      ...(declineCode === undefined ? {} : { decline_code: declineCode }),
      message: failure.message,
      ...(param === undefined ? {} : { param }),
      type: failure.type,
    },
  })
}

function headersOf(call: Call, requestId: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    'request-id': requestId,
    'stripe-version': call.version ?? API_VERSION,
    ...(call.idempotencyKey === null ? {} : { 'idempotency-key': call.idempotencyKey }),
  }
}

function failureAnswer(call: Call, failure: StripeFailure, requestId = newId('req')): Answer {
  return { status: failure.status, headers: headersOf(call, requestId), body: bodyOf(failure) }
}

/** All but the end of a key, as Stripe's own words show it. */
const hidden = (key: string): string => `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`

function checkKey({ key }: Call, secretKey: string): void {
  if (key === secretKey) return
  const message =
    key === null || key === ''
      ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
      : `Invalid API Key provided: ${hidden(key)}`
  throw new StripeFailure(401, 'invalid_request_error', message)
}

function checkVersion({ version }: Call): void {
  if (version === null || /^\d{4}-\d{2}-\d{2}(?:\.[a-z]+)?$/u.test(version)) return
  throw invalid(`Invalid Stripe API version: ${version}.`)
}

const MAX_KEY = 255

/** Only what creates or changes is told apart by keys (https://docs.stripe.com/api/idempotent_requests). */
export const keyOf = ({ method, idempotencyKey }: Call): string | null => (method === 'POST' ? idempotencyKey : null)

const fingerprintOf = ({ method, path, params }: Call): string =>
  createHash('sha256')
    .update(JSON.stringify([method, path, params]))
    .digest('base64')

/** What was answered to the same request before, if anything was. */
function replay({ world }: Engine, call: Call, key: string): Answer | undefined {
  const known = Object.hasOwn(world.answers, key) ? world.answers[key] : undefined
  if (known === undefined) return undefined
  if (known.fingerprint !== fingerprintOf(call)) {
    throw new StripeFailure(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  }
  const headers = {
    ...headersOf(call, newId('req')),
    'idempotent-replayed': 'true',
    'original-request': known.requestId,
  }
  return { status: known.status, headers, body: known.body }
}

const MAX_NAMES = 20

function pathsOf(params: Params): string[] {
  const { expand } = params
  return Array.isArray(expand) ? expand.slice(0, MAX_NAMES).map(String) : []
}

function execute(engine: Engine, call: Call, run: () => object): Pick<Answer, 'status' | 'body'> {
  try {
    return { status: 200, body: JSON.stringify(expandIn(engine, run(), pathsOf(call.params))) }
  } catch (error) {
    if (error instanceof StripeFailure) return { status: error.status, body: bodyOf(error) }
    throw error
  }
}

/**
 * Does a call and answers it as Stripe does. What went wrong while it was done stays its answer under its key.
 *
 * @param fails whether something does go wrong, on Stripe's side
 */
export function answerCall(engine: Engine, call: Call, secretKey: string, fails = false): Answer {
  const requestId = newId('req')
  try {
    checkKey(call, secretKey)
    checkVersion(call)
    const found = findRoute(call.method, call.path)
    if (found === undefined) {
      const message = `Unrecognized request URL (${call.method}: ${call.path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`
      throw new StripeFailure(404, 'invalid_request_error', message)
    }
    const key = keyOf(call)
    if (key !== null && key.length > MAX_KEY) throw invalid('Idempotency keys can have up to 255 characters.')
    const before = key === null ? undefined : replay(engine, call, key)
    if (before !== undefined) return before
    const run = found.route.prepare(engine, call.params, found.ids)
    engine.cause = { requestId, idempotencyKey: key }
    const { status, body } = fails ? brokenAnswer(call) : execute(engine, call, run)
    if (key !== null) {
      const { time: created } = engine.world
      engine.world.answers[key] = { fingerprint: fingerprintOf(call), created, requestId, status, body }
    }
    return { status, headers: headersOf(call, requestId), body }
  } catch (error) {
    if (error instanceof StripeFailure) return failureAnswer(call, error, requestId)
    throw error
  } finally {
    engine.cause = { requestId: null, idempotencyKey: null }
  }
}

/** What a second request is told while the first one under its key is still being done. */
export const busyAnswer = (call: Call): Answer =>
  failureAnswer(
    call,
    new StripeFailure(
      409,
      'invalid_request_error',
      'There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through). Please try again later.',
      { code: 'idempotency_key_in_use' },
    ),
  )

export const brokenAnswer = (call: Call): Answer =>
  failureAnswer(call, new StripeFailure(500, 'api_error', 'An unknown error occurred.'))

/** https://docs.stripe.com/rate-limits */
export const limitAnswer = (call: Call): Answer =>
  failureAnswer(
    call,
    new StripeFailure(
      429,
      'invalid_request_error',
      'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
      { code: 'rate_limit' },
    ),
  )

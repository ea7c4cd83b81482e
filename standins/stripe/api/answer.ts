import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Engine, newId } from '../engine/engine.ts'
import { invalid, StripeFailure } from '../engine/failure.ts'
import { recordAt } from '../engine/find.ts'
import { API_VERSION } from '../wire.ts'
import { accountRoutes, customerRoutes } from './customers.ts'
import { checkoutRoutes, portalRoutes } from './hosted-pages.ts'
import { decodeForm, type Params } from './params.ts'
import { priceRoutes, productRoutes } from './prices.ts'
import type { Route } from './route.ts'
import { invoiceRoutes, subscriptionRoutes } from './subscriptions.ts'

const routes: readonly Route[] = [
  ...accountRoutes,
  ...checkoutRoutes,
  ...customerRoutes,
  ...invoiceRoutes,
  ...portalRoutes,
  ...priceRoutes,
  ...productRoutes,
  ...subscriptionRoutes,
]

/** A request to the API. */
export interface Call {
  method: string
  path: string
  params: Params
  /** Secret key of the caller; empty without one. */
  key: string
  /** Of POST requests only; null without one (https://docs.stripe.com/api/idempotent_requests). */
  idempotencyKey: string | null
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

const MAX_BODY_BYTES = 256 * 1024

/** Reads a request. Parameters are in the query and in the body. */
export async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const piece = Buffer.from(chunk)
    bytes += piece.length
    if (bytes > MAX_BODY_BYTES) throw new Error('The body is too large.')
    chunks.push(piece)
  }
  const [path = '', query = ''] = (request.url ?? '').split('?', 2)
  const { authorization = '', 'idempotency-key': key } = request.headers
  const method = request.method ?? 'GET'
  return {
    method,
    path,
    params: { ...decodeForm(query), ...decodeForm(Buffer.concat(chunks).toString()) },
    key: authorization.replace(/^Bearer /u, ''),
    idempotencyKey: method === 'POST' && typeof key === 'string' ? key : null,
  }
}

/** An error as Stripe sends it (https://docs.stripe.com/api/errors). */
const bodyOf = ({ type, message, details }: StripeFailure): string =>
  JSON.stringify({ error: { type, message, ...details } })

const headersOf = (requestId: string): Record<string, string> => ({
  'content-type': 'application/json',
  'request-id': requestId,
  'stripe-version': API_VERSION,
})

const failureAnswer = (failure: StripeFailure, requestId = newId('req')): Answer => ({
  status: failure.status,
  headers: headersOf(requestId),
  body: bodyOf(failure),
})

function checkKey(key: string, secretKey: string): void {
  if (key === secretKey) return
  const message =
    key === ''
      ? 'You did not provide an API key.'
      : `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`
  throw new StripeFailure(401, 'invalid_request_error', message)
}

const fingerprintOf = ({ method, path, params }: Call): string =>
  createHash('sha256')
    .update(JSON.stringify([method, path, params]))
    .digest('base64')

/** The answer to an earlier request with the same idempotency key. */
function replay({ world }: Engine, call: Call, key: string): Answer | undefined {
  const known = recordAt(world.answers, key)
  if (known === undefined) return undefined
  if (known.fingerprint !== fingerprintOf(call)) {
    throw new StripeFailure(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    )
  }
  const headers = { ...headersOf(newId('req')), 'idempotent-replayed': 'true', 'original-request': known.requestId }
  return { status: known.status, headers, body: known.body }
}

function decodeId(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return ''
  }
}

/** Finds the operation of a request and checks its parameters. */
function prepare(engine: Engine, { method, path, params }: Call): () => object {
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(path) : null
    if (match !== null) return route.prepare(engine, params, decodeId(match[1] ?? ''))
  }
  throw new StripeFailure(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`)
}

function execute(run: () => object): Pick<Answer, 'status' | 'body'> {
  try {
    return { status: 200, body: JSON.stringify(run()) }
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    return { status: error.status, body: bodyOf(error) }
  }
}

/**
 * Performs a request. Failures while it runs are kept under its idempotency key, as at Stripe.
 *
 * @param fails whether it fails with an internal error while it runs
 */
export function answerCall(engine: Engine, call: Call, secretKey: string, fails: boolean): Answer {
  const requestId = newId('req')
  try {
    checkKey(call.key, secretKey)
    const { idempotencyKey: key } = call
    if (key !== null && key.length > 255) throw invalid('Idempotency keys can have up to 255 characters.')
    const before = key === null ? undefined : replay(engine, call, key)
    if (before !== undefined) return before
    const run = prepare(engine, call)
    const { status, body } = fails ? brokenAnswer() : execute(run)
    if (key !== null) {
      const { time: created } = engine.world
      engine.world.answers[key] = { fingerprint: fingerprintOf(call), created, requestId, status, body }
    }
    return { status, headers: headersOf(requestId), body }
  } catch (error) {
    if (error instanceof StripeFailure) return failureAnswer(error, requestId)
    throw error
  }
}

/** The answer while a request with the same idempotency key is running. */
export const conflictAnswer = (): Answer =>
  failureAnswer(
    new StripeFailure(
      409,
      'invalid_request_error',
      'There is currently another in-progress request using this Idempotent Key. Please try again later.',
      { code: 'idempotency_key_in_use' },
    ),
  )

export const brokenAnswer = (): Answer =>
  failureAnswer(new StripeFailure(500, 'api_error', 'An unknown error occurred.'))

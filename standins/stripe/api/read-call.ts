import type { IncomingMessage } from 'node:http'
import type { Call } from './answer.ts'
import { decodeForm } from './form.ts'

const MAX_BODY_BYTES = 256 * 1024

/** The body of a request as text. Throws when it is larger than any that the API takes. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    const piece = Buffer.from(chunk)
    bytes += piece.length
    if (bytes > MAX_BODY_BYTES) throw new Error('The body is too large.')
    chunks.push(piece)
  }
  return Buffer.concat(chunks).toString()
}

const one = (value: string | string[] | undefined): string | null => (typeof value === 'string' ? value : null)

/** The key of `Bearer KEY`, or the user's name of Basic credentials, which Stripe takes as well. */
function keyOf(authorization: string | undefined): string | null {
  const [, scheme = '', value = ''] = /^(\w+) (.+)$/u.exec(authorization ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return null
  return Buffer.from(value, 'base64').toString().split(':')[0] ?? null
}

/** Reads a request to the API; parameters come in the query and in the body. */
export async function readCall(request: IncomingMessage): Promise<Call> {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2)
  const body = await readBody(request)
  return {
    method: request.method ?? 'GET',
    path,
    params: { ...decodeForm(query), ...decodeForm(body) },
    key: keyOf(request.headers.authorization),
    idempotencyKey: one(request.headers['idempotency-key']),
    version: one(request.headers['stripe-version']),
  }
}

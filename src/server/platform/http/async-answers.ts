import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'

/** How long a POST waits for its result before it responds with 202; below the usual timeout of proxies, a minute. */
export const ANSWER_WITHIN_MS = 55_000
const MAX_KEY_LENGTH = 255

/** @throws AppError `invalid_input` for a key that is empty or too long */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || key.length === 0 || key.length > MAX_KEY_LENGTH) {
    throw new AppError('invalid_input', `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters.`)
  }
  return key
}

/** RFC 7240: the client prefers an immediate 202. */
export const prefersAsync = ({ headers }: FastifyRequest): boolean =>
  /(?:^|,)\s*respond-async\s*(?:,|$)/i.test(String(headers.prefer ?? ''))

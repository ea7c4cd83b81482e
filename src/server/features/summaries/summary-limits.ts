import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireActor } from '../../platform/actor.ts'
import { createLimit } from '../../platform/limits.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * Requests for a summary per user, retries, repeats and failures included: each may read a page and store a row, whatever
 * it costs of the quota. A user who pastes a link every two seconds for a minute, or gives each of 300 summaries two
 * minutes of a ten-hour day, stays within them.
 */
const LIMITS = [
  {
    name: 'summaries-minute',
    max: 30,
    windowMs: MINUTE_MS,
    message: 'You’re creating summaries very quickly. Wait a minute, then try again.',
  },
  {
    name: 'summaries-day',
    max: 300,
    windowMs: DAY_MS,
    message: 'You’ve created as many summaries as we allow in one day. Please try again tomorrow.',
  },
]

/** Creates the check that throws AppError `rate_limited` where a user requests more summaries than allowed. */
export function summaryLimits(app: FastifyInstance, factor: number): (request: FastifyRequest) => Promise<void> {
  const checks = LIMITS.map(({ max, ...limit }) =>
    createLimit(app, {
      ...limit,
      max: Math.max(1, Math.round(max * factor)),
      key: (request) => requireActor(request).userId,
    }),
  )
  return async (request) => {
    for (const check of checks) await check(request)
  }
}

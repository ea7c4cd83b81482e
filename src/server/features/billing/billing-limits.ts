import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { hours, minutes } from '../../../shared/retention.ts'
import { createLimit } from '../../platform/limits.ts'

const byPerson = (request: FastifyRequest): string => request.actor?.userId ?? ''

const TOO_MANY = 'Too many attempts. Please wait a few minutes and try again.'

/**
 * How often one person may have things done around payments. Nobody who buys a plan meets a limit; they keep a script
 * from asking Stripe, and mailing the operator, without end.
 *
 * @param factor multiplies every limit
 */
export function billingLimits(app: FastifyInstance, factor: number) {
  const limit = (name: string, max: number, windowMs: number) =>
    createLimit(app, {
      name: `billing-${name}`,
      max: Math.max(1, Math.round(max * factor)),
      windowMs,
      key: byPerson,
      message: TOO_MANY,
    })
  const ask = limit('ask', 120, minutes(15))
  return {
    starter: limit('starter', 30, minutes(15)),
    buy: limit('buy', 30, minutes(15)),
    verify: limit('verify', 60, minutes(15)),
    cancel: limit('cancel', 10, hours(1)),
    /** Whether Stripe may be asked once more for the details; nobody is told that it may not. */
    mayAsk: async (request: FastifyRequest): Promise<boolean> => {
      try {
        await ask(request)
        return true
      } catch (error) {
        if (error instanceof AppError && error.code === 'rate_limited') return false
        throw error
      }
    },
  }
}

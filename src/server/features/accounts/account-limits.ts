import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { hours, minutes } from '../../../shared/retention.ts'
import { addressKey, createLimit, type LimitOptions } from '../../platform/limits.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'

/** Counts a request, and throws AppError `rate_limited` once it is one too many. */
export type Check = (request: FastifyRequest) => Promise<void>

/** Names an account in a counter without keeping its address there, however long it is. */
export function accountKey(body: unknown): string {
  const email = typeof body === 'object' && body !== null && 'email' in body ? String(body.email).toLowerCase() : ''
  return createHash('sha256').update(email).digest('base64url')
}

const byAddress = (request: FastifyRequest): string => addressKey(request.ip)
const byAccount = (request: FastifyRequest): string => accountKey(request.body)
const byPerson = (request: FastifyRequest): string => request.actor?.userId ?? ''

const TOO_MANY_SIGN_INS = 'Too many sign-in attempts. Please wait a few minutes and try again.'
const TOO_MANY_TRIES = 'Too many attempts. Please wait a few minutes and try again.'

/** Makes checks whose passing stands in the log; each counts on its own. */
function checksIn(app: FastifyInstance, factor: number): (...limits: LimitOptions[]) => Check {
  const checkOf = (options: LimitOptions): Check => {
    const check = createLimit(app, { ...options, max: Math.max(1, Math.round(options.max * factor)) })
    return async (request) => {
      try {
        await check(request)
      } catch (error) {
        if (error instanceof AppError && error.code === 'rate_limited') {
          logSecurityEvent(request.log, 'too_many_attempts', request.actor?.userId ?? null, { limit: options.name })
        }
        throw error
      }
    }
  }
  return (...limits) => {
    const checks = limits.map(checkOf)
    return async (request) => {
      for (const check of checks) await check(request)
    }
  }
}

/**
 * How often things may be asked for that let strangers guess, or fill the product with accounts.
 *
 * @param factor multiplies every limit
 */
export function accountLimits(app: FastifyInstance, factor: number) {
  const checks = checksIn(app, factor)
  const signIn = { windowMs: minutes(15), message: TOO_MANY_SIGN_INS }
  const register = { windowMs: hours(1), message: 'Too many new accounts from this network. Please try again later.' }
  const confirm = { windowMs: minutes(15), message: TOO_MANY_TRIES }
  return {
    // The narrow limit counts an account and an address together, so that a stranger's attempts do not lock the owner
    // out; the wide ones stop guessing at one account from many addresses, and at many accounts from one.
    signIn: checks(
      { ...signIn, name: 'sign-in-here', max: 10, key: (request) => `${byAccount(request)} ${byAddress(request)}` },
      { ...signIn, name: 'sign-in-account', max: 100, key: byAccount },
      { ...signIn, name: 'sign-in-address', max: 60, key: byAddress },
    ),
    register: checks(
      { ...register, name: 'register-address', max: 20, key: byAddress },
      { ...register, name: 'register-account', max: 10, key: byAccount, message: TOO_MANY_TRIES },
    ),
    // Counted on the way there and on the way back.
    google: checks({ ...signIn, name: 'google-address', max: 120, key: byAddress }),
    confirmPerson: checks(
      { ...confirm, name: 'confirm-account', max: 10, key: byPerson },
      { ...confirm, name: 'confirm-address', max: 60, key: byAddress },
    ),
  }
}

export type AccountLimits = ReturnType<typeof accountLimits>

import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { hours, minutes } from '../../../shared/retention.ts'
import { addressKey, createLimit, type LimitOptions } from '../../platform/limits.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import { personOf } from './sessions.ts'

/** Counts a request, and throws AppError `rate_limited` once it is one too many. */
export type Check = (request: FastifyRequest) => Promise<void>

/** Names an account in a counter without keeping its address there, however long it is. */
export function accountKey(body: unknown): string {
  const email = typeof body === 'object' && body !== null && 'email' in body ? String(body.email).toLowerCase() : ''
  return createHash('sha256').update(email).digest('base64url')
}

const byAddress = (request: FastifyRequest): string => addressKey(request.ip)
const byAccount = (request: FastifyRequest): string => accountKey(request.body)
/** What an account is counted by that can be deleted and made again. */
const byOwnEmail = (request: FastifyRequest): string => accountKey(personOf(request))
const byPerson = (request: FastifyRequest): string => request.actor?.userId ?? ''

const TOO_MANY_SIGN_INS = 'Too many sign-in attempts. Please wait a few minutes and try again.'
const TOO_MANY_TRIES = 'Too many attempts. Please wait a few minutes and try again.'

/** Whose account a request is about: the signed-in person's, or nobody's who is known. */
type Concerned = (request: FastifyRequest) => string | null
const asker: Concerned = (request) => request.actor?.userId ?? null
const anybody: Concerned = () => null

/** Makes checks whose passing stands in the log; each limit counts on its own. */
function checksIn(app: FastifyInstance, factor: number): (concerned: Concerned, ...limits: LimitOptions[]) => Check {
  const checkOf = (concerned: Concerned, options: LimitOptions): Check => {
    const check = createLimit(app, { ...options, max: Math.max(1, Math.round(options.max * factor)) })
    return async (request) => {
      try {
        await check(request)
      } catch (error) {
        if (error instanceof AppError && error.code === 'rate_limited') {
          logSecurityEvent(request.log, 'too_many_attempts', concerned(request), { limit: options.name })
        }
        throw error
      }
    }
  }
  return (concerned, ...limits) => {
    const checks = limits.map((limit) => checkOf(concerned, limit))
    return async (request) => {
      for (const check of checks) await check(request)
    }
  }
}

/** The same as a question, for limits that nobody is told of. */
export async function isWithin(check: Check, request: FastifyRequest): Promise<boolean> {
  try {
    await check(request)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
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
  const link = { windowMs: minutes(15), message: TOO_MANY_TRIES }
  const mail = {
    windowMs: hours(1),
    message: 'Too many mails were asked for. Please look for the earlier ones, or try again later.',
  }
  return {
    // The narrow limit counts an account and an address together, so that a stranger's attempts do not lock the owner
    // out; the wide ones stop guessing at one account from many addresses, and at many accounts from one. The address
    // comes first: once it is refused, the accounts that it goes on to name leave no more rows behind.
    signIn: checks(
      anybody,
      { ...signIn, name: 'sign-in-address', max: 60, key: byAddress },
      { ...signIn, name: 'sign-in-here', max: 10, key: (request) => `${byAccount(request)} ${byAddress(request)}` },
      { ...signIn, name: 'sign-in-account', max: 100, key: byAccount },
    ),
    register: checks(
      anybody,
      { ...register, name: 'register-address', max: 20, key: byAddress },
      { ...register, name: 'register-account', max: 10, key: byAccount, message: TOO_MANY_TRIES },
    ),
    // Counted on the way there and on the way back.
    google: checks(anybody, { ...signIn, name: 'google-address', max: 120, key: byAddress }),
    confirmPerson: checks(
      asker,
      { ...confirm, name: 'confirm-account', max: 10, key: byPerson },
      { ...confirm, name: 'confirm-address', max: 60, key: byAddress },
    ),
    forgotPassword: checks(anybody, { ...mail, name: 'forgot-address', max: 20, key: byAddress }),
    sendVerification: checks(
      asker,
      { ...mail, name: 'verification-account', max: 5, key: byOwnEmail },
      { ...mail, name: 'verification-address', max: 20, key: byAddress },
    ),
    changeEmail: checks(
      asker,
      { ...mail, name: 'email-change-account', max: 5, key: byPerson },
      { ...mail, name: 'email-change-address', max: 20, key: byAddress },
    ),
    // Tokens cannot be guessed; who tries is stopped all the same.
    resetPassword: checks(anybody, { ...link, name: 'reset-address', max: 20, key: byAddress }),
    verifyEmail: checks(anybody, { ...link, name: 'verify-address', max: 20, key: byAddress }),
    // Mails that one address gets, whoever asks for them. Each kind counts alone, so that none keeps another away; nobody
    // is told, because the asker need not be the owner.
    resetMail: checks(anybody, { ...mail, name: 'reset-mail', max: 5, key: byAccount }),
    confirmationMail: checks(anybody, { ...mail, name: 'confirmation-mail', max: 5, key: byAccount }),
    noticeMail: checks(asker, { ...mail, name: 'notice-mail', max: 5, key: byOwnEmail }),
    exportData: checks(asker, {
      name: 'export-account',
      max: 5,
      windowMs: hours(1),
      key: byPerson,
      message: 'You have downloaded your data several times just now. Please try again in an hour.',
    }),
  }
}

export type AccountLimits = ReturnType<typeof accountLimits>

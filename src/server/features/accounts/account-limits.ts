import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../shared/errors.ts'
import { hours, minutes } from '../../../shared/retention.ts'
import { addressKey, createLimit, type LimitOptions, networkKey } from '../../platform/limits.ts'
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
const byNetwork = (request: FastifyRequest): string | null => networkKey(request.ip)
const byAccount = (request: FastifyRequest): string => accountKey(request.body)
/** What an account is counted by that can be deleted and made again. */
const byOwnEmail = (request: FastifyRequest): string => accountKey(personOf(request))
const byPerson = (request: FastifyRequest): string => request.actor?.userId ?? ''

/** How much more a whole /48 may do than one of its addresses. */
const NETWORK_FACTOR = 4

/** Limits what comes from one address, and from one customer's IPv6 network, which holds 65,536 of them. */
const perAddress = (options: Omit<LimitOptions, 'key'>): [LimitOptions, LimitOptions] => [
  { ...options, name: `${options.name}-address`, key: byAddress },
  { ...options, name: `${options.name}-network`, max: options.max * NETWORK_FACTOR, key: byNetwork },
]

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
  const register = { message: 'Too many new accounts from this network. Please try again later.' }
  const confirm = { windowMs: minutes(15), message: TOO_MANY_TRIES }
  const link = { windowMs: minutes(15), message: TOO_MANY_TRIES }
  const mail = {
    windowMs: hours(1),
    message: 'Too many emails requested. Check your inbox, or try again later.',
  }
  return {
    // Checked first, whoever signs in: once an address is refused, the accounts that it goes on to name add no more rows.
    signInAddress: checks(anybody, ...perAddress({ ...signIn, name: 'sign-in', max: 60 })),
    // For browsers that the account does not know. The narrow limits count an account and an address together, so that
    // a stranger's attempts do not lock the owner out; the wide one stops guessing at one account from many addresses.
    signInAccount: checks(
      anybody,
      { ...signIn, name: 'sign-in-here', max: 10, key: (request) => `${byAccount(request)} ${byAddress(request)}` },
      {
        ...signIn,
        name: 'sign-in-near',
        max: 20,
        key: (request) => (byNetwork(request) === null ? null : `${byAccount(request)} ${byNetwork(request)}`),
      },
      { ...signIn, name: 'sign-in-account', max: 100, key: byAccount },
    ),
    // For a browser that the account knows, in place of the limits above: no other browser can use up its attempts.
    signInKnown: checks(anybody, {
      ...signIn,
      name: 'sign-in-device',
      max: 10,
      key: (request) => request.server.sessionDeps.devices.limitKey(request),
    }),
    // A classroom shares an address.
    register: checks(
      anybody,
      ...perAddress({ ...register, name: 'register', max: 100, windowMs: hours(1) }),
      ...perAddress({ ...register, name: 'register-day', max: 300, windowMs: hours(24) }),
      { name: 'register-account', max: 10, windowMs: hours(1), key: byAccount, message: TOO_MANY_TRIES },
    ),
    // Counted on the way there and on the way back.
    google: checks(anybody, ...perAddress({ ...signIn, name: 'google', max: 120 })),
    confirmPerson: checks(
      asker,
      { ...confirm, name: 'confirm-account', max: 10, key: byPerson },
      ...perAddress({ ...confirm, name: 'confirm', max: 60 }),
    ),
    forgotPassword: checks(anybody, ...perAddress({ ...mail, name: 'forgot', max: 20 })),
    sendVerification: checks(
      asker,
      { ...mail, name: 'verification-account', max: 5, key: byOwnEmail },
      ...perAddress({ ...mail, name: 'verification', max: 20 }),
    ),
    changeEmail: checks(
      asker,
      { ...mail, name: 'email-change-account', max: 5, key: byPerson },
      ...perAddress({ ...mail, name: 'email-change', max: 20 }),
    ),
    // Tokens cannot be guessed; trying is limited all the same.
    resetPassword: checks(anybody, ...perAddress({ ...link, name: 'reset', max: 20 })),
    verifyEmail: checks(anybody, ...perAddress({ ...link, name: 'verify', max: 20 })),
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

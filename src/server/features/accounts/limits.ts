import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hours, minutes } from '../../../shared/account/retention.ts'
import { AppError } from '../../../shared/errors.ts'
import {
  addressKey,
  allLimits,
  createLimit,
  type LimitCheck,
  type LimitOptions,
  networkKey,
} from '../../platform/http/limits.ts'
import { logSecurityEvent } from '../../platform/security-events.ts'
import { userOf } from './session/session-plugin.ts'

/** Counter key of an account: a hash of its email, so that the counters hold no addresses. */
export function accountKey(body: unknown): string {
  const email = typeof body === 'object' && body !== null && 'email' in body ? String(body.email).toLowerCase() : ''
  return createHash('sha256').update(email).digest('base64url')
}

const byAddress = (request: FastifyRequest): string => addressKey(request.ip)
const byNetwork = (request: FastifyRequest): string | null => networkKey(request.ip)
const byAccount = (request: FastifyRequest): string => accountKey(request.body)
/** Unlike the user's id, the email survives deleting the account and registering again. */
const byOwnEmail = (request: FastifyRequest): string => accountKey(userOf(request))

/** A /48 network may do this many times what one of its addresses may. */
const NETWORK_FACTOR = 4

/** Limits one address, and the IPv6 /48 of one customer, which holds 65,536 of them. */
const perAddress = (options: Omit<LimitOptions, 'key'>): [LimitOptions, LimitOptions] => [
  { ...options, name: `${options.name}-address`, key: byAddress },
  { ...options, name: `${options.name}-network`, max: options.max * NETWORK_FACTOR, key: byNetwork },
]

const TOO_MANY_SIGN_INS = 'Too many sign-in attempts. Please wait a few minutes and try again.'
/** A reset proves ownership of the mailbox and resets these counters, which strangers can use up. */
const TOO_MANY_HERE = 'Too many sign-in attempts. Please wait a few minutes and try again, or reset your password.'
const TOO_MANY_TRIES = 'Too many attempts. Please wait a few minutes and try again.'

/** Rate limits of the account routes, against guessing and mass registration. */
export function accountLimits(app: FastifyInstance) {
  const create = (options: LimitOptions, isOwnAccount: boolean): LimitCheck => {
    const check = createLimit(app, options)
    return async (request) => {
      try {
        await check(request)
      } catch (error) {
        if (error instanceof AppError && error.code === 'rate_limited') {
          const userId = isOwnAccount ? (request.actor?.userId ?? null) : null
          logSecurityEvent(request.log, 'too_many_attempts', userId, { limit: options.name })
        }
        throw error
      }
    }
  }
  const combine =
    (isOwnAccount: boolean) =>
    (...limits: LimitOptions[]): LimitCheck =>
      allLimits(limits.map((limit) => create(limit, isOwnAccount)))
  /** Limits of requests about any account, and of requests about the signed-in user's own. */
  const [all, own] = [combine(false), combine(true)]
  const signIn = { windowMs: minutes(15), message: TOO_MANY_SIGN_INS }
  const signInHere = { ...signIn, message: TOO_MANY_HERE }
  const register = { message: 'Too many new accounts from this network. Please try again later.' }
  const attempts = { windowMs: minutes(15), message: TOO_MANY_TRIES }
  const mail = { windowMs: hours(1), message: 'Too many emails requested. Check your inbox, or try again later.' }
  return {
    // Checked first: once an address is refused, the accounts that it names add no more counters.
    signInAddress: all(...perAddress({ ...signIn, name: 'sign-in', max: 60 })),
    // For browsers unknown to the account. The narrow limits count an account and an address together, so that a
    // stranger cannot lock the owner out; the wide one stops guessing at one account from many addresses.
    signInAccount: all(
      { ...signInHere, name: 'sign-in-here', max: 10, key: (request) => `${byAccount(request)} ${byAddress(request)}` },
      {
        ...signInHere,
        name: 'sign-in-near',
        max: 20,
        key: (request) => (byNetwork(request) === null ? null : `${byAccount(request)} ${byNetwork(request)}`),
      },
      { ...signInHere, name: 'sign-in-account', max: 100, key: byAccount },
    ),
    // Replaces the limits above for browsers known to the account, so that no other browser can use up their attempts.
    signInKnown: all({
      ...signInHere,
      name: 'sign-in-device',
      max: 10,
      key: (request) => request.server.sessions.knownBrowsers.limitKey(request),
    }),
    // A classroom shares an address.
    register: all(
      ...perAddress({ ...register, name: 'register', max: 100, windowMs: hours(1) }),
      ...perAddress({ ...register, name: 'register-day', max: 300, windowMs: hours(24) }),
      { name: 'register-account', max: 10, windowMs: hours(1), key: byAccount, message: TOO_MANY_TRIES },
    ),
    // Counted on the way to Google and on the way back.
    google: all(...perAddress({ ...signIn, name: 'google', max: 120 })),
    confirmIdentity: own(
      { ...attempts, name: 'confirm-account', max: 10 },
      ...perAddress({ ...attempts, name: 'confirm', max: 60 }),
    ),
    forgotPassword: all(...perAddress({ ...mail, name: 'forgot', max: 20 })),
    sendVerification: own(
      { ...mail, name: 'verification-account', max: 5, key: byOwnEmail },
      ...perAddress({ ...mail, name: 'verification', max: 20 }),
    ),
    changeEmail: own(
      { ...mail, name: 'email-change-account', max: 5 },
      ...perAddress({ ...mail, name: 'email-change', max: 20 }),
    ),
    // Tokens of links and of the API cannot be guessed; attempts are limited all the same.
    resetPassword: all(...perAddress({ ...attempts, name: 'reset', max: 20 })),
    apiToken: all(...perAddress({ ...attempts, name: 'api-token', max: 60 })),
    verifyEmail: all(...perAddress({ ...attempts, name: 'verify', max: 20 })),
    // Emails per recipient, whoever requests them. Each kind counts separately, so that none blocks another. Exceeding
    // them is not reported, since callers need not own the address.
    resetMail: all({ ...mail, name: 'reset-mail', max: 5, key: byAccount }),
    confirmationMail: all({ ...mail, name: 'confirmation-mail', max: 5, key: byAccount }),
    noticeMail: own({ ...mail, name: 'notice-mail', max: 5, key: byOwnEmail }),
    exportData: own({
      name: 'export-account',
      max: 5,
      windowMs: hours(1),
      message: 'You’ve downloaded your data several times. Please try again in an hour.',
    }),
  }
}

export type AccountLimits = ReturnType<typeof accountLimits>

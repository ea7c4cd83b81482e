import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { AppError } from '../../../shared/errors.ts'
import { parseAddress, rangeOf } from '../addresses.ts'

/** Groups of 16 bits in a /64, which one IPv6 connection has: it counts as one address. */
const IPV6_ADDRESS_GROUPS = 4
/** Groups of 16 bits in a /48, the largest network that providers assign to one customer (RFC 6177). */
const IPV6_NETWORK_GROUPS = 3

const prefixOf = (address: ipaddr.IPv6, groups: number): string =>
  address.toNormalizedString().split(':').slice(0, groups).join(':')

/** Returns the key for counting an IP address: the IPv4 address itself, or the /64 of an IPv6 address. */
export function addressKey(ip: string): string {
  const address = parseAddress(ip)
  if (address === null) return 'unknown'
  return address instanceof ipaddr.IPv6 ? prefixOf(address, IPV6_ADDRESS_GROUPS) : address.toString()
}

/** Returns the /48 of an IPv6 address; null for others. */
export function networkKey(ip: string): string | null {
  const address = parseAddress(ip)
  return address instanceof ipaddr.IPv6 ? prefixOf(address, IPV6_NETWORK_GROUPS) : null
}

const privateRanges: ReadonlySet<string> = new Set(['loopback', 'linkLocal', 'private', 'uniqueLocal'])

/** Whether an address is one of this machine, or with `includePrivate` of a private network, where proxies are. */
export function isNearAddress(ip: string, includePrivate: boolean): boolean {
  const range = rangeOf(ip) ?? 'unknown'
  return range === 'loopback' || (includePrivate && privateRanges.has(range))
}

/** Counts a request; throws AppError `rate_limited`, with the seconds to wait, once there are too many. */
export type LimitCheck = (request: FastifyRequest) => Promise<void>

export interface LimitOptions {
  /** Keeps the counters of different limits apart. */
  name: string
  max: number
  windowMs: number
  /** Key that requests are counted by; the signed-in user if omitted. Null: this request is not counted. */
  key?: (request: FastifyRequest) => string | null
  message: string
}

const byUser = (request: FastifyRequest): string | null => request.actor?.userId ?? null

/** Creates a rate limit, counted in the database and so across processes. */
export function createLimit(
  app: FastifyInstance,
  { name, max, windowMs, key = byUser, message }: LimitOptions,
): LimitCheck {
  const count = app.createRateLimit({
    max: Math.max(1, Math.round(max * app.rateLimitFactor)),
    timeWindow: windowMs,
    keyGenerator: (request) => `${name}:${key(request)}`,
  })
  return async (request) => {
    if (key(request) === null) return
    const state = await count(request)
    if (!state.isAllowed && state.isExceeded)
      throw new AppError('rate_limited', message, { retryAfterSeconds: state.ttlInSeconds })
  }
}

/** Counts a request and returns whether it is within the limit, for limits that callers are not told about. */
export async function isWithinLimit(check: LimitCheck, request: FastifyRequest): Promise<boolean> {
  try {
    await check(request)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}

/**
 * Reads that one address may make in a minute without being signed in: enough for a lecture hall that opens the product
 * simultaneously, with all of its files.
 */
const MAX_READS = 12_000
const READ_WINDOW_MS = 60_000
/** Maximum addresses counted; beyond that, the least recently active ones are forgotten. */
const MAX_ADDRESSES = 20_000

/** Health checks, whose load balancer may share its address with users. */
const unlimited: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])

declare module 'fastify' {
  interface FastifyInstance {
    /** Multiplies the maximum of every limit. */
    rateLimitFactor: number
    /** Creates a limit that is counted in this process alone, so that a flood costs no database writes. */
    localLimit: (options: LimitOptions) => LimitCheck
  }
}

/** Prepares an app for limits. */
export async function prepareLimits(app: FastifyInstance, factor: number): Promise<void> {
  app.decorate('rateLimitFactor', factor)
  const created = Promise.withResolvers<FastifyInstance['localLimit']>()
  // In a scope of its own: the other limits of the app are counted in the database.
  await app.register(async (scope) => {
    await scope.register(rateLimit, { global: false, cache: MAX_ADDRESSES })
    created.resolve((options) => createLimit(scope, options))
  })
  app.decorate('localLimit', await created.promise)
}

/** Checks several limits, one after the other. */
export const allLimits =
  (checks: readonly LimitCheck[]): LimitCheck =>
  async (request) => {
    for (const check of checks) await check(request)
  }

/**
 * Limits the GET and HEAD requests of visitors by address.
 * @param options.isAnonymous whether a request is known to come from a visitor at this point; `afterSession` is for the
 * others, once their session has been looked up
 */
export function limitAnonymousReads(
  app: FastifyInstance,
  { isAnonymous }: { isAnonymous: (request: FastifyRequest) => boolean },
): { afterSession: LimitCheck } {
  const limit = app.localLimit({
    name: 'anonymous-reads',
    max: MAX_READS,
    windowMs: READ_WINDOW_MS,
    key: (request) => addressKey(request.ip),
    message: 'Too many requests from your network. Please wait a minute and try again.',
  })
  const isLimited = ({ method, routeOptions }: FastifyRequest): boolean =>
    (method === 'GET' || method === 'HEAD') && !unlimited.has(routeOptions.url)
  app.addHook('onRequest', async (request) => {
    if (isLimited(request) && isAnonymous(request)) await limit(request)
  })
  return {
    afterSession: async (request) => {
      if (isLimited(request) && !isAnonymous(request) && request.actor === null) await limit(request)
    },
  }
}

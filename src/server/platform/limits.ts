import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { AppError } from '../../shared/errors.ts'

/** An IPv6 customer holds a whole /64, so that is what counts as one address. */
const IPV6_PREFIX_GROUPS = 4

/** As RFC 7239, section 6, writes an address with a port; some proxies do so in X-Forwarded-For as well. */
const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/

/** What a request's address counts as, without the port that a proxy may have added: itself, or its /64. */
export function addressKey(ip: string): string {
  const [, long, short] = withPort.exec(ip) ?? []
  const bare = long ?? short ?? ip
  if (!ipaddr.isValid(bare)) return 'unknown'
  const address = ipaddr.process(bare)
  if (address.kind() === 'ipv4') return address.toString()
  return address.toNormalizedString().split(':').slice(0, IPV6_PREFIX_GROUPS).join(':')
}

export interface LimitOptions {
  /** Keeps the counters of different limits apart. */
  name: string
  max: number
  windowMs: number
  /** What is counted: an address, an account. */
  key: (request: FastifyRequest) => string
  message: string
}

/**
 * A limit on how often something may be asked for, counted in the database and so across processes.
 *
 * @returns a check that throws AppError `rate_limited`, with the seconds to wait, once the limit is passed
 */
export function createLimit(app: FastifyInstance, options: LimitOptions): (request: FastifyRequest) => Promise<void> {
  const count = app.createRateLimit({
    max: options.max,
    timeWindow: options.windowMs,
    keyGenerator: (request) => `${options.name}:${options.key(request)}`,
  })
  return async (request) => {
    const state = await count(request)
    if (!state.isAllowed && state.isExceeded) {
      throw new AppError('rate_limited', options.message, { retryAfterSeconds: state.ttlInSeconds })
    }
  }
}

/**
 * Reads that one address may make in a minute without being signed in: those of a lecture hall that opens the product
 * all at once, with every file of it.
 */
const MAX_READS = 12_000
const READ_WINDOW_MS = 60_000
/** Addresses that are counted at once; beyond that, those that were quiet longest are forgotten. */
const MAX_ADDRESSES = 20_000

/** Routes that keep a process in service, whoever else shares the address of the balancer that asks. */
const unlimited: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz'])

/**
 * Limits the GET and HEAD requests of visitors by address. Counted in this process alone, so that a flood costs no
 * database writes.
 */
export async function limitAnonymousReads(
  app: FastifyInstance,
  { factor, isAnonymous }: { factor: number; isAnonymous: (request: FastifyRequest) => boolean },
): Promise<void> {
  let limit: (request: FastifyRequest) => Promise<void> = async () => {}
  // In a scope of its own: the other limits of the app are counted in the database.
  await app.register(async (scope) => {
    await scope.register(rateLimit, { global: false, cache: MAX_ADDRESSES })
    limit = createLimit(scope, {
      name: 'anonymous-reads',
      max: Math.max(1, Math.round(MAX_READS * factor)),
      windowMs: READ_WINDOW_MS,
      key: (request) => addressKey(request.ip),
      message: 'Too many requests from your network. Please wait a minute and try again.',
    })
  })
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    if (!unlimited.has(request.routeOptions.url) && isAnonymous(request)) await limit(request)
  })
}

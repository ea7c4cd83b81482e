import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { AppError } from '../../shared/errors.ts'
import '@fastify/rate-limit'

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

import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { AppError } from '../../shared/errors.ts'
import '@fastify/rate-limit'

/** An IPv6 customer holds a whole /64, so that is what counts as one address. */
const IPV6_PREFIX_GROUPS = 4

/** What a request's address counts as: itself, or its /64. */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
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

import { createHash } from 'node:crypto'
import { minutes } from '../../../shared/retention.ts'
import type { Clock } from '../../platform/clock.ts'

type Part = string | number | null

/** How long a key is used. Stripe keeps answers for a day, failures of its own among them. */
const KEY_MS = minutes(10)

/** Tells what is made of the same parts from all else. */
export const digestOf = (what: string, ...parts: readonly Part[]): string =>
  `precis-${what}-${createHash('sha256').update(JSON.stringify(parts)).digest('base64url')}`

/**
 * A key under which Stripe does something once, however often and by however many processes it is asked within ten
 * minutes. It is made of all that decides on what is asked for: the same key with other parameters would be refused.
 * Whatever was answered under a key is answered again, be it that Stripe has failed
 * (https://docs.stripe.com/api/idempotent_requests); so there is another key some time later, and whoever makes
 * something looks first whether it is there.
 *
 * @param what is done, as a word
 */
export const idempotencyKey = (clock: Clock, what: string, ...parts: readonly Part[]): string =>
  digestOf(what, ...parts, Math.floor(clock.now().getTime() / KEY_MS))

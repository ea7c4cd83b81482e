import { randomBytes } from 'node:crypto'
import type { World } from './records.ts'

/** Settings of Stripe's dashboard (https://docs.stripe.com/billing/revenue-recovery/smart-retries). */
export interface Settings {
  /** Status of a subscription after the last retry of a failed charge. */
  afterRetries: 'canceled' | 'past_due'
}

/** A stand-in's state and what acts on it. All operations are synchronous. */
export interface Engine {
  world: World
  settings: Settings
  /** URL of the stand-in, without a slash at its end. */
  url: string
  /** Whether new events are queued for delivery. */
  delivers: boolean
}

export const createEngine = (world: World, settings: Partial<Settings> = {}): Engine => ({
  world,
  settings: { afterRetries: 'canceled', ...settings },
  url: '',
  delivers: false,
})

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random letters and digits. */
export const randomText = (length: number): string =>
  [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('')

/** Lengths of Stripe's ids by prefix. */
const lengths = {
  acct: 16,
  bpc: 24,
  bps: 24,
  cs_test: 58,
  cus: 14,
  evt: 24,
  il: 24,
  in: 24,
  price: 24,
  prod: 14,
  req: 14,
  si: 14,
  sub: 24,
  we: 24,
  whsec: 32,
} as const

export const newId = (prefix: keyof typeof lengths): string => `${prefix}_${randomText(lengths[prefix])}`

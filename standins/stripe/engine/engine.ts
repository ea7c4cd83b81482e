import type { World } from './records.ts'

/** What an operator sets in Stripe's dashboard (https://docs.stripe.com/billing/revenue-recovery/smart-retries). */
export interface Settings {
  /** Days after the first failure on which a charge is tried again. */
  retryDays: readonly number[]
  /** What becomes of the subscription when the last of them has failed. */
  afterRetries: 'canceled' | 'unpaid' | 'past_due'
}

export const defaultSettings: Settings = { retryDays: [3, 5, 7], afterRetries: 'canceled' }

/** A stand-in's world and what acts on it. Everything happens at once: nothing of it waits for anything. */
export interface Engine {
  world: World
  settings: Settings
  /** Address of the stand-in itself, without a slash at its end. */
  url: string
  /** Receivers of events beside the endpoints that the API has: the one that the stand-in was started with. */
  receivers: string[]
  /** The request that makes things happen now; without ids where time does. */
  cause: { requestId: string | null; idempotencyKey: string | null }
}

export const createEngine = (world: World, url: string, settings: Settings): Engine => ({
  world,
  settings,
  url,
  receivers: [],
  cause: { requestId: null, idempotencyKey: null },
})

import { setTimeout } from 'node:timers/promises'
import { Stripe } from 'stripe'
import { DELIVERY_SECONDS } from './engine/calendar.ts'
import type { Engine } from './engine/engine.ts'
import type { StoredEvent } from './engine/records.ts'
import { toEvent } from './wire.ts'

/** The request that delivers an event. */
interface Post {
  body: string
  headers: Record<string, string>
}

/** Receives events: a URL, or a function that returns a status. */
export type Receiver = string | ((post: Post) => Promise<number>)

const TIMEOUT_MS = 15_000
/** Seconds between attempts, growing as Stripe's do (https://docs.stripe.com/webhooks#retries). */
const pauses = [1, 5, 30, 120, 300, 600, 720].map((minutes) => minutes * 60)

/** Calls a function; 0 when it takes longer than a server may. */
async function call(receiver: (post: Post) => Promise<number>, post: Post, stopping: AbortSignal): Promise<number> {
  const over = new AbortController()
  const signal = AbortSignal.any([stopping, over.signal])
  const late = setTimeout(TIMEOUT_MS, 0, { signal, ref: false }).catch(() => 0)
  try {
    return await Promise.race([receiver(post), late])
  } finally {
    over.abort()
  }
}

async function postTo(url: string, { body, headers }: Post, stopping: AbortSignal): Promise<number> {
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stopping])
  const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal })
  await response.body?.cancel()
  return response.status
}

/** Delivers events one after the other, and retries until they are received. */
export class Deliverer {
  readonly #engine: Engine
  readonly #secret: string
  readonly #changed: () => void
  readonly #stopping = new AbortController()
  #receiver: Receiver | null
  #held = false
  #work: Promise<void> = Promise.resolve()

  /** @param options.changed runs after a delivery was recorded */
  constructor(engine: Engine, options: { secret: string; receiver: Receiver | null; changed: () => void }) {
    this.#engine = engine
    this.#secret = options.secret
    this.#changed = options.changed
    this.#receiver = options.receiver
    this.deliverTo(options.receiver)
  }

  deliverTo(receiver: Receiver | null): void {
    this.#receiver = receiver
    this.#engine.delivers = this.#held || receiver !== null
  }

  holdEvents(hold: boolean): void {
    this.#held = hold
    this.deliverTo(this.#receiver)
  }

  /** Events without an attempt. */
  get held(): StoredEvent[] {
    return Object.values(this.#engine.world.events).filter(({ delivery }) => delivery?.attempts === 0)
  }

  /** Signs and sends an event; returns the status, or 0 without a response. */
  async #send(event: StoredEvent, receiver: Receiver): Promise<number> {
    const body = JSON.stringify(toEvent(event))
    const timestamp = this.#engine.world.time
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload: body, secret: this.#secret, timestamp }),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    }
    try {
      const { signal } = this.#stopping
      return await (typeof receiver === 'string'
        ? postTo(receiver, { body, headers }, signal)
        : call(receiver, { body, headers }, signal))
    } catch {
      return 0
    }
  }

  #record({ created, delivery }: StoredEvent, status: number): void {
    if (delivery === null) return
    const { time } = this.#engine.world
    delivery.attempts += 1
    delivery.lastStatus = status
    delivery.delivered ||= status >= 200 && status < 300
    const pause = pauses[Math.min(delivery.attempts, pauses.length) - 1] ?? 0
    const isLast = time + pause > created + DELIVERY_SECONDS
    delivery.nextAt = delivery.delivered || isLast ? null : time + pause
    this.#changed()
  }

  async #attempt(eventId: string): Promise<number> {
    const event = this.#engine.world.events[eventId]
    if (event === undefined || this.#receiver === null || this.#stopping.signal.aborted) return 0
    const status = await this.#send(event, this.#receiver)
    // The world may have been replaced meanwhile.
    const now = this.#engine.world.events[eventId]
    if (now !== undefined) this.#record(now, status)
    return status
  }

  async #sendDue(again: boolean): Promise<void> {
    const { world } = this.#engine
    if (this.#held) return
    const due = Object.values(world.events).filter(({ delivery }) => {
      const at = delivery?.nextAt ?? null
      return at !== null && (at <= world.time || again)
    })
    for (const { id } of due) await this.#attempt(id)
  }

  /**
   * Sends what is due, after what is being sent already.
   *
   * @param again whether failed deliveries are retried before they are due
   */
  async flush({ again = false }: { again?: boolean } = {}): Promise<void> {
    const work = this.#work.then(async () => this.#sendDue(again))
    this.#work = work
    return work
  }

  /** Sends an event now, held or delivered before; returns the status. */
  async send(eventId: string): Promise<number> {
    const event = this.#engine.world.events[eventId]
    if (event === undefined) throw new Error(`There is no event ${eventId}.`)
    event.delivery ??= { attempts: 0, lastStatus: null, nextAt: null, delivered: false }
    return this.#attempt(eventId)
  }

  /** Drops held events. */
  loseHeld(): void {
    for (const event of this.held) event.delivery = null
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    let work: Promise<void> | undefined
    while (work !== this.#work) {
      work = this.#work
      await work
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.settled()
  }
}

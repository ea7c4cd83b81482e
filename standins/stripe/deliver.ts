import { setTimeout } from 'node:timers/promises'
import { Stripe } from 'stripe'
import type { Engine } from './engine/engine.ts'
import type { Delivery, StoredEvent } from './engine/records.ts'
import { DELIVERY_SECONDS } from './engine/terms.ts'
import { toEvent } from './wire/event.ts'

/** A signed event on its way. */
export interface Post {
  body: string
  headers: Record<string, string>
}

/** Takes events: an address, or whatever answers a post with a status. */
export type Receiver = string | ((post: Post) => Promise<number>)

/** The receiver that a stand-in is started with. */
const OWN_RECEIVER = 'own'

const TIMEOUT_MS = 15_000
const MINUTE = 60
/** Pauses between tries, growing as Stripe's do (https://docs.stripe.com/webhooks#retries). */
const pauses = [1, 5, 30, 120, 300, 600, 720].map((minutes) => minutes * MINUTE)

const isLoopback = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(URL.parse(url)?.hostname ?? '')

/** Only on this machine are endpoints sent anything: one may name the address of a product in use. */
const receiverAt = (url: string): Receiver => (isLoopback(url) ? url : async () => 0)

/** What a function answers; nothing when it takes longer than a server may. */
async function hand(receiver: (post: Post) => Promise<number>, posted: Post, stopping: AbortSignal): Promise<number> {
  const over = new AbortController()
  const signal = AbortSignal.any([stopping, over.signal])
  const late = setTimeout(TIMEOUT_MS, 0, { signal, ref: false }).catch(() => 0)
  try {
    return await Promise.race([receiver(posted), late])
  } finally {
    over.abort()
  }
}

async function post(url: string, { body, headers }: Post, stopping: AbortSignal): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers,
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stopping]),
  })
  await response.body?.cancel()
  return response.status
}

/** Sends events to those who want them, one after the other, and again until they are taken. */
export class Deliverer {
  readonly #engine: Engine
  readonly #secret: string
  readonly #changed: () => void
  #receiver: Receiver | null
  #work: Promise<void> = Promise.resolve()
  readonly #stopping = new AbortController()
  hold = false

  /** @param changed runs when something was noted about a delivery */
  constructor(engine: Engine, options: { secret: string; receiver: Receiver | null; changed: () => void }) {
    this.#engine = engine
    this.#secret = options.secret
    this.#receiver = options.receiver
    this.#changed = options.changed
    this.#tellEngine()
  }

  #tellEngine(): void {
    this.#engine.receivers = this.#receiver === null && !this.hold ? [] : [OWN_RECEIVER]
  }

  deliverTo(receiver: Receiver | null): void {
    this.#receiver = receiver
    this.#tellEngine()
  }

  holdEvents(hold: boolean): void {
    this.hold = hold
    this.#tellEngine()
  }

  /** Events that wait for somebody to send them. */
  get held(): StoredEvent[] {
    return Object.values(this.#engine.world.events).filter(({ deliveries }) =>
      deliveries.some(({ receiver, attempts }) => receiver === OWN_RECEIVER && attempts === 0),
    )
  }

  #target(receiver: string): { receiver: Receiver; secret: string } | undefined {
    if (receiver === OWN_RECEIVER) {
      return this.#receiver === null ? undefined : { receiver: this.#receiver, secret: this.#secret }
    }
    const endpoint = this.#engine.world.endpoints[receiver]
    return endpoint?.enabled === true ? { receiver: receiverAt(endpoint.url), secret: endpoint.secret } : undefined
  }

  /** Signs and sends; the status that was answered, 0 where there was none. */
  async #send(event: StoredEvent, { receiver, secret }: { receiver: Receiver; secret: string }): Promise<number> {
    const body = JSON.stringify(toEvent(event))
    const timestamp = this.#engine.world.time
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signature,
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    }
    try {
      return await (typeof receiver === 'string'
        ? post(receiver, { body, headers }, this.#stopping.signal)
        : hand(receiver, { body, headers }, this.#stopping.signal))
    } catch {
      return 0
    }
  }

  #note(event: StoredEvent, delivery: Delivery, status: number): void {
    const { time } = this.#engine.world
    delivery.attempts += 1
    delivery.lastStatus = status
    delivery.delivered = delivery.delivered || (status >= 200 && status < 300)
    const pause = pauses[Math.min(delivery.attempts, pauses.length) - 1] ?? 0
    const late = time + pause > event.created + DELIVERY_SECONDS
    delivery.nextAt = delivery.delivered || late ? null : time + pause
    this.#changed()
  }

  /** How an event stands with a receiver. Asked anew after each wait: the whole world may have been replaced. */
  #find(eventId: string, receiver: string): { event: StoredEvent; delivery: Delivery } | undefined {
    const event = this.#engine.world.events[eventId]
    const delivery = event?.deliveries.find((one) => one.receiver === receiver)
    return event === undefined || delivery === undefined ? undefined : { event, delivery }
  }

  async #try(eventId: string, receiver: string): Promise<number> {
    const found = this.#find(eventId, receiver)
    const target = this.#target(receiver)
    if (found === undefined || target === undefined || this.#stopping.signal.aborted) return 0
    const status = await this.#send(found.event, target)
    const then = this.#find(eventId, receiver)
    if (then !== undefined) this.#note(then.event, then.delivery, status)
    return status
  }

  #isDue({ nextAt, receiver }: Delivery, again: boolean): boolean {
    if (this.hold && receiver === OWN_RECEIVER) return false
    return nextAt !== null && (nextAt <= this.#engine.world.time || again)
  }

  async #sendDue(again: boolean): Promise<void> {
    const due = Object.values(this.#engine.world.events).flatMap((event) =>
      event.deliveries.filter((one) => this.#isDue(one, again)).map(({ receiver }) => ({ id: event.id, receiver })),
    )
    for (const { id, receiver } of due) await this.#try(id, receiver)
  }

  /**
   * Sends what is due, after what is being sent already. Resolves when it was sent.
   *
   * @param again tries what has failed before too, however long ago
   */
  async flush({ again = false }: { again?: boolean } = {}): Promise<void> {
    const work = this.#work.then(async () => this.#sendDue(again))
    this.#work = work
    return work
  }

  /** Sends an event now, held or not, taken before or not. Resolves with the status that was answered. */
  async send(eventId: string): Promise<number> {
    const event = this.#engine.world.events[eventId]
    if (event === undefined) throw new Error(`There is no event ${eventId}.`)
    if (this.#receiver === null) throw new Error('There is nobody to send events to.')
    const known = event.deliveries.find(({ receiver }) => receiver === OWN_RECEIVER)
    const delivery = known ?? { receiver: OWN_RECEIVER, attempts: 0, lastStatus: null, nextAt: null, delivered: false }
    if (known === undefined) event.deliveries.push(delivery)
    return this.#try(eventId, OWN_RECEIVER)
  }

  /** Lets events that are held never be delivered. */
  loseHeld(): void {
    for (const event of this.held) {
      event.deliveries = event.deliveries.filter(({ receiver }) => receiver !== OWN_RECEIVER)
    }
  }

  /** Resolves when nothing is being sent any more. */
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

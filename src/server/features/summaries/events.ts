import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { z } from 'zod'
import { progressSchema } from '../../../shared/summary.ts'

/** The end of a partial text, with a checksum of the whole that tells the receiver whether its own beginning fits. */
const tailSchema = z.object({
  /** Length of the omitted beginning, in UTF-16 code units. */
  from: z.int().min(0),
  /** The text after it. */
  text: z.string(),
  sum: z.string(),
})
export type Tail = z.infer<typeof tailSchema>

/** Message between processes about a summary. `changed` means that the row must be read again. */
const messageSchema = z.object({
  id: z.string(),
  event: z.discriminatedUnion('type', [
    z.object({ type: z.literal('progress'), progress: progressSchema }),
    z.object({ type: z.literal('partial'), tail: tailSchema }),
    z.object({ type: z.literal('changed') }),
    z.object({ type: z.literal('deleted') }),
  ]),
})

export type HubEvent = z.infer<typeof messageSchema>['event']

/** Prefixed, so that no id equals a special event name of EventEmitter such as "error". */
const eventName = (id: string): string => `summary ${id}`

/** Parses a message; null for foreign ones, since any client of the database can write to the channel. */
function parseMessage(payload: string): z.infer<typeof messageSchema> | null {
  try {
    return messageSchema.safeParse(JSON.parse(payload)).data ?? null
  } catch {
    return null
  }
}

/**
 * Publishes summary events to the subscribers of all processes. Events only announce what the rows contain anyway, so a
 * failure to send is reported and otherwise ignored.
 */
export class EventHub {
  readonly #emitter = new EventEmitter({ captureRejections: false }).setMaxListeners(0)
  readonly #onError: (error: unknown) => void
  #send: (payload: string) => Promise<boolean> = async (payload) => {
    this.receive(payload)
    return true
  }

  /** @param onError called when a message can't be sent */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  /** Connects the hub to the other processes; until then, messages stay in this one. */
  connect(send: (payload: string) => Promise<boolean>): void {
    this.#send = send
  }

  /** Handles a message from any process. Ignores anything else on the channel. */
  receive(payload: string): void {
    const message = parseMessage(payload)
    if (message !== null) this.#emitter.emit(eventName(message.id), message.event)
  }

  /** After a lost connection: makes all subscribers read their rows again. */
  gap(): void {
    for (const name of this.#emitter.eventNames()) this.#emitter.emit(name, { type: 'changed' } satisfies HubEvent)
  }

  /** Publishes an event; one that is too long for a message becomes `changed`. Never throws. */
  async publish(id: string, event: HubEvent): Promise<void> {
    try {
      if (await this.#send(JSON.stringify({ id, event }))) return
      await this.#send(JSON.stringify({ id, event: { type: 'changed' } satisfies HubEvent }))
    } catch (error) {
      this.#onError(error)
    }
  }

  /** @returns unsubscribes */
  subscribe(id: string, listener: (event: HubEvent) => void): () => void {
    this.#emitter.on(eventName(id), listener)
    return () => {
      this.#emitter.off(eventName(id), listener)
    }
  }
}

const SUM_LENGTH = 12

const sumOf = (text: string): string => createHash('sha1').update(text).digest('base64url').slice(0, SUM_LENGTH)

function commonLength(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let at = 0; at < shorter; at += 1) if (a[at] !== b[at]) return at
  return shorter
}

/**
 * The part of a text that follows the common beginning of its earlier states.
 *
 * @param known states that receivers may have: the text of the last message, and that of the row
 */
export function tailAfter(text: string, known: readonly string[]): Tail {
  const from = Math.min(...known.map((earlier) => commonLength(text, earlier)))
  return { from, text: text.slice(from), sum: sumOf(text) }
}

/** The whole text; null if the receiver's own text is not the beginning of it. */
export function applyTail(own: string, { from, text, sum }: Tail): string | null {
  if (own.length < from) return null
  const whole = own.slice(0, from) + text
  return sumOf(whole) === sum ? whole : null
}

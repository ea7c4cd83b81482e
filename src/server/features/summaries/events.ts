import { EventEmitter } from 'node:events'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { progressSchema } from '../../../shared/summary/summary.ts'
import { partialPageSchema } from '../../../shared/summary/summary-page.ts'
import type { Snapshot } from '../../db/schema/index.ts'

/** Message between processes about a summary. `changed` means that the row must be read again. */
const messageSchema = z.object({
  id: z.string(),
  event: z.discriminatedUnion('type', [
    z.object({ type: z.literal('progress'), progress: progressSchema }),
    /** A packed snapshot. */
    z.object({ type: z.literal('partial'), snapshot: z.string() }),
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

  /** Waits for the next event, or until the signal aborts. */
  async next(id: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    // Node's `once` listens to "error" as well, which `gap` would then emit.
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = (): void => resolve()
    const unsubscribe = this.subscribe(id, done)
    signal.addEventListener('abort', done, { once: true })
    await promise
    unsubscribe()
    signal.removeEventListener('abort', done)
  }
}

/** Page so far, and when it was written, in milliseconds since 1970: of two snapshots, the later one counts. */
const snapshotSchema = z.object({ at: z.number(), page: partialPageSchema })

const MAX_SNAPSHOT_BYTES = 4 * 1024 * 1024

/** Packs a snapshot for messages, which have room for a page of 15,000 characters then. */
export const packSnapshot = (snapshot: Snapshot): string => deflateRawSync(JSON.stringify(snapshot)).toString('base64')

/** Unpacks a snapshot; null for one that another version of the product wrote. */
export function unpackSnapshot(packed: string): Snapshot | null {
  try {
    const json = inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: MAX_SNAPSHOT_BYTES })
    return snapshotSchema.safeParse(JSON.parse(json.toString())).data ?? null
  } catch {
    return null
  }
}

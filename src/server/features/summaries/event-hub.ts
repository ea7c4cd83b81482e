import { EventEmitter } from 'node:events'
import { z } from 'zod'
import { progressSchema } from '../../../shared/summary.ts'
import { tailSchema } from './partial-text.ts'

/** What processes tell each other about a summary. `changed` says only: look at the row. */
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

/** Events are named apart from those that mean something to an EventEmitter, "error" above all. */
const eventName = (id: string): string => `summary ${id}`

/** What stands in a message; null for anything that is none of ours: any program on the database may write to a channel. */
function parseMessage(payload: string): z.infer<typeof messageSchema> | null {
  try {
    return messageSchema.safeParse(JSON.parse(payload)).data ?? null
  } catch {
    return null
  }
}

/**
 * Who watches which summary in this process, and the wire to the other processes.
 *
 * Messages only say sooner what rows say anyway, so one that cannot be sent is reported and otherwise let go.
 */
export class EventHub {
  readonly #emitter = new EventEmitter({ captureRejections: false }).setMaxListeners(0)
  readonly #onError: (error: unknown) => void
  #send: (payload: string) => Promise<boolean> = async (payload) => {
    this.receive(payload)
    return true
  }

  /** @param onError told why a message could not be sent */
  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  /** Connects the hub to all processes; before, and without, messages stay in this one. */
  connect(send: (payload: string) => Promise<boolean>): void {
    this.#send = send
  }

  /** A message that arrived from any process. Anything else on the channel is ignored. */
  receive(payload: string): void {
    const message = parseMessage(payload)
    if (message !== null) this.#emitter.emit(eventName(message.id), message.event)
  }

  /** Messages may have been missed: everyone who waits is told to look. */
  gap(): void {
    for (const name of this.#emitter.eventNames()) this.#emitter.emit(name, { type: 'changed' } satisfies HubEvent)
  }

  /** Tells every process; what is too long to travel becomes `changed`. Never throws. */
  async publish(id: string, event: HubEvent): Promise<void> {
    try {
      if (await this.#send(JSON.stringify({ id, event }))) return
      await this.#send(JSON.stringify({ id, event: { type: 'changed' } satisfies HubEvent }))
    } catch (error) {
      this.#onError(error)
    }
  }

  /** @returns a function that ends the subscription */
  subscribe(id: string, listener: (event: HubEvent) => void): () => void {
    this.#emitter.on(eventName(id), listener)
    return () => {
      this.#emitter.off(eventName(id), listener)
    }
  }
}

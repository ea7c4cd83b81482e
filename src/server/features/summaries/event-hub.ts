import { EventEmitter } from 'node:events'
import { z } from 'zod'
import { progressSchema } from '../../../shared/summary.ts'

/** What processes tell each other about a summary. `changed` says only: look at the row. */
const messageSchema = z.object({
  id: z.string(),
  event: z.discriminatedUnion('type', [
    z.object({ type: z.literal('progress'), progress: progressSchema }),
    z.object({ type: z.literal('partial'), text: z.string() }),
    z.object({ type: z.literal('changed') }),
    z.object({ type: z.literal('deleted') }),
  ]),
})

export type HubEvent = z.infer<typeof messageSchema>['event']

/** Who watches which summary in this process, and the wire to the other processes. */
export class EventHub {
  readonly #emitter = new EventEmitter({ captureRejections: false }).setMaxListeners(0)
  #send: (payload: string) => Promise<boolean> = async (payload) => {
    this.receive(payload)
    return true
  }

  /** Connects the hub to all processes; before, and without, messages stay in this one. */
  connect(send: (payload: string) => Promise<boolean>): void {
    this.#send = send
  }

  /** A message that arrived from any process. Anything else on the channel is ignored. */
  receive(payload: string): void {
    const parsed = messageSchema.safeParse(JSON.parse(payload))
    if (parsed.success) this.#emitter.emit(parsed.data.id, parsed.data.event)
  }

  /** Messages may have been missed: everyone who waits is told to look. */
  gap(): void {
    for (const id of this.#emitter.eventNames()) this.#emitter.emit(id, { type: 'changed' } satisfies HubEvent)
  }

  /** Tells every process; what is too long to travel becomes `changed`. */
  async publish(id: string, event: HubEvent): Promise<void> {
    if (!(await this.#send(JSON.stringify({ id, event })))) {
      await this.#send(JSON.stringify({ id, event: { type: 'changed' } satisfies HubEvent }))
    }
  }

  /** @returns a function that ends the subscription */
  subscribe(id: string, listener: (event: HubEvent) => void): () => void {
    this.#emitter.on(id, listener)
    return () => {
      this.#emitter.off(id, listener)
    }
  }
}

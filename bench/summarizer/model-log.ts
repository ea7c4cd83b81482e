import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { z } from 'zod'

export const callKinds = ['section', 'summary', 'check'] as const
export type CallKind = (typeof callKinds)[number]

const seenCallSchema = z.object({ kind: z.enum(callKinds), tookMs: z.number() })

/** A call received by the model. */
export type SeenCall = z.infer<typeof seenCallSchema>

/** A model of fixed latency in a separate process. */
export interface ModelProcess {
  origin: string
  /** Calls since the last request for them. */
  takeCalls: () => Promise<SeenCall[]>
  stop: () => Promise<void>
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, 'message')
  return message
}

export async function startModelProcess(latencyMs: number): Promise<ModelProcess> {
  const child = fork(path.join(import.meta.dirname, 'model-process.ts'), [String(latencyMs)])
  const { origin } = z.object({ origin: z.string() }).parse(await nextMessage(child))
  return {
    origin,
    takeCalls: async () => {
      child.send('calls')
      return z.object({ calls: z.array(seenCallSchema) }).parse(await nextMessage(child)).calls
    },
    stop: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

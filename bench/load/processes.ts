import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { z } from 'zod'
import type { Round, RoundResult } from './plan.ts'

const here = (file: string): string => path.join(import.meta.dirname, file)

/** Next message of a program. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const over = new AbortController()
  const ended = async (): Promise<never> => {
    const [code] = (await once(child, 'exit', { signal: over.signal })) as [unknown]
    throw new Error(`A program of the bench ended with ${String(code)}.`)
  }
  try {
    const [message] = (await Promise.race([once(child, 'message', { signal: over.signal }), ended()])) as [unknown]
    return message
  } finally {
    over.abort()
  }
}

/** A separate program that ends with this one. */
interface Beside {
  stop: () => void
}

/** Starts the bare server on a database. */
export async function startBare(databaseUrl: string): Promise<Beside & { origin: string }> {
  const child = fork(here('bare-server.ts'), { env: { ...process.env, DATABASE_URL: databaseUrl } })
  const { origin } = z.object({ origin: z.string() }).parse(await nextMessage(child))
  return { origin, stop: () => child.disconnect() }
}

/** Starts the client. */
export async function startCaller(): Promise<Beside & { play: (round: Round) => Promise<RoundResult> }> {
  const child = fork(here('client.ts'), { serialization: 'advanced' })
  await nextMessage(child)
  return {
    play: async (round) => {
      child.send(round)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program, which answers this and nothing else
      return (await nextMessage(child)) as RoundResult
    },
    stop: () => child.disconnect(),
  }
}

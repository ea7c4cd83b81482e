import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Engine } from '../engine/engine.ts'
import { type Answer, answerCall, brokenAnswer, conflictAnswer, readCall } from './answer.ts'

/**
 * Fault mode of the API. `losing answers` performs the request before it closes the connection; `failing` fails while
 * the request runs, so that the failure is stored under its idempotency key. The others don't perform the request.
 */
export type Mood = 'well' | 'broken' | 'failing' | 'silent' | 'hanging up' | 'losing answers'

interface Interruption {
  work: () => Promise<void>
  when: 'before' | 'after'
}

/** Faults and interruptions that tests set. */
export class Faults {
  #mode: { mood: Mood; at: RegExp | undefined } = { mood: 'well', at: undefined }
  readonly #interruptions: Interruption[] = []

  /** @param at the requests that fail, such as `/^POST \/v1\/customers$/`; all when left out */
  behave(mood: Mood, at?: RegExp): void {
    this.#mode = { mood, at }
  }

  meanwhile(work: () => Promise<void>, when: 'before' | 'after'): void {
    this.#interruptions.push({ work, when })
  }

  modeFor(request: string): Mood {
    const { mood, at } = this.#mode
    return at === undefined || at.test(request) ? mood : 'well'
  }

  /** Runs the next interruption: before a request is performed, or before its answer is sent. */
  async interrupt(when: 'before' | 'after'): Promise<void> {
    const index = this.#interruptions.findIndex((interruption) => interruption.when === when)
    const [found] = index === -1 ? [] : this.#interruptions.splice(index, 1)
    await found?.work()
  }
}

export interface ApiHost {
  engine: Engine
  secretKey: string
  faults: Faults
  /** Receives method and path of each request. */
  heard: (request: string) => void
  /** Idempotency keys of running requests. */
  inProgress: Set<string>
  /** Lets everything happen that is due. */
  catchUp: () => void
  /** Saves changes and delivers events. */
  changed: () => void
}

const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
  response.writeHead(status, headers).end(body)
}

/** Answers a request to the API. */
export async function serveApi(host: ApiHost, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { engine, faults, inProgress } = host
  const call = await readCall(request)
  const { idempotencyKey: key } = call
  const name = `${call.method} ${call.path}`
  host.heard(name)
  if (key !== null && inProgress.has(key)) return send(response, conflictAnswer())
  if (key !== null) inProgress.add(key)
  try {
    await faults.interrupt('before')
    const mode = faults.modeFor(name)
    if (mode === 'broken') return send(response, brokenAnswer())
    if (mode === 'silent') return undefined
    if (mode === 'hanging up') return void response.destroy()
    host.catchUp()
    const answer = answerCall(engine, call, host.secretKey, mode === 'failing')
    host.changed()
    await faults.interrupt('after')
    return mode === 'losing answers' ? void response.destroy() : send(response, answer)
  } finally {
    if (key !== null) inProgress.delete(key)
  }
}

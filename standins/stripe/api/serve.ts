import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Engine } from '../engine/engine.ts'
import { type Director, refuseBy, send } from '../mood.ts'
import { answerCall, busyAnswer, keyOf } from './answer.ts'
import { readCall } from './read-call.ts'

/** What the API needs of the stand-in that it belongs to. */
export interface ApiHost {
  engine: Engine
  secretKey: string
  director: Director
  /** Takes method and path of each request. */
  heard: (request: string) => void
  /** Idempotency keys of requests that are being answered. */
  inProgress: Set<string>
  /** Lets happen what is due by now. */
  catchUp: () => void
  /** Something may have happened: it has to be kept, and told. */
  changed: () => void
}

/** Answers a request to the API. */
export async function serveApi(host: ApiHost, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { engine, director, inProgress } = host
  const call = await readCall(request)
  host.heard(`${call.method} ${call.path}`)
  const key = keyOf(call)
  if (key !== null && inProgress.has(key)) return send(response, busyAnswer(call))
  if (key !== null) inProgress.add(key)
  try {
    await director.interrupt('before')
    const mood = director.moodAt(call)
    if (refuseBy(mood, call, response)) return
    host.catchUp()
    const answer = answerCall(engine, call, host.secretKey, mood === 'failing')
    host.changed()
    await director.interrupt('after')
    if (mood === 'losing answers') response.destroy()
    else send(response, answer)
  } finally {
    if (key !== null) inProgress.delete(key)
  }
}

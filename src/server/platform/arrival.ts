import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerClientError } from './client-errors.ts'

/** How long the bodies of a server's requests may take to arrive. */
export interface ArrivalLimit {
  /** Sets the limit for a request whose turn has come to be handled. */
  begin(request: IncomingMessage, response: ServerResponse): void
  /** Lifts the limit for one request; Node's own `requestTimeout` stays. */
  lift(request: IncomingMessage): void
  /** Sets the limit again, from now, for the rest of a request that nobody wants. */
  restore(request: IncomingMessage): void
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** As Node refuses requests that take too long. */
const timeoutError = (): Error => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/**
 * Limits the time that bodies may take to arrive, request by request: Node's limit is one for all, and has to leave
 * time for large files on slow lines. What takes longer is answered with 408 where no answer has begun, and cut off.
 */
export function limitArrival(limitMs: number): ArrivalLimit {
  const cutOffs = new WeakMap<IncomingMessage, () => void>()
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()
  const lift = (request: IncomingMessage): void => clearTimeout(timers.get(request))
  const restore = (request: IncomingMessage): void => {
    const cutOff = cutOffs.get(request)
    lift(request)
    if (cutOff !== undefined && !request.complete) timers.set(request, setTimeout(cutOff, limitMs).unref())
  }
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    if (!hasBody(request)) return
    const cutOff = (): void => {
      if (request.complete) return
      if (response.headersSent) request.socket.destroy()
      else answerClientError(timeoutError(), request.socket)
    }
    cutOffs.set(request, cutOff)
    restore(request)
    request.once('close', () => lift(request))
  }
  return { begin, lift, restore }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { answerClientError } from './client-errors.ts'

/** Time limit for receiving request bodies. */
export interface BodyTimeout {
  /** Starts the timeout of a request. */
  begin(request: IncomingMessage, response: ServerResponse): void
  /** Lifts the timeout of one request; Node's own `requestTimeout` stays. */
  lift(request: IncomingMessage): void
  /** Restarts the timeout for the rest of a request that is being discarded. */
  restore(request: IncomingMessage): void
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** The error that Node raises for slow requests. */
const timeoutError = (): Error => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })

/**
 * Limits the time to receive a request body, request by request: Node's own limit is global and has to allow for large
 * files on slow connections. A slow request gets a 408 unless its response has begun, and is closed.
 */
export function limitBodyTime(limitMs: number): BodyTimeout {
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

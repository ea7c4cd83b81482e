import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '../../shared/api/contract.ts'
import type { ErrorCode } from '../../shared/errors.ts'

interface Refusal {
  status: number
  code: ErrorCode
  message: string
}

const refusals: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'timed_out',
    message: 'This request did not arrive in time. Please try again.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'invalid_input',
    message: 'The address and headers of this request are longer than can be read.',
  },
}

const unreadable: Refusal = { status: 400, code: 'invalid_input', message: 'This is not a request that can be read.' }

/**
 * Answers what never became a request (bytes that are no HTTP, headers without end, a body that does not come) in the
 * form of every other error, and ends the connection. Node hands such connections over in its `clientError` event.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, code, message } = refusals[error.code ?? ''] ?? unreadable
  const requestId = randomUUID()
  const body = JSON.stringify({ message, code, requestId } satisfies ErrorBody)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

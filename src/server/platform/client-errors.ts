import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '../../shared/api/contract.ts'
import type { ErrorCode } from '../../shared/errors.ts'

interface Rejection {
  status: number
  code: ErrorCode
  message: string
}

const rejections: Record<string, Rejection> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'timed_out',
    message: 'This request did not arrive in time. Please try again.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'invalid_input',
    message: 'The URL or the headers of this request are too long.',
  },
}

const unreadable: Rejection = { status: 400, code: 'invalid_input', message: 'This is not a valid HTTP request.' }

/**
 * Answers invalid requests (bytes that are not HTTP, oversized headers, a body that does not arrive) with an error in the
 * usual form, and closes the connection. For Node's `clientError` event.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, code, message } = rejections[error.code ?? ''] ?? unreadable
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

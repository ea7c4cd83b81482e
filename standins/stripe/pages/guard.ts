import type { IncomingMessage } from 'node:http'

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/iu

/**
 * Whether a request names this machine. A page of the web whose name was made to lead here names itself, and must not
 * read who pays for what.
 */
export const isForLoopback = ({ headers }: IncomingMessage): boolean => loopback.test(headers.host ?? '')

/** Whether a form was sent by a page of the stand-in, or by a program, and not by another page in a browser. */
export function isOwnForm({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === undefined || headers.origin === `http://${headers.host ?? ''}`
}

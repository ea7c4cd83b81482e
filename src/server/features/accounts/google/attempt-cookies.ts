import type { FastifyReply, FastifyRequest } from 'fastify'
import { googleSignInPath } from '../../../../shared/api/account-calls.ts'
import { ATTEMPT_MS, type Attempt, type AttemptSealer, attemptCookieName, attemptPrefix } from './attempts.ts'
import '@fastify/cookie'

/** Attempts that one browser may have under way; the oldest give way, so that they never fill the header of a request. */
const MAX_UNDER_WAY = 5

/** What attempts are kept with. */
export interface AttemptKeeper {
  sealer: AttemptSealer
  /** Whether browsers reach the product over HTTPS. */
  secure: boolean
}

/** Over HTTPS the cookies are of the host, and then of all of its addresses: no neighboring host can plant one. */
const pathOf = (secure: boolean): string => (secure ? '/' : googleSignInPath)

const clear = (reply: FastifyReply, name: string, secure: boolean): void =>
  void reply.clearCookie(name, { path: pathOf(secure) })

/** Drops what is worth nothing any more, and the oldest attempts where there are too many for one more. */
function makeRoom({ sealer, secure }: AttemptKeeper, request: FastifyRequest, reply: FastifyReply, now: Date): void {
  const kept: { name: string; beganAt: number }[] = []
  for (const [name, value] of Object.entries(request.cookies)) {
    if (!name.startsWith(attemptPrefix(secure))) continue
    const attempt = sealer.open(name, value ?? '', now)
    if (attempt === null) clear(reply, name, secure)
    else kept.push({ name, beganAt: attempt.beganAt })
  }
  kept.sort((one, other) => other.beganAt - one.beganAt)
  for (const { name } of kept.slice(MAX_UNDER_WAY - 1)) clear(reply, name, secure)
}

/** Has the browser keep an attempt: for ten minutes, and out of reach of scripts. */
export function keepAttempt(
  keeper: AttemptKeeper,
  request: FastifyRequest,
  reply: FastifyReply,
  attempt: Attempt,
  now: Date,
): void {
  const { sealer, secure } = keeper
  makeRoom(keeper, request, reply, now)
  const name = attemptCookieName(attempt.state, secure)
  // Lax, not Strict: the person comes back by a link of another site.
  reply.setCookie(name, sealer.seal(name, attempt), {
    path: pathOf(secure),
    httpOnly: true,
    sameSite: 'lax',
    maxAge: ATTEMPT_MS / 1000,
  })
}

/** The attempt that a person comes back from, which their browser forgets; null where this browser has not begun it. */
export function takeAttempt(
  { sealer, secure }: AttemptKeeper,
  request: FastifyRequest,
  reply: FastifyReply,
  state: string | null,
  now: Date,
): Attempt | null {
  if (state === null) return null
  const name = attemptCookieName(state, secure)
  const value = request.cookies[name]
  if (value === undefined) return null
  clear(reply, name, secure)
  return sealer.open(name, value, now)
}

import bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import type { SignedInSession } from '../../../../shared/account/accounts.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { Context } from '../../../db/database.ts'
import type { Exchange } from '../../../platform/http/call-routes.ts'
import { requireActor } from '../../../platform/request-context.ts'
import { logSecurityEvent } from '../../../platform/security-events.ts'
import { deleteTokensOf, tokensOf } from '../tokens/tokens-repo.ts'
import { findUserByEmailOrId } from '../users-repo.ts'
import { sessionOf } from './session-plugin.ts'
import { deleteSessionById, deleteSessionsOf, listSessions } from './sessions-repo.ts'
import { endSession, endSessionsOf } from './start-session.ts'

const browsers: ReadonlySet<string> = new Set(Object.values(bowser.BROWSER_MAP))
const systems: ReadonlySet<string> = new Set(Object.values(bowser.OS_MAP))

/** Only names on the list: the sender chooses the header, and the list of sessions shows the result to the owner. */
const known = (name: string | undefined, names: ReadonlySet<string>): string | null =>
  name !== undefined && names.has(name) ? name : null

/** Describes a browser by its User-Agent header, such as "Firefox on Windows". */
export function deviceName(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === '') return 'Unknown browser'
  const { browser, os } = bowser.parse(userAgent)
  const name = known(browser.name, browsers) ?? 'Unknown browser'
  const system = known(os.name, systems)
  return system === null ? name : `${name} on ${system}`
}

/** Lists the signed-in user's sessions, last used first. */
export async function listOwnSessions({ db, clock }: Context, request: FastifyRequest): Promise<SignedInSession[]> {
  const { userId } = requireActor(request)
  const rows = await listSessions(db, userId, clock.now())
  const current = sessionOf(request)?.id
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.userAgent),
    current: row.id === current,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }))
}

/** Ends one session of the signed-in user; ending the current one signs out. @throws AppError `not_found` */
export async function endOneSession({ db }: Context, { request, reply }: Exchange, id: string): Promise<void> {
  const { userId } = requireActor(request)
  if (id === sessionOf(request)?.id) {
    await endSession(request, reply)
    logSecurityEvent(request.log, 'sign_out', userId)
    return
  }
  if (!(await deleteSessionById(db, userId, id))) {
    throw new AppError('not_found', 'This session does not exist. It may have ended already.')
  }
  logSecurityEvent(request.log, 'session_ended', userId)
}

/** Ends all sessions of the signed-in user, or all but the current one. */
export async function endAllSessions({ db }: Context, { request, reply }: Exchange, keepCurrent: boolean) {
  const { userId } = requireActor(request)
  await endSessionsOf(db, userId, keepCurrent ? { except: request } : {})
  if (!keepCurrent) await endSession(request, reply)
  logSecurityEvent(request.log, 'sessions_ended', userId)
}

/**
 * Ends all sessions of a user, by email or id, and revokes their API tokens, for an operator; with `dryRun` only counts
 * them.
 * @throws AppError `not_found`
 */
export async function signOutUser({ db, clock, log }: Context, { who, dryRun }: { who: string; dryRun: boolean }) {
  const { id: userId, email } = await findUserByEmailOrId(db, who)
  if (dryRun) {
    const active = await listSessions(db, userId, clock.now())
    return { userId, email, sessions: active.length, tokens: (await tokensOf(db, userId)).length }
  }
  const sessions = await deleteSessionsOf(db, userId)
  const tokens = await deleteTokensOf(db, userId)
  logSecurityEvent(log, 'sessions_ended', userId, { by: 'operator', sessions, tokens })
  return { userId, email, sessions, tokens }
}

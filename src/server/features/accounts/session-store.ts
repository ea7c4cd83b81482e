import { createHash } from 'node:crypto'
import { callbackify } from 'node:util'
import type { Session } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { UserRow } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { deleteSession, findSession, saveSession } from './repo.ts'

declare module 'fastify' {
  interface Session {
    userId?: string
    userAgent?: string
    /** The person, as read together with the session; never stored in it. */
    person?: UserRow
  }
}

const storedSchema = z.object({
  cookie: z.object({
    originalMaxAge: z.number().nullable(),
    expires: z.coerce.date().nullable().optional(),
    httpOnly: z.boolean().optional(),
    path: z.string().optional(),
    secure: z.union([z.boolean(), z.literal('auto')]).optional(),
    sameSite: z.union([z.boolean(), z.enum(['lax', 'strict', 'none'])]).optional(),
  }),
})

/** The id a cookie carries is a key: only its hash is stored. */
const hashOf = (sessionId: string): string => createHash('sha256').update(sessionId).digest('base64url')

/** Keeps sessions in the database: they survive restarts, are shared by all processes, and end when their row does. */
export class SessionStore {
  readonly set: (sessionId: string, session: Session, done: (error?: unknown) => void) => void
  readonly get: (sessionId: string, done: (error: unknown, session?: Session | null) => void) => void
  readonly destroy: (sessionId: string, done: (error?: unknown) => void) => void

  constructor(db: Db, clock: Clock, lifetimeMs: number) {
    this.set = callbackify(async (sessionId: string, session: Session) =>
      writeSession(db, clock.now(), lifetimeMs, sessionId, session),
    )
    this.get = callbackify(async (sessionId: string) => readSession(db, clock.now(), sessionId))
    this.destroy = callbackify(async (sessionId: string) => deleteSession(db, hashOf(sessionId)))
  }
}

async function writeSession(db: Db, now: Date, lifetimeMs: number, sessionId: string, session: Session): Promise<void> {
  const record = {
    idHash: hashOf(sessionId),
    userId: session.userId ?? null,
    data: { cookie: session.cookie },
    userAgent: session.userAgent ?? null,
    expiresAt: session.cookie.expires ?? new Date(now.getTime() + lifetimeMs),
  }
  await saveSession(db, record, now)
}

async function readSession(db: Db, now: Date, sessionId: string): Promise<Session | null> {
  const found = await findSession(db, hashOf(sessionId), now)
  if (found === undefined) return null
  const { cookie } = storedSchema.parse(found.data)
  return found.user === null ? { cookie } : { cookie, userId: found.user.id, person: found.user }
}

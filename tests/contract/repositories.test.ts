import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { countHit, removeExpiredHits } from '../../src/server/db/rate-limit-store.ts'
import {
  deleteEndedSessions,
  findSession,
  insertSession,
  listSessions,
  MAX_SESSIONS,
} from '../../src/server/features/accounts/session/sessions-repo.ts'
import { insertUser } from '../../src/server/features/accounts/users-repo.ts'
import { findSummary, selectNewest, updateUnfinished } from '../../src/server/features/summaries/repo.ts'
import { days, retention } from '../../src/shared/account/retention.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { openTestDatabase } from '../support/product.ts'
import { storeSummaries } from '../support/stored-summaries.ts'
import { forSuite } from '../support/suite.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (ms: number): Date => new Date(now.getTime() + ms)

describe('repositories', () => {
  const database = forSuite(async () => openTestDatabase())

  const newUser = async () => {
    const user = await insertUser(
      database.db,
      { email: `${randomUUID()}@Example.com`, password: 'x', firstName: 'A', lastName: 'B' },
      now,
    )
    return user!
  }

  const sessionAt = (at: Date) => ({
    idHash: randomUUID(),
    userAgent: 'test',
    createdAt: at,
    lastSeenAt: at,
    authenticatedAt: at,
    expiresAt: new Date(at.getTime() + 1000),
  })

  it('returns sessions until they expire or end', async () => {
    const { db } = database
    const user = await newUser()
    const session = (await insertSession(db, sessionAt(now), user, null))!
    expect(await findSession(db, session.idHash)).toEqual({ session, user })
    await deleteEndedSessions(db, later(999))
    expect(await findSession(db, session.idHash)).toBeDefined()
    await deleteEndedSessions(db, later(1000))
    expect(await findSession(db, session.idHash)).toBeUndefined()
    const lastSeenAt = later(-days(retention.sessionIdleDays))
    const idle = (await insertSession(db, { ...sessionAt(now), lastSeenAt }, user, null))!
    await deleteEndedSessions(db, now)
    expect(await findSession(db, idle.idHash)).toBeUndefined()
  })

  it('ends the sessions with the oldest use when there are too many', async () => {
    const { db } = database
    const user = await newUser()
    for (let n = 0; n <= MAX_SESSIONS; n += 1) await insertSession(db, sessionAt(later(n)), user, null)
    const kept = await listSessions(db, user.id, now)
    expect(kept.map(({ lastSeenAt }) => lastSeenAt)).toEqual(
      Array.from({ length: MAX_SESSIONS }, (_, n) => later(MAX_SESSIONS - n)),
    )
  })

  it('counts hits per window, also concurrent ones', async () => {
    const key = randomUUID()
    await Promise.all(Array.from({ length: 10 }, async () => countHit(database.db, key, 1000, now)))
    expect(await countHit(database.db, key, 1000, later(999))).toEqual({ current: 11, ttl: 1 })
    expect(await countHit(database.db, key, 1000, later(1000))).toEqual({ current: 1, ttl: 1000 })
    await removeExpiredHits(database.db, later(5000))
    expect(await countHit(database.db, key, 1000, later(1001))).toMatchObject({ current: 1 })
  })

  it('pages through summaries with equal timestamps without losing or repeating one', async () => {
    const user = await newUser()
    await storeSummaries(
      database.db,
      Array.from({ length: 5 }, (_, n) => ({ userId: user.id, title: `t${n}`, createdAt: n < 4 ? now : later(1) })),
    )
    const limit = 2
    const seen: string[] = []
    let after: { createdAt: Date; id: string } | null = null
    for (;;) {
      const rows = await selectNewest(database.db, user.id, { type: 'all', rows: limit + 1 }, after)
      seen.push(...rows.slice(0, limit).map((row) => row.id))
      if (rows.length <= limit) break
      after = rows[limit - 1]!
    }
    expect(seen).toHaveLength(5)
    expect(new Set(seen).size).toBe(5)
  })

  it('leaves a finished summary unchanged', async () => {
    const user = await newUser()
    const page = pageOf({ takeaways: ['a "quoted", {braced} one', 'ünï'] })
    const row = { userId: user.id, title: 't', status: 'summarizing', page } as const
    const [id = ''] = await storeSummaries(database.db, [row])
    expect((await findSummary(database.db, id))?.page).toEqual(page)
    expect(await updateUnfinished(database.db, id, { status: 'ready' })).toBe(true)
    expect(await updateUnfinished(database.db, id, { status: 'failed' })).toBe(false)
    expect((await findSummary(database.db, id))?.status).toBe('ready')
  })
})

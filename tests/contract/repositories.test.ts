import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/database.ts'
import { countHit, removeExpiredHits } from '../../src/server/db/rate-limit-store.ts'
import {
  deleteExpiredSessions,
  deleteSessionsOf,
  findSession,
  findUserByEmail,
  findUserById,
  insertUser,
  saveSession,
} from '../../src/server/features/accounts/repo.ts'
import { decrementUsage, lockUsage, writeUsage } from '../../src/server/features/plans/repo.ts'
import {
  findSummary,
  insertSummary,
  listSummaries,
  updateUnfinished,
} from '../../src/server/features/summaries/repo.ts'
import { engines, openTestDatabase } from '../support/product.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (ms: number): Date => new Date(now.getTime() + ms)

describe.each(engines)('repositories on %s', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(engine)
  })
  afterAll(async () => database.close())

  const newUser = async () => {
    const user = await insertUser(
      database.db,
      { email: `${randomUUID()}@Example.com`, password: 'x', firstName: 'A', lastName: 'B' },
      now,
    )
    return user!
  }

  it('finds a person by email in any case, and by id', async () => {
    const user = await newUser()
    expect(await findUserByEmail(database.db, user.email.toUpperCase())).toEqual(user)
    expect(await findUserById(database.db, user.id)).toEqual(user)
    expect(await findUserByEmail(database.db, 'nobody@example.com')).toBeUndefined()
    expect(await insertUser(database.db, { ...user, email: user.email.toLowerCase() }, now)).toBeUndefined()
  })

  it('keeps sessions until they expire or are ended', async () => {
    const user = await newUser()
    const session = {
      idHash: randomUUID(),
      userId: user.id,
      data: { cookie: {} },
      userAgent: 'test',
      expiresAt: later(1000),
    }
    await saveSession(database.db, session, now)
    await saveSession(database.db, { ...session, data: { cookie: { path: '/' } } }, now)
    expect(await findSession(database.db, session.idHash, now)).toMatchObject({
      data: { cookie: { path: '/' } },
      user: { id: user.id },
    })
    expect(await findSession(database.db, session.idHash, later(1000))).toBeUndefined()
    await deleteExpiredSessions(database.db, later(999))
    expect(await findSession(database.db, session.idHash, now)).toBeDefined()
    await deleteSessionsOf(database.db, user.id)
    expect(await findSession(database.db, session.idHash, now)).toBeUndefined()
  })

  it('counts hits in windows of their own, also when they come together', async () => {
    const key = randomUUID()
    await Promise.all(Array.from({ length: 10 }, async () => countHit(database.db, key, 1000, now)))
    expect(await countHit(database.db, key, 1000, later(999))).toEqual({ current: 11, ttl: 1 })
    expect(await countHit(database.db, key, 1000, later(1000))).toEqual({ current: 1, ttl: 1000 })
    await removeExpiredHits(database.db, later(5000))
    expect(await countHit(database.db, key, 1000, later(1001))).toMatchObject({ current: 1 })
  })

  it('gives quota back to the month it came from, never below zero', async () => {
    const user = await newUser()
    await database.db.transaction(async (tx) => {
      expect(await lockUsage(tx, user.id)).toMatchObject({ summariesUsed: 0 })
      await writeUsage(tx, user.id, 2, now)
      await decrementUsage(tx, user.id, later(1))
      expect((await lockUsage(tx, user.id))?.summariesUsed).toBe(2)
      for (let n = 0; n < 3; n += 1) await decrementUsage(tx, user.id, now)
      expect((await lockUsage(tx, user.id))?.summariesUsed).toBe(0)
    })
  })

  it('pages through summaries of one moment without losing or repeating one', async () => {
    const user = await newUser()
    for (let n = 0; n < 5; n += 1)
      await insertSummary(database.db, {
        userId: user.id,
        title: `t${n}`,
        contentType: 'article',
        createdAt: n < 4 ? now : later(1),
      })
    const query = { type: 'all', limit: 2 } as const
    const seen: string[] = []
    let after: { createdAt: Date; id: string } | null = null
    for (;;) {
      const rows = await listSummaries(database.db, user.id, query, after)
      seen.push(...rows.slice(0, query.limit).map((row) => row.id))
      if (rows.length <= query.limit) break
      after = rows[query.limit - 1]!
    }
    expect(seen).toHaveLength(5)
    expect(new Set(seen).size).toBe(5)
  })

  it('leaves an ended summary alone', async () => {
    const user = await newUser()
    const { id } = await insertSummary(database.db, {
      userId: user.id,
      title: 't',
      contentType: 'article',
      keyTakeaways: ['a "quoted", {braced} one', 'ünï'],
    })
    expect((await findSummary(database.db, id))?.keyTakeaways).toEqual(['a "quoted", {braced} one', 'ünï'])
    expect(await updateUnfinished(database.db, id, { status: 'ready' })).toBe(true)
    expect(await updateUnfinished(database.db, id, { status: 'failed' })).toBe(false)
    expect((await findSummary(database.db, id))?.status).toBe('ready')
  })

  it('removes all that is a person’s with the person', async () => {
    const user = await newUser()
    const { id } = await insertSummary(database.db, { userId: user.id, title: 't', contentType: 'article' })
    const { users } = await import('../../src/server/db/schema/index.ts')
    const { eq } = await import('drizzle-orm')
    await database.db.delete(users).where(eq(users.id, user.id))
    expect(await findSummary(database.db, id)).toBeUndefined()
  })
})

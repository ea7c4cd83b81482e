import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/database.ts'
import { openPostgres } from '../../src/server/db/open-postgres.ts'
import { type SummaryRow, users } from '../../src/server/db/schema/index.ts'
import { findUserById, insertUser, toUser } from '../../src/server/features/accounts/users-repo.ts'
import { deleteOwnSummary } from '../../src/server/features/summaries/delete.ts'
import { failSummary, finishSummary } from '../../src/server/features/summaries/persist.ts'
import { reserveSlot } from '../../src/server/features/summaries/queue.ts'
import { retrySummary } from '../../src/server/features/summaries/redo.ts'
import { selectNewest } from '../../src/server/features/summaries/repo.ts'
import { cacheKeyOf, createSummary } from '../../src/server/features/summaries/request.ts'
import { loadCatalogue } from '../../src/server/plans/load-catalogue.ts'
import { reserveSummary, restartUsage, returnSummary } from '../../src/server/plans/quota-repo.ts'
import { AppError } from '../../src/shared/errors.ts'
import type { SummaryResult } from '../../src/shared/summary/summary.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { openTestDatabase } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { summariesContext } from '../support/summaries-context.ts'

const result: SummaryResult = {
  page: pageOf({ gist: 'All of it.' }),
  language: 'en',
  engine: { id: 'hand', label: 'By hand' },
  coverage: { words: 1, wordsRead: 1, sections: 1, sectionsRead: 1 },
  usage: [],
}

/**
 * Pseudorandom numbers from 0 up to 1, the same for every run (linear congruential generator with the constants of
 * Numerical Recipes).
 */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Expected rejections: the quota is used up, or the summary's state has changed. */
const refusals: ReadonlySet<string> = new Set(['upgrade_required', 'summary_not_failed', 'not_found'])

async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof AppError && refusals.has(error.code))) throw error
  })
}

const catalogue = loadCatalogue('standard')
const cacheKey = cacheKeyOf({ id: 'local:hand', label: 'By hand' }, { advanced: false, language: undefined })

/** A user, and functions that create summaries. */
async function openWorld({ db }: Pick<Database, 'db'>, email: string) {
  const user = await insertUser(db, { email, password: 'x', firstName: 'A', lastName: 'B' }, new Date())
  const actor = { userId: user!.id, plan: null }
  const contextOn = (database: Pick<Database, 'db'>) => summariesContext(database.db)
  const rows = async (): Promise<SummaryRow[]> => selectNewest(db, actor.userId, { type: 'all', rows: 1000 }, null)
  return {
    actor,
    context: contextOn({ db }),
    contextOn,
    rows,
    client: async () => (await findUserById(db, actor.userId))!,
  }
}

const DAY_MS = 86_400_000

/** Starts another plan, whose months count from an earlier day. */
async function startPlan({ db }: Pick<Database, 'db'>, userId: string, daysAgo: number): Promise<void> {
  const now = new Date()
  const planStartedAt = new Date(now.getTime() - daysAgo * DAY_MS)
  await db.transaction(async (tx) => restartUsage(tx, userId, { planStartedAt, isNewPlan: true }, now))
}

describe('quota', () => {
  /** The same database, as opened by another process. */
  let other: Database
  const database = forSuite(async () => openTestDatabase())
  beforeAll(async () => {
    other = database.url === null ? database : await openPostgres(database.url, () => {})
  })
  afterAll(async () => {
    if (other !== database) await other.close()
  })

  it('mentions a higher plan if there is one, otherwise when the next month starts', async () => {
    const { actor, context } = await openWorld(database, 'top@example.com')
    const plans = [1, 2, 2].map((quota, index) =>
      Object.assign({}, catalogue.plans[index]!, { summariesPerMonth: quota }),
    )
    const now = new Date('2026-05-31T12:00:00Z')
    const refusalOn = async (subscriptionPlan: string, isRepeat = false): Promise<unknown> => {
      const fields = { subscriptionPlan, planStartedAt: now, usagePeriodStart: now, summariesUsed: 2 }
      await database.db.update(users).set(fields).where(eq(users.id, actor.userId))
      const own = { clock: { now: () => now }, catalogue: { name: 'own', plans } }
      return database.db
        .transaction(async (tx) => reserveSlot({ ...context, ...own }, tx, actor, { isFull: false, isRepeat }))
        .then(({ period }) => period)
        .catch((error: unknown) => (error instanceof AppError ? [error.code, error.message] : error))
    }
    const spent = (quota: number, name: string): string => `You have used all ${quota} summaries of your ${name} plan`
    expect(await refusalOn('starter')).toEqual([
      'upgrade_required',
      `${spent(1, 'Starter')} this month. Upgrade for more.`,
    ])
    const starts = 'this month. Your next month starts on 2026-06-30.'
    expect(await refusalOn('lite')).toEqual(['quota_exhausted', `${spent(2, 'Lite')} ${starts}`])
    expect(await refusalOn('pro')).toEqual(['quota_exhausted', `${spent(2, 'Pro')} ${starts}`])
    expect(await refusalOn('pro', true)).toBeNull()
  })

  it.each([1, 2, 3])('is returned once for each failed or deleted summary, in any order, round %i', async (seed) => {
    const random = createRandom(seed)
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
    const { actor, context, rows, client } = await openWorld(database, `quota${seed}@example.com`)
    let deletedWhenReady = 0
    let month = (await client()).usagePeriodStart.getTime()

    const create = async (): Promise<void> => {
      const source = pick([{ content: 'one' }, { content: 'two' }, { content: 'three' }, { url: 'https://a.example' }])!
      const payload = { ...source, fresh: random() < 0.3 }
      await unlessRefused(createSummary(context, actor, payload, null))
    }
    const actions: ((row: SummaryRow) => Promise<void>)[] = [
      async (row) => failSummary(context, row.id, new AppError('timed_out', 'too slow')),
      async (row) => unlessRefused(retrySummary(context, actor, row.id)),
      async (row) => {
        // Different sources may turn out to have the same content.
        const contentHash = String(Math.floor(random() * 3))
        await finishSummary(context, row.id, { contentHash, cacheKey }, random() < 0.8 ? result : null, [])
      },
      async (row) => unlessRefused(deleteOwnSummary(context, actor, row.id)),
      async () => startPlan(other, actor.userId, Math.floor(random() * 400)),
    ]

    for (let step = 0; step < 120; step += 1) {
      const before = await rows()
      const target = pick(before)
      if (target === undefined || random() < 0.25) await create()
      else {
        const both = [pick(actions)!, pick(actions)!]
        await Promise.all(both.map(async (act) => act(target)))
      }
      const after = await rows()
      const gone = before.filter(({ id }) => !after.some((row) => row.id === id))
      const { summariesUsed, usagePeriodStart } = await client()
      // Reservations under an earlier plan no longer count.
      const counts = ({ quotaPeriod }: SummaryRow): boolean => quotaPeriod?.getTime() === usagePeriodStart.getTime()
      if (usagePeriodStart.getTime() !== month) deletedWhenReady = 0
      month = usagePeriodStart.getTime()
      // A summary in progress may have finished just before it was deleted.
      const mayHaveCounted = gone.filter(counts)
      const holding = after.filter(counts)
      const counted = summariesUsed - holding.length
      expect(counted).toBeGreaterThanOrEqual(deletedWhenReady)
      expect(counted).toBeLessThanOrEqual(deletedWhenReady + mayHaveCounted.length)
      if (gone.some(({ status }) => status === 'ready')) expect(counted).toBe(deletedWhenReady + mayHaveCounted.length)
      deletedWhenReady = counted
      for (const row of after.filter(({ status }) => status === 'failed'))
        expect([row.quotaPeriod, row.input === null]).toEqual([null, false])
      if (deletedWhenReady >= 2) {
        await giveEverythingBack(database, actor.userId, holding.length)
        deletedWhenReady = 0
      }
    }
  })

  it('grants the last summary to one of fifty concurrent requests in two processes', async () => {
    const { actor, context, contextOn, rows, client } = await openWorld(database, 'last@example.com')
    for (const content of ['first', 'second']) await createSummary(context, actor, { content }, null)
    const askFifty = async (round: string): Promise<string[]> => {
      const asked = Array.from({ length: 50 }, async (_, n) => {
        const content = `${round} ${n}`
        return createSummary(contextOn(n % 2 === 0 ? database : other), actor, { content }, null).then(
          () => 'made',
          (error: unknown) => (error instanceof AppError ? error.code : String(error)),
        )
      })
      return Promise.all(asked)
    }
    const made = (answers: string[]): number => answers.filter((answer) => answer === 'made').length
    const first = await askFifty('at once')
    expect(made(first)).toBe(1)
    expect(new Set(first)).toEqual(new Set(['made', 'upgrade_required']))
    expect((await client()).summariesUsed).toBe(3)

    // Two fail while fifty more are requested: as many succeed as were returned.
    const [one, two] = await rows()
    const [second] = await Promise.all([
      askFifty('again'),
      ...[one!, two!].map(async ({ id }) => failSummary(contextOn(other), id, new AppError('timed_out', 'too slow'))),
    ])
    const third = await askFifty('once more')
    expect(made(second) + made(third)).toBe(2)
    const { summariesUsed, usagePeriodStart } = await client()
    const held = (await rows()).filter(({ quotaPeriod }) => quotaPeriod !== null)
    expect([summariesUsed, held.length]).toEqual([3, 3])
    for (const { quotaPeriod } of held) expect(quotaPeriod).toEqual(usagePeriodStart)
  })

  it('resets when a plan begins, and each month', async () => {
    const { actor, context, client, rows } = await openWorld(database, 'plans@example.com')
    const { createdAt } = await client()
    const later = (days: number): Date => new Date(createdAt.getTime() + days * DAY_MS)
    const begin = async (planStartedAt: Date, now: Date, isNewPlan: boolean): Promise<void> =>
      database.db.transaction(async (tx) => restartUsage(tx, actor.userId, { planStartedAt, isNewPlan }, now))
    const reserveAt = async (now: Date): Promise<void> =>
      void (await database.db.transaction(async (tx) => reserveSummary(tx, catalogue, actor.userId, now)))
    const usedAt = async (now: Date): Promise<number> => toUser(await client(), now).summariesUsed
    await createSummary(context, actor, { content: 'one' }, null)

    await begin(later(15), later(15), false)
    expect(await client()).toMatchObject({ planStartedAt: later(15), usagePeriodStart: later(15), summariesUsed: 0 })
    await reserveAt(later(16))
    // The same plan continues.
    await begin(later(15), later(16), false)
    expect(await usedAt(later(16))).toBe(1)
    // A summary that began under the earlier plan returns nothing to it.
    await failSummary(context, (await rows())[0]!.id, new AppError('timed_out', 'too slow'))
    expect(await usedAt(later(16))).toBe(1)
    // Another plan, billed on the same day of the month.
    await begin(later(15), later(17), true)
    expect(await usedAt(later(17))).toBe(0)
    expect((await client()).planStartedAt).toEqual(later(15))
    await reserveAt(later(18))
    expect(await usedAt(later(18))).toBe(1)
    expect(await usedAt(later(50))).toBe(0)
  })

  it('starts no plan for a deleted user', async () => {
    await startPlan(database, '00000000-0000-4000-8000-000000000000', 3)
  })
})

/** A new month, in which only existing summaries count, so that the run doesn't end with an empty quota. */
async function giveEverythingBack({ db }: Database, userId: string, holding: number): Promise<void> {
  const user = await findUserById(db, userId)
  await db.transaction(async (tx) => {
    for (let n = holding; n < user!.summariesUsed; n += 1) await returnSummary(tx, userId, user!.usagePeriodStart)
  })
}

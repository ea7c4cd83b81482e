import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/server/db/database.ts'
import type { SummaryRow } from '../../src/server/db/schema/index.ts'
import { findUserById, insertUser, setSummaryLanguage } from '../../src/server/features/accounts/repo.ts'
import { loadCatalogue } from '../../src/server/features/plans/load-catalogue.ts'
import { giveBackSummary, reserveSummary, takeTurn } from '../../src/server/features/plans/reserve-summary.ts'
import { createSummary } from '../../src/server/features/summaries/create-summary.ts'
import { deleteOwnSummary } from '../../src/server/features/summaries/delete-summary.ts'
import { EventHub } from '../../src/server/features/summaries/event-hub.ts'
import { failSummary } from '../../src/server/features/summaries/fail-summary.ts'
import { finishSummary } from '../../src/server/features/summaries/finish-summary.ts'
import { retrySummary } from '../../src/server/features/summaries/retry-summary.ts'
import { nameOfMaking } from '../../src/server/features/summaries/same-work.ts'
import { systemClock } from '../../src/server/platform/clock.ts'
import { AppError } from '../../src/shared/errors.ts'
import { planOf } from '../../src/shared/plans/catalogue.ts'
import { isVideoUrl, parseSourceUrl } from '../../src/shared/source-url.ts'
import type { SummaryResult } from '../../src/shared/summary.ts'
import { engines, openTestDatabase } from '../support/product.ts'

const result: SummaryResult = {
  basicSummary: 'All of it.',
  advancedSummary: null,
  keyTakeaways: [],
  notableQuotes: [],
  language: 'en',
  engine: { id: 'hand', label: 'By hand' },
  coverage: { words: 1, wordsRead: 1, sections: 1, sectionsRead: 1 },
  usage: [],
}

/** Numbers from 0 up to 1, the same for every run (a linear congruential generator, numbers of Numerical Recipes). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** What may be refused: the quota is used up, or the summary is in another state by now. */
const refusals: ReadonlySet<string> = new Set(['upgrade_required', 'conflict', 'not_found'])

async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof AppError && refusals.has(error.code))) throw error
  })
}

describe.each(engines)('the quota on %s', (engine) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase(engine)
  })
  afterAll(async () => database.close())

  it.each([1, 2, 3])('is given back once for whatever fails or is deleted, in any order, round %i', async (seed) => {
    const random = createRandom(seed)
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
    const catalogue = loadCatalogue('standard')
    const { db } = database
    const person = { email: `quota${seed}@example.com`, password: 'x', firstName: 'A', lastName: 'B' }
    const user = await insertUser(db, person, new Date())
    const actor = { userId: user!.id, plan: null }
    const summarizer = { engine: result.engine, translates: false }
    const nothing = async (): Promise<void> => {}
    const deps = {
      db,
      clock: systemClock,
      hub: new EventHub(() => {}),
      summarizer,
      takeTurn,
      giveBack: giveBackSummary,
      reserve: async (...[tx, userId, now]: [Parameters<typeof takeTurn>[0], string, Date]) =>
        reserveSummary(tx, catalogue, userId, now),
      planOf: () => planOf(catalogue, null),
      longestTextLimit: 2500,
      enqueue: nothing,
      keepLanguage: setSummaryLanguage,
      parseUrl: parseSourceUrl,
      isVideo: isVideoUrl,
      files: {
        prepare: nothing,
        claim: async () => Promise.reject(new Error('no files here')),
        release: nothing,
        isKept: async () => false,
      },
    }
    const rows = async (): Promise<SummaryRow[]> =>
      db.query.summaries.findMany({ where: (table, { eq }) => eq(table.userId, actor.userId) })
    const madeWith = nameOfMaking(summarizer.engine, { advanced: false, language: undefined })
    let deletedWhenReady = 0

    const create = async (): Promise<void> => {
      const payload = pick([{ content: 'one' }, { content: 'two' }, { url: 'https://a.example' }])!
      await unlessRefused(createSummary(deps, actor, payload, null))
    }
    const actions: ((row: SummaryRow) => Promise<void>)[] = [
      async (row) => failSummary(deps, row.id, new AppError('timed_out', 'too slow')),
      async (row) => unlessRefused(retrySummary(deps, actor, row.id)),
      async (row) => {
        const contentHash = `${row.inputHash} ${random() < 0.5}`
        await finishSummary(deps, row.id, { contentHash, madeWith }, random() < 0.8 ? result : null, [])
      },
      async (row) => unlessRefused(deleteOwnSummary(deps, actor, row.id)),
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
      // One that was being made may have been finished a moment before it was deleted.
      const mayHaveCounted = gone.filter((row) => row.quotaPeriod !== null)
      const holding = after.filter(({ quotaPeriod }) => quotaPeriod !== null)
      const counted = (await findUserById(db, actor.userId))!.summariesUsed - holding.length
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
})

/** A new month in which only what is there counts, so that the run does not end with an empty quota. */
async function giveEverythingBack({ db }: Database, userId: string, holding: number): Promise<void> {
  const user = await findUserById(db, userId)
  await db.transaction(async (tx) => {
    for (let n = holding; n < user!.summariesUsed; n += 1) await giveBackSummary(tx, userId, user!.usagePeriodStart)
  })
}

import pino from 'pino'
import { openDatabase } from '../../src/server/composition/open-database.ts'
import { startProduct } from '../../src/server/composition/product.ts'
import type { Database } from '../../src/server/db/database.ts'
import { onlyOf } from '../../src/server/db/rows.ts'
import { users } from '../../src/server/db/schema/index.ts'
import { readConfig } from '../../src/server/platform/config/config.ts'
import { SECRET, signIn } from '../load/seed-users.ts'
import { type Call, callsOf, type Reader } from './calls.ts'
import { addUsers, type Group, groupsFor, takeTemplates } from './fill.ts'
import { measureQueue } from './jobs.ts'
import { bytesPerSummary, deletionOf, maintenanceCalls } from './maintenance.ts'
import { type Figures, measure } from './measure.ts'
import { addTemplates } from './templates.ts'

/** Summaries of the measured users, and of the others. */
const EACH = [10, 1000, 10_000]
/** Different texts. */
const TEMPLATES = 200
/** A filler user in this many may be deleted. */
const DELETED = 6

/** Results by what was measured, and by the number of summaries, or of jobs. */
export type Series = Map<string, Map<number, Figures>>

export interface GrowthReport {
  sizes: readonly number[]
  /** Requests by the number of the user's own summaries. */
  requests: Map<number, Series>
  maintenance: Series
  jobs: Series
  bytes: Map<number, Record<string, number>>
}

interface Options {
  /** Empty directory of the bundled PostgreSQL. */
  dataDir: string
  /** Numbers of summaries of all users, ascending. */
  sizes: readonly number[]
  /** Maximum number of jobs that wait. */
  jobs: number
  say?: (line: string) => void
}

async function record(series: Series, at: number, database: Database, calls: readonly Call[]): Promise<void> {
  for (const call of calls) {
    const figures = await measure(database, call)
    series.set(call.name, (series.get(call.name) ?? new Map<number, Figures>()).set(at, figures))
  }
}

const rowsIn = (groups: readonly Group[]): number =>
  groups.reduce((sum, { each, users: count }) => sum + each * count, 0)

/** Fills a database step by step, and measures the product on it at each step. */
export async function measureGrowth({ dataDir, sizes, jobs, say = () => {} }: Options): Promise<GrowthReport> {
  const environment = {
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '1000000',
    PLAN_CATALOGUE: 'home',
    SESSION_SECRET: SECRET,
  }
  const config = readConfig(environment)
  const log = pino({ level: 'warn' })
  const database = await openDatabase(config, log)
  const product = await startProduct(config, log, { database: { ...database, close: async () => {} } })
  const { db } = database
  const signing = { secret: SECRET, secure: false }
  const report: GrowthReport = { sizes, requests: new Map(), maintenance: new Map(), jobs: new Map(), bytes: new Map() }
  try {
    const template = await onlyOf(
      db.insert(users).values({ email: 'template@example.com' }).returning({ id: users.id }),
    )
    const [templateCookie = ''] = await signIn(db, [template.id], signing)
    await addTemplates(product.app, templateCookie, Math.min(TEMPLATES, Math.ceil((sizes[0] ?? 0) / 20)))
    await takeTemplates(db, template.id)

    const each = EACH.filter((count) => count <= (sizes[0] ?? 0))
    const added = await addUsers(
      db,
      each.map((count) => ({ each: count, users: 1 })),
      'reader',
    )
    const readerIds = added.flat()
    const cookies = await signIn(db, readerIds, signing)
    const readers = each.map((count, n): Reader => ({ each: count, userId: readerIds[n]!, cookie: cookies[n]! }))
    let filled = each.reduce((sum, count) => sum + count, 0)
    for (const size of sizes) {
      say(`filling up to ${size} summaries`)
      const groups = groupsFor(Math.max(0, size - filled), each)
      const fillers = groups.length === 0 ? [] : await addUsers(db, groups, `filler${size}-`)
      filled += rowsIn(groups)
      report.bytes.set(size, await bytesPerSummary(database))
      for (const reader of readers) {
        say(`measuring a user with ${reader.each}`)
        const series = report.requests.get(reader.each) ?? new Map()
        report.requests.set(reader.each, series)
        await record(series, size, database, await callsOf(product.app, db, reader))
        const at = groups.findIndex((group) => group.each === reader.each)
        const deleted = (fillers[at] ?? []).slice(0, DELETED)
        if (deleted.length === DELETED) await record(series, size, database, [deletionOf(database, deleted)])
      }
      await record(report.maintenance, size, database, maintenanceCalls(database))
    }
    await product.close()
    say('measuring the job queue')
    report.jobs = await measureQueue(database, log, [1, Math.ceil(jobs / 100), jobs])
  } finally {
    await product.close()
    await database.close()
  }
  return report
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { openDatabase } from '../../src/server/composition/open-database.ts'
import { startProduct } from '../../src/server/composition/product.ts'
import type { Database } from '../../src/server/db/database.ts'
import { onlyOf } from '../../src/server/db/rows.ts'
import { users } from '../../src/server/db/schema/index.ts'
import { readConfig } from '../../src/server/platform/config/config.ts'
import { SECRET, signIn } from '../load/seed-users.ts'
import { callsOf, type Reader } from './calls.ts'
import { addUsers, groupsFor, takeTemplates } from './fill.ts'
import { measureQueue } from './jobs.ts'
import { bytesPerSummary, deletionOf, maintenanceCalls } from './maintenance.ts'
import { measureCalls, type Series, type SizedCall } from './measure.ts'
import { addTemplates } from './templates.ts'

/** Summaries of the measured users, and of the others. */
const EACH = [10, 1000, 10_000]
/** Different texts. */
const TEMPLATES = 200
/** Filler users of a size whose accounts are deleted. */
const DELETED = 6

export interface GrowthReport {
  /** Requests by the number of the user's own summaries. */
  requests: Map<number, Series>
  maintenance: Series
  jobs: Series
  bytes: Map<number, Record<string, number>>
}

interface Options {
  /** Numbers of summaries of all users, ascending. */
  sizes: readonly number[]
  /** Maximum number of jobs that wait. */
  jobs: number
  say?: (line: string) => void
}

const log = pino({ level: 'warn' })

/** The product on a database with some number of summaries. */
interface Place {
  size: number
  database: Database
  app: FastifyInstance
  readers: Reader[]
  /** Accounts to delete, by the number of their summaries. */
  doomed: Map<number, string[]>
  close: () => Promise<void>
}

/** Opens the bundled PostgreSQL in a directory that goes with it. */
async function openBundled(environment: Record<string, string> = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'precis-growth-'))
  const config = readConfig({ ...environment, DATA_DIR: dataDir })
  const database = await openDatabase(config, log)
  const close = async (): Promise<void> => {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { config, database: { ...database, close } }
}

async function fillPlace({ size, database: { db }, app, readers, doomed }: Place, each: readonly number[]) {
  const signing = { secret: SECRET, secure: false }
  const template = await onlyOf(db.insert(users).values({ email: 'template@example.com' }).returning({ id: users.id }))
  const [cookie = ''] = await signIn(db, [template.id], signing)
  await addTemplates(app, cookie, Math.min(TEMPLATES, Math.ceil(size / 20)))
  await takeTemplates(db, template.id)
  const own = each.map((count) => ({ each: count, users: 1 }))
  const ids = (await addUsers(db, own, 'reader')).flat()
  const cookies = await signIn(db, ids, signing)
  readers.push(...each.map((count, n) => ({ each: count, userId: ids[n]!, cookie: cookies[n]! })))
  const groups = groupsFor(Math.max(0, size - each.reduce((sum, count) => sum + count, 0)), each)
  const fillers = groups.length === 0 ? [] : await addUsers(db, groups, 'filler')
  for (const [n, group] of groups.entries())
    if (group.users >= DELETED) doomed.set(group.each, (fillers[n] ?? []).slice(0, DELETED))
}

async function openPlace(size: number, each: readonly number[]): Promise<Place> {
  const environment = { RATE_LIMIT_FACTOR: '1000000', PLAN_CATALOGUE: 'home', SESSION_SECRET: SECRET }
  const { config, database } = await openBundled(environment)
  const { app, close } = await startProduct(config, log, { database })
  const place: Place = { size, database, app, readers: [], doomed: new Map(), close }
  try {
    await fillPlace(place, each)
    return place
  } catch (error) {
    await close()
    throw error
  }
}

async function callsOfReader({ size, database, app, readers, doomed }: Place, each: number): Promise<SizedCall[]> {
  const reader = readers.find((one) => one.each === each)
  const calls = reader === undefined ? [] : await callsOf(app, database.db, reader)
  const accounts = doomed.get(each)
  const all = accounts === undefined ? calls : [...calls, deletionOf(database, accounts)]
  return all.map((call) => ({ size, database, call }))
}

/** Measures the job queue on a database of its own. */
async function measureJobs(jobs: number): Promise<Series> {
  const { database } = await openBundled()
  try {
    return await measureQueue(database, log, [1, Math.ceil(jobs / 100), jobs])
  } finally {
    await database.close()
  }
}

/** Fills a database for each number of summaries, and measures the product on all of them in turn. */
export async function measureGrowth({ sizes, jobs, say = () => {} }: Options): Promise<GrowthReport> {
  const each = EACH.filter((count) => count <= (sizes[0] ?? 0))
  const places: Place[] = []
  const report: GrowthReport = { requests: new Map(), maintenance: new Map(), jobs: new Map(), bytes: new Map() }
  try {
    for (const size of sizes) {
      say(`filling a database with ${size} summaries`)
      const place = await openPlace(size, each)
      places.push(place)
      report.bytes.set(size, await bytesPerSummary(place.database))
    }
    for (const count of each) {
      say(`measuring a user with ${count} summaries`)
      const calls = await Promise.all(places.map(async (place) => callsOfReader(place, count)))
      report.requests.set(count, await measureCalls(calls.flat()))
    }
    report.maintenance = await measureCalls(
      places.flatMap(({ size, database }) => maintenanceCalls(database).map((call) => ({ size, database, call }))),
    )
  } finally {
    for (const place of places) await place.close()
  }
  say('measuring the job queue')
  report.jobs = await measureJobs(jobs)
  return report
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { DurablePglite } from '../src/server/db/durable-pglite.ts'

const COMMITS = 200
const ROUNDS = 5

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Times of single commits, in milliseconds. */
async function measure(pglite: PGlite): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < COMMITS; n += 1) {
    const startedAt = performance.now()
    await pglite.query('INSERT INTO commits (text) VALUES ($1)', ['a row of the usual length, '.repeat(40)])
    times.push(performance.now() - startedAt)
  }
  return times
}

/**
 * What it costs the embedded database that a commit is on the disk before it is answered, against PGlite as it comes,
 * which syncs nothing. The argument names a folder on the disk that is asked about; else it is that of temporary files.
 */
export async function main([on = tmpdir()]: string[]): Promise<void> {
  const folder = await mkdtemp(path.join(on, 'precis-bench-'))
  try {
    const databases = {
      'synced, as the product opens it': await DurablePglite.open(path.join(folder, 'synced')),
      'PGlite as it comes': await PGlite.create(path.join(folder, 'plain')),
    }
    const times = new Map<string, number[]>()
    for (const pglite of Object.values(databases)) await pglite.exec('CREATE TABLE commits (id serial, text text)')
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, pglite] of Object.entries(databases)) {
        times.set(name, [...(times.get(name) ?? []), ...(await measure(pglite))])
      }
    }
    const medians = [...times].map(([name, all]) => [name, median(all)] as const)
    console.table(Object.fromEntries(medians.map(([name, ms]) => [name, { 'median ms a commit': ms.toFixed(2) }])))
    const [synced = Number.NaN, plain = Number.NaN] = medians.map(([, ms]) => ms)
    console.log(`A synced commit takes x ${(synced / plain).toFixed(2)}`)
    for (const pglite of Object.values(databases)) await pglite.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import pino from 'pino'
import { startBundledPostgres } from '../src/server/db/bundled/bundled-postgres.ts'
import { medianOf } from './load/times.ts'

const COMMITS = 200
const ROUNDS = 5

/** Times of single commits, in milliseconds. */
async function measure(client: Client): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < COMMITS; n += 1) {
    const startedAt = performance.now()
    await client.query('INSERT INTO commits (text) VALUES ($1)', ['a row of the usual length, '.repeat(40)])
    times.push(performance.now() - startedAt)
  }
  return times
}

/**
 * Measures the cost of durable commits in the bundled PostgreSQL, against the same without waiting for the disk. The
 * argument names a directory on the disk to measure, instead of the one for temporary files.
 */
export async function main([on = tmpdir()]: string[]): Promise<void> {
  const folder = await mkdtemp(path.join(on, 'precis-bench-'))
  const bundled = await startBundledPostgres(folder, pino({ level: 'silent' }), { replaceMissing: false })
  const client = new Client({ connectionString: bundled.url })
  await client.connect()
  try {
    await client.query('CREATE TABLE commits (id serial, text text)')
    const times: Record<'on' | 'off', number[]> = { on: [], off: [] }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const waits of ['on', 'off'] as const) {
        await client.query(`SET synchronous_commit = ${waits}`)
        times[waits].push(...(await measure(client)))
      }
    }
    const [durable, asynchronous] = [medianOf(times.on), medianOf(times.off)]
    console.table({ 'durable, as the product runs': durable, 'synchronous_commit off': asynchronous })
    console.log(`A durable commit takes x ${(durable / asynchronous).toFixed(2)}`)
  } finally {
    await client.end()
    await bundled.close()
    await rm(folder, { recursive: true, force: true })
  }
}

import type { Database } from '../../src/server/db/database.ts'
import { shareOf } from '../load/times.ts'
import type { Call } from './calls.ts'
import { type Touched, touchedBy } from './touched.ts'

/** Response times in milliseconds, and what one request reads. */
export interface Figures extends Touched {
  p50: number
  p95: number
}

/** Results by what was measured, and by the number of summaries or jobs. */
export type Series = Map<string, Map<number, Figures>>

/** The same kind of request to a database with some number of summaries or jobs. */
export interface SizedCall {
  size: number
  database: Database
  call: Call
}

const WARM_UP = 3

/** Measures a kind of request to all databases in turn, so that other load affects all of them. */
async function measureCall(calls: readonly SizedCall[]): Promise<Map<number, Figures>> {
  const measured: { size: number; touched: Touched; times: number[]; call: Call }[] = []
  for (const { size, database, call } of calls)
    measured.push({ size, call, times: [], touched: await touchedBy(database, async () => call.send(0)) })
  const runs = Math.max(...calls.map(({ call }) => call.runs))
  for (let n = 1; n < runs; n += 1) {
    for (const { times, call } of measured) {
      const start = performance.now()
      await call.send(n)
      // The first requests load pages and compile.
      if (n >= WARM_UP) times.push(performance.now() - start)
    }
  }
  return new Map(
    measured.map(({ size, touched, times }) => {
      return [size, { p50: shareOf(times, 0.5), p95: shareOf(times, 0.95), ...touched }]
    }),
  )
}

/** Measures requests, those of the same name together. */
export async function measureCalls(calls: readonly SizedCall[]): Promise<Series> {
  const series: Series = new Map()
  for (const [name, same] of Map.groupBy(calls, ({ call }) => call.name)) series.set(name, await measureCall(same))
  return series
}

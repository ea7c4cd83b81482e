import type { Database } from '../../src/server/db/database.ts'
import { shareOf } from '../load/percentile.ts'
import type { Call } from './calls.ts'
import { type Touched, touchedBy } from './touched.ts'

const WARM_UP = 3

/** Response times in milliseconds, and what one request reads. */
export interface Figures extends Touched {
  p50: number
  p95: number
}

/** Measures a kind of request, one at a time, and then what one of them reads. */
export async function measure(database: Database, { runs, send }: Call): Promise<Figures> {
  // The first requests load pages and compile; a call that uses something up can spare none.
  const touched = await touchedBy(database, async () => send(0))
  const times: number[] = []
  for (let n = 1; n < runs; n += 1) {
    const start = performance.now()
    await send(n)
    if (n >= WARM_UP) times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  return { p50: shareOf(times, 0.5), p95: shareOf(times, 0.95), ...touched }
}

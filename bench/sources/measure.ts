import type { Item } from './items.ts'
import { judge, type Outcome, type Quality } from './quality.ts'
import { outcomeOf, type Reader } from './readers.ts'

/** Rounds in which the readers alternate; the fastest of each counts, which reduces noise. */
const ROUNDS = 2

/** Peak memory of this process so far, in MB. */
export const peakMegabytes = (): number => Math.round((process.resourceUsage().maxRSS * 1024) / 1e6)

export interface Run {
  name: string
  quality: Quality
  outcomes: Outcome[]
  /** Fastest round over all items. */
  seconds: number
}

export interface Measured {
  /** In the order of the readers: the product's own, then its peers. */
  runs: Run[]
  /** Peak memory of the process once only the product's reader had read everything. */
  peakMegabytes: number
}

async function readAll(reader: Reader, items: readonly Item[]): Promise<{ outcomes: Outcome[]; seconds: number }> {
  const outcomes: Outcome[] = []
  const start = performance.now()
  for (const item of items) outcomes.push(await outcomeOf(reader, item))
  return { outcomes, seconds: (performance.now() - start) / 1000 }
}

/** Reads all items with each reader, in turns, after a warm-up round. */
export async function measure(
  readers: readonly (readonly [name: string, Reader])[],
  items: readonly Item[],
): Promise<Measured> {
  const runs: Run[] = []
  let peak = 0
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, [name, reader]] of readers.entries()) {
      const { outcomes, seconds } = await readAll(reader, items)
      if (round === 0 && at === 0) peak = peakMegabytes()
      const known = runs[at]
      if (known === undefined) runs.push({ name, quality: judge(items, outcomes), outcomes, seconds: Infinity })
      else known.seconds = Math.min(known.seconds, seconds)
    }
  }
  return { runs, peakMegabytes: peak }
}

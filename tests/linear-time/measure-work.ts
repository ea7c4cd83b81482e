/**
 * Prints how much work the text functions do for 1,024, 4,096 and 16,384 characters of each unit, as JSON lines.
 * An argument limits them to functions whose names contain it.
 *
 * Work is the number of blocks of code that V8 executes, as its precise coverage counts them, and the characters and
 * elements that `indexOf` and `includes` pass over. Both are the same on every machine, so no clock decides. Coverage
 * counts only what is compiled after it starts: hence a process of its own, which imports the functions afterwards.
 * Coverage doesn't see into regular expressions, which tests/architecture/expressions.test.ts judges.
 */
import { Session } from 'node:inspector/promises'

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
const { measuredFunctions, SIZES, units } = await import('./text-functions.ts')

let passed = 0

for (const prototype of [String.prototype, Array.prototype]) {
  const { indexOf } = prototype
  const search = function (this: string & unknown[], wanted: string, from = 0): number {
    const found: number = indexOf.call(this, wanted, from)
    passed += (found === -1 ? this.length : found) - from
    return found
  }
  Object.assign(prototype, { indexOf: search })
}

/** Work since the last call. */
async function takeWork(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const counts = result
    .filter(({ url }) => url.startsWith('file:') && url !== import.meta.url)
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
  const work = counts.reduce((sum, count) => sum + count, passed)
  passed = 0
  return work
}

await takeWork()
const [only = ''] = process.argv.slice(2)
for (const [name, run] of Object.entries(measuredFunctions)) {
  if (!name.includes(only)) continue
  for (const unit of units) {
    const work: number[] = []
    for (const size of SIZES) {
      const text = unit.repeat(size / unit.length)
      try {
        await Promise.resolve(run(text))
      } catch {
        // Many of these texts are refused; refusing takes linear time, too.
      }
      work.push(await takeWork())
    }
    console.log(JSON.stringify({ name, unit, work }))
  }
}

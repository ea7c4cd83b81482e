import { expect, test } from 'vitest'
import { measureGrowth } from './run.ts'

const FEW = 1100
const MANY = 5000
const JOBS = 2000
/** Small tables of users and sessions are read whole; summaries and sources must not be. */
const MAX_MORE_ROWS = 1000

test('requests and maintenance read no more rows when other users have more summaries', {
  timeout: 300_000,
}, async () => {
  const report = await measureGrowth({ sizes: [FEW, MANY], jobs: JOBS })
  expect([...report.requests.keys()]).toEqual([10, 1000])
  // A user with a fifth of all rows may well have the whole table read.
  const measured = [report.requests.get(10), report.maintenance].flatMap((series) => Array.from(series ?? []))
  expect(measured.length).toBeGreaterThan(15)
  const grown = measured.filter(([, bySize]) => {
    const [few, many] = [bySize.get(FEW), bySize.get(MANY)]
    return few === undefined || many === undefined || many.rows - few.rows > MAX_MORE_ROWS
  })
  expect(grown).toEqual([])
  const taken = report.jobs.get('take and complete a job')
  expect(taken?.get(JOBS)?.rows).toBeLessThan(100)
})

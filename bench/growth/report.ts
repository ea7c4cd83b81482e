import type { Figures, Series } from './measure.ts'
import type { GrowthReport } from './run.ts'

const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const kilobytes = (bytes: number): string => `${count.format(bytes / 1024)} kB`

/** One line for each measurement: its figures at each size, and the last against the first. */
function tableOf(series: Series): Record<string, Record<string, string>> {
  return Object.fromEntries(
    [...series].map(([name, bySize]) => {
      const columns = [...bySize].map(([size, { p50, p95, rows, bytes, walBytes }]): [string, string] => [
        count.format(size),
        `${p50.toFixed(1)} / ${p95.toFixed(1)} ms, ${count.format(rows)} rows, ${kilobytes(bytes)}, ${kilobytes(walBytes)}`,
      ])
      return [name, { ...Object.fromEntries(columns), 'p50, last : first': growthOf(bySize).toFixed(2) }]
    }),
  )
}

/** Median of the largest size as a multiple of that of the smallest. */
function growthOf(bySize: ReadonlyMap<number, Pick<Figures, 'p50'>>): number {
  const all = [...bySize.values()]
  return (all.at(-1)?.p50 ?? Number.NaN) / (all[0]?.p50 ?? Number.NaN)
}

/** Ratio of the largest size to the smallest that a request of the same user may have. */
const MAX_GROWTH = 1.5

/** Prints p50 and p95, and rows and bytes read and bytes logged by one request, for each number of summaries in all. */
export function printReport({ requests, maintenance, jobs, bytes }: GrowthReport): void {
  console.log('\nBytes per summary')
  console.table(
    Object.fromEntries(
      [...bytes].map(([size, parts]) => [
        count.format(size),
        Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, count.format(value)])),
      ]),
    ),
  )
  for (const [each, series] of requests) {
    console.log(
      `\nRequests of a user with ${count.format(each)} summaries, by the summaries of all users: p50 / p95, rows, bytes, log`,
    )
    console.table(tableOf(series))
  }
  const grown = [...requests].flatMap(([each, series]) =>
    [...series].filter(([, bySize]) => growthOf(bySize) > MAX_GROWTH).map(([name]) => `${name} (${each})`),
  )
  console.log(`\nGrew more than ${MAX_GROWTH} times: ${grown.join('; ') || 'nothing'}`)
  console.log('\nMaintenance, by the summaries of all users')
  console.table(tableOf(maintenance))
  console.log('\nJob queue, by the jobs that wait')
  console.table(tableOf(jobs))
}

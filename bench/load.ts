import { type MakingReport, makeMany } from './load/create-summaries.ts'
import { type Figures, type KindFigures, measureRequests } from './load/requests.ts'
import { shareOf } from './load/times.ts'

const rowOf = ({ perSecond, p50, p95, p99 }: Figures) => ({
  'requests/s': Math.round(perSecond),
  'p50 ms': p50.toFixed(1),
  'p95 ms': p95.toFixed(1),
  'p99 ms': p99.toFixed(1),
})

const ratioOf = (of: Figures, to: Figures) => ({
  'requests/s': `x ${(of.perSecond / to.perSecond).toFixed(2)}`,
  'p50 ms': `x ${(of.p50 / to.p50).toFixed(2)}`,
  'p95 ms': `x ${(of.p95 / to.p95).toFixed(2)}`,
  'p99 ms': `x ${(of.p99 / to.p99).toFixed(2)}`,
})

function printKind(name: string, { large, small }: KindFigures): void {
  console.log(`\n${name}`)
  console.table({
    '100,000 summaries of 1,000 people': rowOf(large.ours),
    '  a bare route, the same rows': rowOf(large.bare),
    '  against the bare route': ratioOf(large.ours, large.bare),
    '1,000 summaries of 10 people': rowOf(small.ours),
    '  100,000 against 1,000': ratioOf(large.ours, small.ours),
    '  a bare route, the same rows, 1,000': rowOf(small.bare),
    '  bare, 100,000 against 1,000': ratioOf(large.bare, small.bare),
  })
}

function printMaking(title: string, report: MakingReport): boolean {
  const { seconds, modelSeconds, ready, latencies, memory, findings } = report
  const at = (share: number): string => `${(shareOf(latencies, share) / 1000).toFixed(1)} s`
  console.log(`\n${title}`)
  console.log(`  ready:        ${ready} in ${seconds.toFixed(0)} s`)
  console.log(`  beside what the model alone takes, always at work: x ${(seconds / modelSeconds).toFixed(2)}`)
  console.log(`  a summary:    p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`)
  console.table(
    Object.fromEntries(
      [...memory].map(([name, { before, second, last, most }]) => [
        name,
        {
          'MB before': Math.round(before),
          'second quarter': Math.round(second),
          'last quarter': Math.round(last),
          most: Math.round(most),
          'last against second': `x ${(last / second).toFixed(2)}`,
        },
      ]),
    ),
  )
  console.log(`  findings:     ${findings.length}`)
  for (const finding of findings) console.log(`    ${finding}`)
  return findings.length === 0
}

/**
 * Load tests. `making`: 100 users each request five summaries concurrently, and none may be lost or created twice.
 * `requests`: requests per second, against a bare Fastify route with one indexed query over the same rows, and how that
 * changes as the database grows.
 */
export async function main([part, ...rest]: string[]): Promise<void> {
  if ((part !== undefined && part !== 'making' && part !== 'requests') || rest.length > 0)
    throw new Error('usage: load [making | requests]')
  if (part !== 'requests') {
    const fine = [
      printMaking(
        '500 summaries by 100 people: one web process and two workers on PostgreSQL',
        await makeMany('cluster'),
      ),
      printMaking('500 summaries by 100 people: one process on the bundled database', await makeMany('bundled')),
    ]
    if (fine.includes(false)) process.exitCode = 1
  }
  if (part !== 'making') await measureRequests({ seconds: 2, rounds: 3, connections: [16, 1] }, printKind)
}

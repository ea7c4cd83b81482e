import { totalOf } from './chaos/ledger.ts'
import { chaosOnBundled, chaosOnPostgres } from './chaos/parts.ts'
import { type ReplacementReport, replaceUnderLoad } from './chaos/replacement.ts'
import type { ChaosReport } from './chaos/run.ts'

const parts = ['postgres', 'bundled', 'replacement', 'pooler'] as const
type Part = (typeof parts)[number]

const usage = `usage: chaos [SECONDS] [${parts.join(' | ')}] [--seed NUMBER]`
const SECONDS = 120
const PEOPLE = { chaos: 12, replacement: 8 }
const SHOWN = 40

const counts = (of: ReadonlyMap<string, number>): string =>
  [...of].map(([name, count]) => `${count} ${name}`).join(', ')

function printFindings(findings: readonly string[]): boolean {
  console.log(`  findings:     ${findings.length}`)
  for (const finding of findings.slice(0, SHOWN)) console.log(`    ${finding}`)
  return findings.length === 0
}

function printChaos(title: string, { ledger, faults, seconds, hadDisk }: ChaosReport & { hadDisk: boolean }): boolean {
  console.log(`\n${title}: ${Math.round(seconds)} s, ${totalOf(faults)} faults`)
  console.log(`  faults:       ${counts(faults)}`)
  if (!hadDisk) console.log('  skipped:      full disks, since only root may mount small ones')
  console.log(`  acknowledged: ${totalOf(ledger.acknowledged)} (${counts(ledger.acknowledged)})`)
  console.log(`  unanswered:   ${totalOf(ledger.unanswered)} (${counts(ledger.unanswered)})`)
  return printFindings(ledger.findings)
}

function printReplacement({ ledger, seconds, ...report }: ReplacementReport): boolean {
  console.log(`\nTwo web processes and two workers replaced under load: ${Math.round(seconds)} s`)
  console.table([report])
  return printFindings(ledger.findings)
}

interface Wanted {
  seconds: number
  seed: number
  chosen: readonly Part[]
}

function wantedOf(args: readonly string[]): Wanted {
  const seedAt = args.indexOf('--seed')
  const seed = seedAt === -1 ? 1 : Number(args[seedAt + 1])
  const plain = seedAt === -1 ? args : args.toSpliced(seedAt, 2)
  const numbers = plain.filter((arg) => /^\d+$/.test(arg))
  const names = plain.filter((arg) => !/^\d+$/.test(arg))
  // The pooler must be installed, so it runs only on request.
  const chosen = parts.filter((part) => (names.length === 0 ? part !== 'pooler' : names.includes(part)))
  const isUnderstood =
    Number.isInteger(seed) && numbers.length <= 1 && (names.length === 0 || chosen.length === names.length)
  if (!isUnderstood) throw new Error(usage)
  return { seconds: Number(numbers[0] ?? SECONDS), seed, chosen }
}

/**
 * Causes real failures while simulated users use the product, and compares the responses with the final state: nothing
 * acknowledged is lost, nothing is done twice, and no counter drifts. Then replaces all processes under load, which
 * must not be noticeable. Each part takes the given seconds plus the time to settle.
 */
export async function main(args: string[]): Promise<void> {
  const { seconds, seed, chosen } = wantedOf(args)
  const fine: boolean[] = []
  for (const part of chosen) {
    let until = Number.POSITIVE_INFINITY
    // The time starts once the servers are ready.
    const goOn = (done: number): boolean => {
      if (done === 0) until = performance.now() + seconds * 1000
      return performance.now() < until
    }
    const wanted = { seed, users: PEOPLE.chaos, goOn, pauseMs: [500, 3000] as const }
    if (part === 'postgres')
      fine.push(printChaos('Two web processes and two workers on PostgreSQL', await chaosOnPostgres(wanted)))
    if (part === 'pooler')
      fine.push(printChaos('The same through PgBouncer', await chaosOnPostgres(wanted, { pooled: true })))
    if (part === 'bundled') fine.push(printChaos('One process on the bundled database', await chaosOnBundled(wanted)))
    if (part === 'replacement') fine.push(printReplacement(await replaceUnderLoad({ users: PEOPLE.replacement, goOn })))
  }
  if (fine.includes(false)) process.exitCode = 1
}

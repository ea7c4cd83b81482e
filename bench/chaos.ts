import { chaosOnEmbedded, chaosOnPostgres } from './chaos/parts.ts'
import { totalOf } from './chaos/ledger.ts'
import type { ChaosReport } from './chaos/run.ts'

const usage = 'usage: chaos [SECONDS] [postgres | embedded | replacement] [--seed NUMBER]'
const SECONDS = 120
const PEOPLE = 12
const SHOWN = 40

function print(title: string, { ledger, faults, seconds }: ChaosReport): boolean {
  const counts = (of: ReadonlyMap<string, number>): string =>
    [...of].map(([name, count]) => `${count} ${name}`).join(', ')
  console.log(`\n${title}: ${Math.round(seconds)} s, ${totalOf(faults)} faults`)
  console.log(`  faults:       ${counts(faults)}`)
  console.log(`  acknowledged: ${totalOf(ledger.acknowledged)} (${counts(ledger.acknowledged)})`)
  console.log(`  unanswered:   ${totalOf(ledger.unanswered)} (${counts(ledger.unanswered)})`)
  console.log(`  findings:     ${ledger.findings.length}`)
  for (const finding of ledger.findings.slice(0, SHOWN)) console.log(`    ${finding}`)
  return ledger.findings.length === 0
}

export async function main(args: string[]): Promise<void> {
  const seedAt = args.indexOf('--seed')
  const seed = seedAt === -1 ? 1 : Number(args[seedAt + 1])
  const plain = args.filter((_, n) => seedAt === -1 || (n !== seedAt && n !== seedAt + 1))
  const seconds = Number(plain.find((arg) => /^\d+$/.test(arg)) ?? SECONDS)
  const part = plain.find((arg) => !/^\d+$/.test(arg))
  const until = () => {
    const end = performance.now() + seconds * 1000
    return () => performance.now() < end
  }
  let fine = true
  const wanted = { seed, people: PEOPLE, pauseMs: [500, 3000] as const }
  if (part === undefined || part === 'postgres')
    fine = print('Two web processes and two workers on PostgreSQL', await chaosOnPostgres({ ...wanted, goOn: until() })) && fine
  if (part === undefined || part === 'embedded')
    fine = print('One process on the embedded database', await chaosOnEmbedded({ ...wanted, goOn: until() })) && fine
  if (!fine) process.exitCode = 1
}

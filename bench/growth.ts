import { parseArgs } from 'node:util'
import { printReport } from './growth/report.ts'
import { measureGrowth } from './growth/run.ts'

const USAGE = 'usage: growth [SUMMARIES…] [--jobs WAITING]'

const numberOf = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(USAGE)
  return value
}

/**
 * Measures how requests, maintenance and the job queue grow with the number of summaries of all users, and of their
 * user, on the bundled PostgreSQL. Names the requests that take more than 1.5 times as long among many as among few.
 */
export async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { jobs: { type: 'string', default: '100000' } },
  })
  const sizes = (positionals.length === 0 ? ['11010', '100000', '1000000'] : positionals).map(numberOf)
  const say = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)
  printReport(await measureGrowth({ sizes: sizes.toSorted((a, b) => a - b), jobs: numberOf(values.jobs), say }))
}

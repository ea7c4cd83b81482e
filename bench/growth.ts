import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
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
 * user, on the bundled PostgreSQL. Fails if a request of a user takes more than half as long again among many as among few.
 */
export async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { jobs: { type: 'string', default: '100000' } },
  })
  const sizes = (positionals.length === 0 ? ['10000', '100000', '1000000'] : positionals).map(numberOf)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'precis-growth-'))
  try {
    const say = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)
    printReport(
      await measureGrowth({ dataDir, sizes: sizes.toSorted((a, b) => a - b), jobs: numberOf(values.jobs), say }),
    )
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createParserPool } from '../src/ingest/parsing/parser-pool.ts'
import { type FuzzResult, fileOfRound, fuzz } from './fuzz/run.ts'
import { seeds } from './fuzz/seeds.ts'

const ROUNDS = 10_000

/** A valid file takes milliseconds; one that takes this long counts as hanging. */
const HANG_MS = 10_000
const MAX_BYTES = 512 * 1024 * 1024

const usage = `usage: fuzz [ROUNDS] [${Object.keys(seeds).join(' | ')} ...] [--from ROUND] [--save FILE]`

interface Wanted {
  rounds: number
  formats: string[]
  from: number
  saveAs: string | undefined
}

function wantedOf(args: readonly string[]): Wanted {
  const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const plain = args.filter((arg, at) => !arg.startsWith('--') && !args[at - 1]?.startsWith('--'))
  const rounds = plain.map(Number).find((value) => Number.isInteger(value)) ?? ROUNDS
  const formats = plain.filter((arg) => Number.isNaN(Number(arg)))
  if (formats.some((format) => !(format in seeds))) throw new Error(usage)
  const all = formats.length === 0 ? Object.keys(seeds) : formats
  return { rounds, formats: all, from: Number(option('--from') ?? 0), saveAs: option('--save') }
}

function print({
  format,
  rounds,
  counts,
  codes,
  faults,
  slowest,
  seconds,
  peakBytes,
}: FuzzResult & { peakBytes: number }): void {
  console.table([
    {
      format,
      rounds,
      ...counts,
      'slowest ms': Math.round(slowest.ms),
      'ms a round': ((seconds * 1000) / rounds).toFixed(1),
      'peak MB': Math.round(peakBytes / 1e6),
    },
  ])
  console.log([...codes].map(([code, count]) => `${count} ${code}`).join(', '))
  for (const [what, where] of faults) console.log(`${where.length} x ${what}; rounds ${where.slice(0, 5).join(', ')}`)
}

/** Reads mutated files of one format; returns whether none caused a fault. */
async function fuzzFormat(format: string, rounds: number, from: number): Promise<boolean> {
  const pool = createParserPool({ threads: 1, limits: { baseMs: HANG_MS, perMiBMs: 0 } })
  const result = await fuzz(pool, format, rounds, from)
  await pool.close()
  const peakBytes = process.resourceUsage().maxRSS * 1024
  print({ ...result, peakBytes })
  const { breakdown, excess, crash } = result.counts
  return breakdown + excess + crash === 0 && peakBytes <= MAX_BYTES
}

/** The same in a separate process, with its own memory. */
function fuzzApart(format: string, rounds: number, from: number): boolean {
  const script = join(import.meta.dirname, 'run.mjs')
  const args = ['--expose-gc', script, 'fuzz', String(rounds), format, '--from', String(from)]
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0
}

/**
 * Reads mutated files of every format through the pool, and fails if one breaks its reader, or exceeds the limits of
 * thread, time or memory. A round is the same in every run: `fuzz 1 pdf --from 4711` repeats one, `--save FILE` keeps
 * its file.
 */
export async function main(args: string[]): Promise<void> {
  const { rounds, formats, from, saveAs } = wantedOf(args)
  const [only = ''] = formats
  if (saveAs !== undefined) {
    writeFileSync(saveAs, fileOfRound(only, from).bytes)
    return
  }
  const failed: string[] = []
  for (const format of formats) {
    const fine = formats.length === 1 ? await fuzzFormat(format, rounds, from) : fuzzApart(format, rounds, from)
    if (!fine) failed.push(format)
  }
  if (failed.length === 0) return
  if (formats.length > 1) console.log(`Failed: ${failed.join(', ')}.`)
  process.exitCode = 1
}

import { writeFileSync } from 'node:fs'
import { createParserPool } from '../src/ingest/parsing/parser-pool.ts'
import { type FuzzResult, fileOfRound, fuzz } from './fuzz/run.ts'
import { seeds } from './fuzz/seeds.ts'

const ROUNDS = 10_000

/** A sound file takes milliseconds; one that takes so long, however it is broken, is as good as hanging. */
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

function print(results: readonly FuzzResult[]): void {
  console.table(
    results.map(({ format, rounds, counts, slowest, seconds, peakBytes }) => ({
      format,
      rounds,
      ...counts,
      'slowest ms': Math.round(slowest.ms),
      'ms a round': ((seconds * 1000) / rounds).toFixed(1),
      'peak MB': Math.round(peakBytes / 1e6),
    })),
  )
  for (const { format, codes, faults } of results) {
    console.log(`${format}: ${[...codes].map(([code, count]) => `${count} ${code}`).join(', ')}`)
    for (const [what, rounds] of faults) {
      console.log(`  ${rounds.length} x ${what}; rounds ${rounds.slice(0, 5).join(', ')}`)
    }
  }
}

/**
 * Reads mutated files of every format through the pool, and fails where one breaks its reader, or takes the
 * thread, the time or the memory.
 * A round is the same in every run: `fuzz 1 pdf --from 4711` repeats one, `--save FILE` keeps its file.
 */
export async function main(args: string[]): Promise<void> {
  const { rounds, formats, from, saveAs } = wantedOf(args)
  if (saveAs !== undefined) {
    writeFileSync(saveAs, fileOfRound(formats[0] ?? '', from).bytes)
    return
  }
  const results: FuzzResult[] = []
  for (const format of formats) {
    const pool = createParserPool({ threads: 1, limits: { baseMs: HANG_MS, perMiBMs: 0 } })
    results.push(await fuzz(pool, format, rounds, from))
    await pool.close()
  }
  print(results)
  const failed = results.filter(
    ({ counts, peakBytes }) => counts.breakdown + counts.excess + counts.crash > 0 || peakBytes > MAX_BYTES,
  )
  const peakMegabytes = Math.round((process.resourceUsage().maxRSS * 1024) / 1e6)
  console.log(`\nMost memory of the process: ${peakMegabytes} MB.`)
  if (failed.length === 0 && peakMegabytes * 1e6 <= MAX_BYTES) return
  console.log(`Failed: ${failed.map(({ format }) => format).join(', ') || 'memory'}.`)
  process.exitCode = 1
}

import { ReaderBreakdown } from '../../src/ingest/parsing/parse-task.ts'
import type { ParserPool } from '../../src/ingest/parsing/parser-pool.ts'
import type { CaptionTrack } from '../../src/ingest/sources/youtube/caption-tracks.ts'
import { noFacts } from '../../src/ingest/sources/youtube/player-response.ts'
import { AppError } from '../../src/shared/errors.ts'
import { ThreadEnded } from '../../src/threads/thread-pool.ts'
import { mutate } from './mutate.ts'
import { Random } from './random.ts'
import { type Seed, seeds } from './seeds.ts'

/** Outcomes of a file. The last three are faults: a contained reader error, or a reader that had to be stopped. */
type Fate = 'text' | 'error' | 'breakdown' | 'excess' | 'crash'

export interface FuzzResult {
  format: string
  rounds: number
  counts: Record<Fate, number>
  /** Typed errors by code. */
  codes: Map<string, number>
  /** For breakdowns, excesses and crashes: messages with their rounds. */
  faults: Map<string, number[]>
  /** Slowest parse, in milliseconds, and its round. */
  slowest: { ms: number; round: number }
  seconds: number
}

/** Hashes a name and a number, so that a round doesn't depend on earlier ones. */
function seedOf(format: string, round: number): number {
  let hash = 2_166_136_261
  for (const character of `${format} ${round}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return hash
}

/** The mutated file of a round: its bytes as a whole, or the parts before they are packed. */
export function fileOfRound(format: string, round: number): Pick<Seed, 'fileName' | 'bytes'> {
  const random = new Random(seedOf(format, round))
  const own = seeds[format] ?? []
  const seed = random.pick(own)
  const others = random.chance(0.2) ? Object.values(seeds).flat() : own
  const { packed } = seed
  if (packed === undefined || random.chance(0.4)) {
    return {
      fileName: seed.fileName,
      bytes: mutate(
        seed.bytes,
        others.map(({ bytes }) => bytes),
        random,
      ),
    }
  }
  const parts = { ...packed.parts }
  const names = Object.keys(parts)
  for (let left = 1 + random.below(2); left > 0; left -= 1) {
    const name = random.pick(names)
    parts[name] = mutate(parts[name] ?? new Uint8Array(), Object.values(packed.parts), random)
  }
  return { fileName: seed.fileName, bytes: packed.pack(parts) }
}

const { signal } = new AbortController()

const track: CaptionTrack = {
  languageCode: 'en',
  kind: 'asr',
  name: 'English (auto-generated)',
  vssId: 'a.en',
  isTranslatable: true,
  url: 'https://www.youtube.com/api/timedtext',
}

async function read(
  pool: ParserPool,
  format: string,
  { fileName, bytes }: Pick<Seed, 'fileName' | 'bytes'>,
): Promise<void> {
  if (format === 'captions') {
    await pool.parse({ kind: 'captions', videoId: 'aB3_-xyZ019', bytes, track, facts: noFacts }, signal)
  } else await pool.parse({ kind: 'file', bytes, fileName, url: null }, signal)
}

/** Outcome of an error, with the message under which it is listed. */
function fateOf(error: unknown): { fate: Fate; what: string } {
  if (!(error instanceof AppError)) return { fate: 'crash', what: String(error) }
  const { cause } = error
  if (cause instanceof ThreadEnded && cause.end === 'crash') return { fate: 'crash', what: String(cause.cause) }
  if (cause instanceof ReaderBreakdown) {
    return { fate: 'breakdown', what: cause.message.split('\n').slice(0, 3).join(' ').replace(/\s+/gu, ' ') }
  }
  const given = error.code === 'source_too_complex' && /takes (?:longer|too much)/u.test(error.message)
  return given ? { fate: 'excess', what: error.message } : { fate: 'error', what: error.code }
}

/**
 * Reads mutated files of a format, one after the other.
 *
 * @param from number of the first round; a round is the same in every run
 */
export async function fuzz(pool: ParserPool, format: string, rounds: number, from = 0): Promise<FuzzResult> {
  const counts = { text: 0, error: 0, breakdown: 0, excess: 0, crash: 0 }
  const codes = new Map<string, number>()
  const faults = new Map<string, number[]>()
  const slowest = { ms: 0, round: -1 }
  const start = performance.now()
  for (let round = from; round < from + rounds; round += 1) {
    const file = fileOfRound(format, round)
    const began = performance.now()
    try {
      await read(pool, format, file)
      counts.text += 1
    } catch (error) {
      const { fate, what } = fateOf(error)
      counts[fate] += 1
      if (fate === 'error') codes.set(what, (codes.get(what) ?? 0) + 1)
      else faults.set(what, [...(faults.get(what) ?? []), round])
    }
    const ms = performance.now() - began
    if (ms > slowest.ms) Object.assign(slowest, { ms, round })
  }
  return { format, rounds, counts, codes, faults, slowest, seconds: (performance.now() - start) / 1000 }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createParserPool } from '../src/ingest/index.ts'
import { openRecording } from '../src/ingest/speech/decode/open-recording.ts'
import { Resampler, SPEECH_RATE } from '../src/ingest/speech/decode/resample.ts'
import { Moonshine } from '../src/ingest/speech/moonshine.ts'
import { documentText } from '../src/shared/document.ts'
import { AppError } from '../src/shared/errors.ts'
import { unpackDocument } from '../src/threads/packed-document.ts'
import { wordErrors, wordF1, wordsOf } from './recognition/score-words.ts'

const itemSchema = z.object({
  id: z.string(),
  file: z.string(),
  kind: z.string(),
  language: z.string().nullable(),
  expect: z.enum(['text', 'none', 'transcript']),
  gold: z.string(),
})
type Item = z.infer<typeof itemSchema>

interface Result {
  item: Item
  minutes: number
  /** Words that are said, and those that Precis and the model alone give. */
  truth: string[]
  precis: string[]
  alone: string[]
  precisMs: number
  aloneMs: number
  /** Code of the refusal, if the recording was refused. */
  refused: string | null
}

/** Longest piece that the model alone is given. */
const PIECE_SECONDS = 20

/** All samples of a recording; empty if it can't be decoded. */
async function samplesOf(file: string): Promise<Float32Array> {
  const recording = await openRecording(file)
  const parts: Float32Array[] = []
  let resampler: Resampler | undefined
  for await (const { channelData, sampleRate } of recording.sound) {
    resampler ??= new Resampler(sampleRate)
    const [first = new Float32Array(0)] = channelData
    const mono = first.map((_, at) => channelData.reduce((sum, some) => sum + (some[at] ?? 0), 0) / channelData.length)
    parts.push(resampler.push(mono))
  }
  const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    samples.set(part, at)
    at += part.length
  }
  return samples
}

/** Text by Moonshine alone: of pieces of 20 s, wherever they end. */
async function aloneText(model: Moonshine, samples: Float32Array): Promise<string> {
  const texts: string[] = []
  const step = PIECE_SECONDS * SPEECH_RATE
  for (let from = 0; from < samples.length; from += step)
    texts.push((await model.transcribe(samples.subarray(from, from + step))).text)
  return texts.join(' ')
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length)
const shown = (value: number): string => value.toFixed(3)

function printGroup(name: string, results: readonly Result[]): void {
  if (results.length === 0) return
  const total = (of: (result: Result) => number): number => results.reduce((sum, result) => sum + of(result), 0)
  const of = (which: 'precis' | 'alone'): string => {
    const f1 = mean(results.map((result) => wordF1(result.truth, result[which])))
    const rate = mean(results.map(({ truth, [which]: given }) => wordErrors(truth, given) / Math.max(1, truth.length)))
    const errors = total((result) => wordErrors(result.truth, result[which])) / total(({ truth }) => truth.length)
    return `WER ${shown(rate)} F1 ${shown(f1)} all words WER ${shown(errors)}`
  }
  const perMinute = (which: 'precisMs' | 'aloneMs'): string =>
    (total((result) => result[which]) / 1000 / total(({ minutes }) => minutes)).toFixed(1)
  console.log(
    `${name.padEnd(34)} n=${results.length}  Precis ${of('precis')}   Moonshine alone ${of('alone')}   ${perMinute('precisMs')} and ${perMinute('aloneMs')} s a minute`,
  )
}

function printInvented(name: string, results: readonly Result[]): void {
  const words = (which: 'precis' | 'alone'): string => {
    const given = results.map((result) => result[which].length)
    return `${given.reduce((a, b) => a + b, 0)} in ${given.filter((count) => count > 0).length} of ${given.length}`
  }
  console.log(`${name}: words given by Precis ${words('precis')}, by Moonshine alone ${words('alone')}`)
}

/**
 * Scores the built-in transcription of recordings, against the speech model alone in the same run.
 *
 * @param args folder with manifest.jsonl, files/ and gold/; `--verbose` for each file; `--only ID,ID`; `--half 1` or
 * `--half 2` for every other file
 */
export async function main(args: string[]): Promise<void> {
  const [folder] = args
  if (folder === undefined || folder.startsWith('-'))
    throw new Error('usage: speech FOLDER [--verbose] [--only ID,ID] [--half 1|2]')
  const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const only = option('--only')?.split(',')
  const half = option('--half')
  const limits = { maxBytes: 1024 ** 3, maxMinutes: 600 }
  const parser = createParserPool({ speech: { limits, ffmpegPath: null } })
  const model = await Moonshine.open()
  const items = readFileSync(join(folder, 'manifest.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => itemSchema.parse(JSON.parse(line)))
    .filter(({ id }, at) => (only?.includes(id) ?? true) && (half === undefined || at % 2 === Number(half) - 1))
  const results: Result[] = []
  for (const item of items) {
    const path = join(folder, item.file)
    const truth = wordsOf(readFileSync(join(folder, item.gold), 'utf8'))
    let refused: string | null = null
    const from = performance.now()
    const text = await parser
      .listen({ path, fileName: null, url: null, minWords: 0 }, new AbortController().signal)
      .then((document) => documentText(unpackDocument(document)))
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        refused = error.code
        return ''
      })
    const precisMs = performance.now() - from
    const samples = await samplesOf(path).catch(() => new Float32Array(0))
    const alone = await aloneText(model, samples)
    const aloneMs = performance.now() - from - precisMs
    const minutes = samples.length / SPEECH_RATE / 60
    const result = { item, minutes, truth, precis: wordsOf(text), alone: wordsOf(alone), precisMs, aloneMs, refused }
    results.push(result)
    if (!args.includes('--verbose')) continue
    const [one, other] = [wordErrors(truth, result.precis), wordErrors(truth, result.alone)]
    console.log(
      `${item.id.padEnd(18)} ${item.language ?? '-'}  ${truth.length} words  Precis ${result.precis.length}, ${one} wrong ${refused ?? ''}  alone ${result.alone.length}, ${other} wrong`,
    )
  }
  await parser.close()
  const spoken = results.filter(({ item }) => item.expect !== 'none')
  const english = spoken.filter(({ item }) => item.language === 'en')
  const foreign = spoken.filter(({ item }) => item.language !== 'en')
  printGroup('English', english)
  for (const [kind, some] of Map.groupBy(english, ({ item }) => item.kind)) printGroup(`  ${kind}`, some)
  printGroup('other languages', foreign)
  const named = foreign.filter(({ refused }) => refused === 'recording_language').length
  const misnamed = english.filter(({ refused }) => refused === 'recording_language').length
  console.log(`named as another language: ${named} of ${foreign.length}, and ${misnamed} of ${english.length} English`)
  printInvented('other languages', foreign)
  printInvented(
    'nothing said',
    results.filter(({ item }) => item.expect === 'none'),
  )
  console.log(`peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB, with the model alone`)
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createParserPool } from '../src/ingest/index.ts'
import { openRecording } from '../src/ingest/speech/decode/open-recording.ts'
import { Resampler } from '../src/ingest/speech/decode/resample.ts'
import { Moonshine } from '../src/ingest/speech/moonshine.ts'
import { documentText } from '../src/shared/document.ts'
import { AppError } from '../src/shared/errors.ts'
import { SPEECH_RATE } from '../src/shared/transcriber.ts'
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
/** Of every two files, the first is in half 1, on which limits are chosen. */
type Item = z.infer<typeof itemSchema> & { half: number }

interface Result {
  item: Item
  minutes: number
  /** Words that are said, and those that Precis and the model alone give. */
  truth: string[]
  precis: string[]
  alone: string[]
  /** Time of all threads on the processor, which is comparable on a busy machine. */
  precisMs: number
  aloneMs: number
  /** Time that passed. */
  waitedMs: number
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
    const [first = new Float32Array(0)] = channelData
    // Some decoders begin with packets of no samples.
    if (first.length === 0) continue
    resampler ??= new Resampler(sampleRate)
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
    `${name.padEnd(34)} n=${results.length}  Precis ${of('precis')}   Moonshine alone ${of('alone')}   ${perMinute('precisMs')} and ${perMinute('aloneMs')} s of a core a minute`,
  )
}

function printInvented(name: string, results: readonly Result[]): void {
  const words = (which: 'precis' | 'alone'): string => {
    const given = results.map((result) => result[which].length)
    return `${given.reduce((a, b) => a + b, 0)} in ${given.filter((count) => count > 0).length} of ${given.length}`
  }
  console.log(`${name}: words given by Precis ${words('precis')}, by Moonshine alone ${words('alone')}`)
}

const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const peakMegabytes = (): string => (process.resourceUsage().maxRSS / 1024).toFixed(0)

type Heard = Pick<Result, 'precisMs' | 'waitedMs' | 'refused'> & { text: string }
const failed: Heard = { text: '', refused: null, precisMs: 0, waitedMs: 0 }

/** Transcribes recordings with Precis, one after the other. */
async function hearAll(folder: string, items: readonly Item[]): Promise<Heard[]> {
  const limits = { maxBytes: 1024 ** 3, maxMinutes: 600 }
  const parser = createParserPool({ speech: { limits, ffmpegPath: null } })
  const heard: Heard[] = []
  for (const { file } of items) {
    let refused: string | null = null
    const [from, waited] = [processorMs(), performance.now()]
    const text = await parser
      .listen({ path: join(folder, file), fileName: null, url: null, minWords: 0 }, new AbortController().signal)
      .then((document) => documentText(unpackDocument(document)))
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        refused = error.code
        return ''
      })
    heard.push({ text, refused, precisMs: processorMs() - from, waitedMs: performance.now() - waited })
  }
  await parser.close()
  return heard
}

function printResult({ item, truth, precis, alone, refused }: Result): void {
  const [one, other] = [wordErrors(truth, precis), wordErrors(truth, alone)]
  console.log(
    `${item.id.padEnd(18)} ${item.language ?? '-'}  ${truth.length} words  Precis ${precis.length}, ${one} wrong ${refused ?? ''}  alone ${alone.length}, ${other} wrong`,
  )
}

/** Prints the figures of the recordings on which the limit of confidence was chosen, or of the others. */
function printHalf(name: string, results: readonly Result[]): void {
  const english = results.filter(({ item }) => item.expect !== 'none' && item.language === 'en')
  const foreign = results.filter(({ item }) => item.expect !== 'none' && item.language !== 'en')
  printGroup(`English, ${name}`, english)
  const isNamed = ({ refused }: Result): boolean => refused === 'recording_language'
  const named = `${foreign.filter(isNamed).length} of ${foreign.length}, and ${english.filter(isNamed).length} of ${english.length} English`
  console.log(`named as another language, ${name}: ${named}`)
  printInvented(`  other languages, ${name}`, foreign)
}

/**
 * Scores the built-in transcription of recordings, against the speech model alone in the same run.
 *
 * @param args folder with manifest.jsonl, files/ and gold/; `--verbose` for each file; `--only ID,ID`
 */
export async function main(args: string[]): Promise<void> {
  const [folder] = args
  if (folder === undefined || folder.startsWith('-')) throw new Error('usage: speech FOLDER [--verbose] [--only ID,ID]')
  const option = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
  const only = option('--only')?.split(',')
  const items = readFileSync(join(folder, 'manifest.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => Object.assign(itemSchema.parse(JSON.parse(line)), { half: (at % 2) + 1 }))
    .filter(({ id }) => only?.includes(id) ?? true)
  const heard = await hearAll(folder, items)
  const precisMegabytes = peakMegabytes()
  const model = await Moonshine.open()
  const results: Result[] = []
  for (const [at, item] of items.entries()) {
    const { text, ...some } = heard[at] ?? failed
    const truth = wordsOf(readFileSync(join(folder, item.gold), 'utf8'))
    const samples = await samplesOf(join(folder, item.file)).catch(() => new Float32Array(0))
    const from = processorMs()
    const alone = wordsOf(await aloneText(model, samples))
    const minutes = samples.length / SPEECH_RATE / 60
    results.push({ item, truth, minutes, precis: wordsOf(text), alone, aloneMs: processorMs() - from, ...some })
  }
  if (args.includes('--verbose')) for (const result of results) printResult(result)
  const spoken = results.filter(({ item }) => item.expect !== 'none')
  const english = spoken.filter(({ item }) => item.language === 'en')
  printGroup('English', english)
  for (const [kind, some] of Map.groupBy(english, ({ item }) => item.kind)) printGroup(`  ${kind}`, some)
  for (const half of [1, 2])
    printHalf(
      half === 1 ? 'where the limit was chosen' : 'held back',
      results.filter(({ item }) => item.half === half),
    )
  printInvented(
    'nothing said',
    results.filter(({ item }) => item.expect === 'none'),
  )
  const waited = results.reduce((sum, { waitedMs }) => sum + waitedMs, 0) / 1000
  const minutes = results.reduce((sum, result) => sum + result.minutes, 0)
  console.log(`Precis waits ${(waited / minutes).toFixed(1)} s a minute, one recording at a time`)
  console.log(`peak memory ${precisMegabytes} MB, and ${peakMegabytes()} MB with the model alone after it`)
}

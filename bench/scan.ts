import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { createIngest, createParserPool } from '../src/ingest/index.ts'
import { documentText } from '../src/shared/document.ts'
import { AppError } from '../src/shared/errors.ts'
import { unpackDocument } from '../src/threads/packed-document.ts'
import { libraryText, picturesOf, programLanguages, programText } from './recognition/alone.ts'
import { scanKinds } from './recognition/scan-kinds.ts'
import { wordErrors, wordF1, wordsOf } from './recognition/score-words.ts'

const itemSchema = z.object({
  id: z.string(),
  file: z.string(),
  kind: z.string(),
  language: z.string().nullable(),
  expect: z.enum(['text', 'none', 'unreadable']),
  gold: z.string(),
})
/** Of every two files, the second is in half 2: limits are chosen on the others. */
type Item = z.infer<typeof itemSchema> & { half: number }

interface Result {
  item: Item
  /** Words that are on the page, and those that Precis, Tesseract.js alone and the program alone give. */
  truth: string[]
  precis: string[]
  alone: string[]
  /** Null if `tesseract` isn't on the PATH. */
  program: string[] | null
  precisMs: number
  aloneMs: number
  /** Code of the refusal, if the file was refused. */
  refused: string | null
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length)
const shown = (value: number): string => value.toFixed(3)

const f1Of = (truth: readonly string[], given: readonly string[] | null): string =>
  given === null ? '-' : shown(wordF1(truth, given))

function printGroup(name: string, results: readonly Result[]): void {
  if (results.length === 0) return
  const of = (which: 'precis' | 'alone' | 'program'): string => {
    const given = results.flatMap(({ truth, [which]: words }) => (words === null ? [] : [{ truth, words }]))
    if (given.length === 0) return '-'
    const f1 = mean(given.map(({ truth, words }) => wordF1(truth, words)))
    const rate = mean(given.map(({ truth, words }) => wordErrors(truth, words) / Math.max(1, truth.length)))
    return `F1 ${shown(f1)} WER ${shown(rate)}`
  }
  console.log(
    `${name.padEnd(32)} n=${String(results.length).padEnd(2)}  Precis ${of('precis')}   Tesseract.js alone ${of('alone')}   tesseract alone ${of('program')}`,
  )
}

type Read = Pick<Result, 'precisMs' | 'refused'> & { text: string }

const peakMegabytes = (): string => (process.resourceUsage().maxRSS / 1024).toFixed(0)

/** Reads files with Precis, one after the other. */
async function readAll(folder: string, items: readonly Item[], data: string): Promise<Read[]> {
  const parser = createParserPool({ recognition: { folder: data, npmScript: null } })
  const ingest = createIngest({ allowPrivateAddresses: false, outboundProxyUrl: null }, parser)
  const read: Read[] = []
  for (const { file } of items) {
    let refused: string | null = null
    const from = performance.now()
    const text = await ingest
      .read(
        { kind: 'file', bytes: readFileSync(join(folder, file)), fileName: basename(file), url: null },
        { signal: new AbortController().signal, minWords: 0 },
      )
      .then((document) => documentText(unpackDocument(document)))
      .catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        refused = error.code
        return ''
      })
    read.push({ text, refused, precisMs: performance.now() - from })
  }
  await ingest.close()
  return read
}

/**
 * Scores recognized text of scans and pictures, against Tesseract alone in the same run.
 *
 * @param args folder with manifest.jsonl, files/ and gold/; `--verbose` for each file; `--only ID,ID`
 */
export async function main(args: string[]): Promise<void> {
  const [folder] = args
  if (folder === undefined || folder.startsWith('-')) throw new Error('usage: scan FOLDER [--verbose] [--only ID,ID]')
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1]?.split(',') : undefined
  const data = join(process.cwd(), 'data', 'ocr')
  const items: Item[] = readFileSync(join(folder, 'manifest.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => Object.assign(itemSchema.parse(JSON.parse(line)), { half: (at % 2) + 1 }))
    .filter(({ id }) => only?.includes(id) ?? true)
  const readings = await readAll(folder, items, data)
  const precisMegabytes = peakMegabytes()
  const installed = await programLanguages()
  const results: Result[] = []
  for (const [at, item] of items.entries()) {
    const { text, refused, precisMs } = readings[at] ?? { text: '', refused: null, precisMs: 0 }
    const truth = wordsOf(readFileSync(join(folder, item.gold), 'utf8'))
    const from = performance.now()
    const pictures = await picturesOf(join(folder, item.file))
    const alone = wordsOf(await libraryText(pictures, item.language, data))
    const aloneMs = performance.now() - from
    const program = installed === null ? null : wordsOf(await programText(pictures, item.language, installed))
    const result = { item, truth, precis: wordsOf(text), alone, program, precisMs, aloneMs, refused }
    results.push(result)
    if (!args.includes('--verbose')) continue
    console.log(
      `${item.id.padEnd(20)} ${truth.length} words  Precis ${result.precis.length}, F1 ${f1Of(truth, result.precis)} ${refused ?? ''}  Tesseract.js ${alone.length}, F1 ${f1Of(truth, alone)}  tesseract ${program?.length ?? '-'}, F1 ${f1Of(truth, program)}`,
    )
  }
  const text = results.filter(({ item }) => item.expect === 'text')
  for (const [name, isOf] of scanKinds) {
    const some = text.filter(({ item }) => isOf(item))
    printGroup(name, some)
    printGroup(
      '  held back',
      some.filter(({ item }) => item.half === 2),
    )
  }
  printGroup(
    'of no other kind',
    text.filter(({ item }) => scanKinds.slice(2).every(([, isOf]) => !isOf(item))),
  )
  const seconds = mean(results.map(({ precisMs }) => precisMs)) / 1000
  const ratio = mean(results.map(({ precisMs }) => precisMs)) / mean(results.map(({ aloneMs }) => aloneMs))
  console.log(`${seconds.toFixed(1)} s a file, ${ratio.toFixed(2)} times Tesseract.js alone`)
  for (const kind of ['none', 'unreadable'] as const) {
    const some = results.filter(({ item }) => item.expect === kind)
    const words = (which: 'precis' | 'alone' | 'program'): string =>
      some.map((result) => result[which]?.length ?? '-').join(' + ')
    console.log(
      `${kind === 'none' ? 'no text' : 'handwriting'}: words given by Precis ${words('precis')}, by Tesseract.js alone ${words('alone')}, by tesseract alone ${words('program')}`,
    )
  }
  console.log(`peak memory ${precisMegabytes} MB, and ${peakMegabytes()} MB with Tesseract.js alone after it`)
}

import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createWorker, OEM, PSM } from 'tesseract.js'
import { z } from 'zod'
import { createIngest, createParserPool } from '../src/ingest/index.ts'
import { codeOfLanguage, ENGLISH, openLanguageData } from '../src/ingest/recognition/language-data.ts'
import { pictureOf } from '../src/ingest/recognition/page-picture.ts'
import { documentText } from '../src/shared/document.ts'
import { AppError } from '../src/shared/errors.ts'
import { unpackDocument } from '../src/threads/packed-document.ts'
import { wordErrors, wordF1, wordsOf } from './recognition/score-words.ts'

const itemSchema = z.object({
  id: z.string(),
  file: z.string(),
  kind: z.string(),
  language: z.string().nullable(),
  expect: z.enum(['text', 'none', 'unreadable']),
  gold: z.string(),
})
type Item = z.infer<typeof itemSchema>

interface Result {
  item: Item
  /** Words that are on the page, and those that Precis and Tesseract alone give. */
  truth: string[]
  precis: string[]
  alone: string[]
  precisMs: number
  aloneMs: number
  /** Code of the refusal, if the file was refused. */
  refused: string | null
}

/** Text by Tesseract alone in the right language: of the picture as it is, or of page 1 of a PDF. */
async function aloneText(bytes: Uint8Array, item: Item, folder: string): Promise<string> {
  const languages = (item.language ?? 'en').split('+').map((tag) => codeOfLanguage(tag) ?? ENGLISH)
  const data = openLanguageData({ folder, npmScript: null })
  const [first = ENGLISH] = languages
  const langPath = (await data.folderOf(first)) ?? (await data.folderOf(ENGLISH)) ?? ''
  const code = langPath.includes(first) ? first : ENGLISH
  const worker = await createWorker(code, OEM.LSTM_ONLY, { langPath, cacheMethod: 'none' })
  await worker.setParameters({ tessedit_pageseg_mode: PSM.AUTO_OSD, debug_file: '/dev/null' })
  const isPdf = item.file.endsWith('.pdf')
  const picture = isPdf ? (await pictureOf({ bytes, page: 1 })).file : bytes
  const { data: page } = await worker.recognize(Buffer.from(picture)).catch(() => ({ data: { text: '' } }))
  await worker.terminate()
  return page.text
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length)
const shown = (value: number): string => value.toFixed(3)

function printGroup(name: string, results: readonly Result[]): void {
  if (results.length === 0) return
  const of = (which: 'precis' | 'alone'): string => {
    const f1 = mean(results.map((result) => wordF1(result.truth, result[which])))
    const rate = mean(results.map(({ truth, [which]: given }) => wordErrors(truth, given) / Math.max(1, truth.length)))
    return `F1 ${shown(f1)} WER ${shown(rate)}`
  }
  const seconds = mean(results.map(({ precisMs }) => precisMs)) / 1000
  const ratio = mean(results.map(({ precisMs }) => precisMs)) / mean(results.map(({ aloneMs }) => aloneMs))
  console.log(
    `${name.padEnd(18)} n=${results.length}  Precis ${of('precis')}   Tesseract alone ${of('alone')}   ${seconds.toFixed(1)} s a file, ${ratio.toFixed(2)} times`,
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
 * @param args folder with manifest.jsonl, files/ and gold/; `--verbose` for each file; `--only ID`
 */
export async function main(args: string[]): Promise<void> {
  const [folder] = args
  if (folder === undefined || folder.startsWith('-')) throw new Error('usage: scan FOLDER [--verbose] [--only ID]')
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined
  const data = join(process.cwd(), 'data', 'ocr')
  const items = readFileSync(join(folder, 'manifest.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => itemSchema.parse(JSON.parse(line)))
    .filter(({ id }) => only === undefined || id === only)
  const readings = await readAll(folder, items, data)
  const precisMegabytes = peakMegabytes()
  const results: Result[] = []
  for (const [at, item] of items.entries()) {
    const { text, refused, precisMs } = readings[at] ?? { text: '', refused: null, precisMs: 0 }
    const truth = wordsOf(readFileSync(join(folder, item.gold), 'utf8'))
    const from = performance.now()
    const alone = await aloneText(readFileSync(join(folder, item.file)), item, data)
    const aloneMs = performance.now() - from
    const result = { item, truth, precis: wordsOf(text), alone: wordsOf(alone), precisMs, aloneMs, refused }
    results.push(result)
    if (!args.includes('--verbose')) continue
    const [one, other] = [wordF1(truth, result.precis), wordF1(truth, result.alone)]
    console.log(
      `${item.id.padEnd(20)} ${truth.length} words  Precis ${result.precis.length}, F1 ${shown(one)} ${refused ?? ''}  alone ${result.alone.length}, F1 ${shown(other)}`,
    )
  }
  const text = results.filter(({ item }) => item.expect === 'text')
  printGroup(
    'English',
    text.filter(({ item }) => item.language === 'en'),
  )
  printGroup(
    'other languages',
    text.filter(({ item }) => item.language !== 'en'),
  )
  for (const kind of ['none', 'unreadable'] as const) {
    const some = results.filter(({ item }) => item.expect === kind)
    const words = (which: 'precis' | 'alone'): string => some.map((result) => result[which].length).join(' + ')
    console.log(
      `${kind === 'none' ? 'no text' : 'handwriting'}: words given by Precis ${words('precis')}, by Tesseract alone ${words('alone')}`,
    )
  }
  console.log(`peak memory ${precisMegabytes} MB, and ${peakMegabytes()} MB with Tesseract alone after it`)
}

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { measureConversions, measureDoc, measureDocx, measureEpub, measurePdf } from './sources/formats.ts'
import { type FormatReport, printReports, reportSchema } from './sources/report.ts'
import { measureArticles, measureMetadata, measureVideos } from './sources/web.ts'

type Measurements = Readonly<Record<string, (corpus: string) => Promise<FormatReport>>>

/** The measurements on files of the corpus, by format. */
const corpusFormats: Measurements = {
  article: measureArticles,
  metadata: measureMetadata,
  youtube: measureVideos,
  pdf: measurePdf,
  docx: measureDocx,
  doc: measureDoc,
  epub: measureEpub,
}
const formats: Measurements = { ...corpusFormats, ...measureConversions }

const run = promisify(execFile)
const MARK = '\u001ereport '

/** Measures one format in a separate process, with its own memory. */
async function measureApart(corpus: string, format: string): Promise<FormatReport> {
  const script = join(import.meta.dirname, 'run.mjs')
  const args = ['--expose-gc', script, 'sources', corpus, format, '--apart']
  const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 28 })
  return reportSchema.parse(JSON.parse(stdout.slice(stdout.lastIndexOf(MARK) + MARK.length)))
}

/**
 * Measures quality and speed for each kind of source, against its reference and a peer in the same run.
 * @param args folder of the corpus, then the formats to measure; default: all with files in the corpus
 */
export async function main(args: string[]): Promise<void> {
  const [corpus, ...rest] = args
  const apart = rest.includes('--apart')
  const named = rest.filter((arg) => arg !== '--apart')
  const unknown = named.find((name) => !(name in formats))
  if (corpus === undefined || unknown !== undefined) {
    throw new Error(`usage: sources CORPUS_DIR [${Object.keys(formats).join(' | ')} ...]`)
  }
  const [only = ''] = named
  const measure = formats[only]
  if (apart && measure !== undefined) {
    console.log(MARK + JSON.stringify(await measure(corpus)))
    return
  }
  const reports: FormatReport[] = []
  for (const format of named.length === 0 ? Object.keys(corpusFormats) : named)
    reports.push(await measureApart(corpus, format))
  printReports(reports)
}

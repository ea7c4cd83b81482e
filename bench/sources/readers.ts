import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { promisify } from 'node:util'
import { formatParsers } from '../../src/ingest/formats/registry.ts'
import { openArchive } from '../../src/ingest/formats/zip/open-archive.ts'
import { loadDetector } from '../../src/ingest/language.ts'
import { detectType } from '../../src/ingest/type/detect-type.ts'
import { unsupported } from '../../src/ingest/type/source-type.ts'
import { AppError } from '../../src/shared/errors.ts'
import type { Item } from './items.ts'
import type { Outcome } from './quality.ts'

/** Returns the text of a file, or throws. */
export type Reader = (item: Item) => Promise<string>

const linesOf = (parts: readonly { text: string }[]): string => parts.map((part) => part.text).join('\n')

/** The product's readers, by detected type; without the pool, and without rejecting very short texts. */
export const precis: Reader = async ({ bytes, fileName }) => {
  const found = await detectType(bytes, { fileName, contentType: null })
  if (found.type === null) throw unsupported(found, 'file')
  if (found.type === 'html') {
    const { readHtml } = await import('../../src/ingest/formats/html/read-html.ts')
    await loadDetector()
    return linesOf(readHtml({ html: bytes, url: null }, 0).blocks)
  }
  if (found.type === 'text') {
    const { parsePlainText } = await import('../../src/ingest/formats/plain-text/parse-plain-text.ts')
    const { decodeText } = await import('../../src/ingest/formats/decode-text.ts')
    return linesOf(parsePlainText(decodeText(bytes, found.charset)))
  }
  const parsed = await formatParsers[found.type].parse(bytes)
  return linesOf('pieces' in parsed ? parsed.pieces : [])
}

/** pdf.js, as unpdf packs it for servers. */
export const pdfjs: Reader = async ({ bytes }) => {
  const { extractText, getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 })
  try {
    return (await extractText(document, { mergePages: true })).text
  } finally {
    await document.loadingTask.destroy()
  }
}

const run = promisify(execFile)

/** Whether poppler's pdftotext is installed. */
export const hasPdftotext = async (): Promise<boolean> =>
  run('pdftotext', ['-v']).then(
    () => true,
    () => false,
  )

/** `pdftotext -raw` of poppler: a process for each file. */
export const pdftotext: Reader = async ({ bytes }) => {
  const folder = await mkdtemp(join(tmpdir(), 'precis-bench-'))
  try {
    const file = join(folder, 'in.pdf')
    await writeFile(file, bytes)
    return (await run('pdftotext', ['-raw', file, '-'], { maxBuffer: 2 ** 28, timeout: 60_000 })).stdout
  } finally {
    await rm(folder, { recursive: true })
  }
}

export const mammoth: Reader = async ({ bytes }) => {
  const { default: library } = await import('mammoth')
  return (await library.extractRawText({ buffer: Buffer.from(bytes) })).value
}

export const wordExtractor: Reader = async ({ bytes }) => {
  const { default: WordExtractor } = await import('word-extractor')
  const document = await new WordExtractor().extract(Buffer.from(bytes))
  return [document.getBody(), document.getFootnotes(), document.getEndnotes()].join('\n')
}

/** A minimal EPUB reader: the text content of each file of the spine, parsed by linkedom. */
export const plainSpine: Reader = async ({ bytes }) => {
  const { parseHTML } = await import('linkedom')
  const archive = await openArchive(bytes)
  const parse = (name: string) => parseHTML(new TextDecoder().decode(archive.read(name))).document
  const root = parse('META-INF/container.xml').querySelector('rootfile')?.getAttribute('full-path') ?? ''
  const book = parse(root)
  const files = new Map(
    [...book.querySelectorAll('item')].map((item) => [item.getAttribute('id'), item.getAttribute('href') ?? '']),
  )
  return [...book.querySelectorAll('itemref')]
    .map((part) => files.get(part.getAttribute('idref')) ?? '')
    .map((href) => parse(posix.join(posix.dirname(root), decodeURIComponent(href))).body.textContent)
    .join('\n')
}

/** Runs a reader on one item, and catches errors. */
export async function outcomeOf(reader: Reader, item: Item): Promise<Outcome> {
  try {
    const text = await reader(item)
    // The product reports a file without words as empty.
    return { text, error: text.trim() === '' ? 'source_empty' : null }
  } catch (error) {
    return { text: '', error: error instanceof AppError ? error.code : String(error).slice(0, 80) }
  }
}

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { promisify } from 'node:util'
import { type Item, loadItems } from './items.ts'
import type { Reader } from './readers.ts'
import { tokensOf } from './score.ts'

const run = promisify(execFile)

/** Shorter references say little about a reader. */
const MIN_TOKENS = 50
const SLIDE_LINES = 5
const CUE_CHARACTERS = 42
const CUE_SECONDS = 3

/** Word documents of the corpus whose text is known well. */
const documentsOf = (corpus: string): Item[] =>
  loadItems(corpus, 'word').filter(
    ({ fileName, expect, reference }) =>
      /\.docx$/iu.test(fileName) &&
      expect === 'text' &&
      reference !== null &&
      !reference.kind.endsWith('low') &&
      tokensOf(reference.text).length >= MIN_TOKENS,
  )

/** A temporary folder, which is removed when the process ends. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'precis-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Converts files with LibreOffice, which is named `soffice`; it leaves out what it can't read. */
async function convert(files: readonly string[], format: string, folder: string): Promise<void> {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const args = [profile, '--headless', '--convert-to', format, '--outdir', folder, ...files]
  await run('soffice', args, { maxBuffer: 2 ** 28, timeout: 1_200_000 })
}

function existing(file: string): Uint8Array | null {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}

/** An item with the id and the reference of another, unless given. */
const itemOf = (
  from: Item,
  fileName: string,
  bytes: Uint8Array,
  { text = from.reference?.text ?? '', passages = from.passages } = {},
): Item => ({
  id: from.id,
  fileName,
  bytes,
  category: from.category,
  expect: from.expect,
  reference: from.reference === null ? null : { ...from.reference, text },
  passages,
})

/** The Word documents as LibreOffice saves them in another format. The reference is the text of the original. */
export async function convertedItems(corpus: string, extension: string, filter = extension): Promise<Item[]> {
  const folder = temporaryFolder()
  const documents = documentsOf(corpus)
  const names = documents.map((_, at) => `${at}.docx`)
  await Promise.all(documents.map(async ({ bytes }, at) => writeFile(join(folder, names[at] ?? ''), bytes)))
  await convert(
    names.map((name) => join(folder, name)),
    filter,
    folder,
  )
  return documents.flatMap((document, at) => {
    const bytes = existing(join(folder, `${at}.${extension}`))
    return bytes === null ? [] : [itemOf(document, `${parse(document.fileName).name}.${extension}`, bytes)]
  })
}

/** The paragraphs of a document's reference, without white space. */
const paragraphsOf = ({ reference }: Item): string[] =>
  (reference?.text ?? '')
    .split(/\n+/u)
    .map((line) => line.replace(/\s+/gu, ' ').trim())
    .filter((line) => tokensOf(line).length > 0)

type Written = readonly [bytes: string, text: string]

/** Files written from the same texts, so that every word of them is known. */
const writtenItems = (corpus: string, extension: string, write: (lines: readonly string[]) => Written): Item[] =>
  documentsOf(corpus).map((document) => {
    const [bytes, text] = write(paragraphsOf(document))
    const name = `${parse(document.fileName).name}.${extension}`
    return itemOf(document, name, Buffer.from(bytes), { text, passages: [] })
  })

const markdownMark = /([\\`*_{}[\]<>#+\-!|.)])/gu

/** Headings, lists, emphasis, links and tables in turn. */
export const markdownItems = (corpus: string): Item[] =>
  writtenItems(corpus, 'md', (lines) => {
    const marked = lines.map((line, at) => {
      const text = line.replaceAll(markdownMark, '\\$1')
      const forms = [
        `# ${text}`,
        text,
        `- ${text}`,
        `**${text}**`,
        `1. ${text}`,
        `| ${text} | |\n|---|---|`,
        `> ${text}`,
      ]
      return forms[at % forms.length] ?? text
    })
    return [marked.join('\n\n'), lines.join('\n')]
  })

const timeOf = (seconds: number, mark: string): string =>
  `${new Date(seconds * 1000).toISOString().slice(11, 19)}${mark}000`

/** Words in lines as subtitles have them. */
function cuesOf(lines: readonly string[]): string[] {
  const cues: string[] = []
  for (const word of lines.join(' ').split(' ')) {
    const last = cues.at(-1)
    if (last !== undefined && last.length + word.length < CUE_CHARACTERS) cues[cues.length - 1] = `${last} ${word}`
    else cues.push(word)
  }
  return cues
}

/** Subtitles with a cue every three seconds. */
export const subtitleItems = (corpus: string, kind: 'srt' | 'vtt'): Item[] =>
  writtenItems(corpus, kind, (lines) => {
    const mark = kind === 'srt' ? ',' : '.'
    const cues = cuesOf(lines.map((line) => line.replaceAll(/[<>&]|-->/gu, ' ').trim()))
    const times = cues.map((_, at) => [at * CUE_SECONDS, (at + 1) * CUE_SECONDS].map((time) => timeOf(time, mark)))
    const blocks = cues.map((cue, at) => `${at + 1}\n${times[at]?.join(' --> ')}\n${cue}`)
    return [`${kind === 'vtt' ? 'WEBVTT\n\n' : ''}${blocks.join('\n\n')}\n`, cues.join(' ')]
  })

const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const frame = (kind: string, lines: readonly string[], top: number): string =>
  `<draw:frame presentation:class="${kind}" svg:x="2cm" svg:y="${top}cm" svg:width="20cm" svg:height="8cm"><draw:text-box>${lines
    .map((line) => `<text:p>${escapeXml(line)}</text:p>`)
    .join('')}</draw:text-box></draw:frame>`

const namespaces = ['office', 'text', 'drawing', 'presentation', 'svg-compatible']
  .map((name) => {
    const prefix = { drawing: 'draw', 'svg-compatible': 'svg' }[name] ?? name
    return `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`
  })
  .join(' ')

/** A presentation with five paragraphs a slide: title, text, and the last of them in the speaker's notes. */
function flatPresentation(lines: readonly string[]): string {
  const slides: string[] = []
  for (let at = 0; at < lines.length; at += SLIDE_LINES) {
    const [title = '', ...rest] = lines.slice(at, at + SLIDE_LINES)
    const notes = rest.length > 1 ? rest.splice(-1) : []
    const spoken = notes.length === 0 ? '' : `<presentation:notes>${frame('notes', notes, 14)}</presentation:notes>`
    slides.push(`<draw:page>${frame('title', [title], 1)}${frame('outline', rest, 5)}${spoken}</draw:page>`)
  }
  const type = 'application/vnd.oasis.opendocument.presentation'
  return `<?xml version="1.0" encoding="UTF-8"?><office:document ${namespaces} office:version="1.3" office:mimetype="${type}"><office:body><office:presentation>${slides.join('')}</office:presentation></office:body></office:document>`
}

/** Presentations written from the same texts, which LibreOffice saves as .pptx. */
export async function presentationItems(corpus: string): Promise<Item[]> {
  const folder = temporaryFolder()
  const given = join(folder, 'given')
  await mkdir(given)
  const written = writtenItems(corpus, 'pptx', (lines) => [flatPresentation(lines), lines.join('\n')])
  const files = written.map((_, at) => join(given, `${at}.fodp`))
  await Promise.all(written.map(async ({ bytes }, at) => writeFile(files[at] ?? '', bytes)))
  await convert(files, 'pptx', folder)
  return written.flatMap((item, at) => {
    const bytes = existing(join(folder, `${at}.pptx`))
    return bytes === null ? [] : [itemOf(item, item.fileName, bytes)]
  })
}

/** officeparser: text of OpenDocument files and presentations. */
export const officeparser: Reader = async ({ bytes }) => {
  const { default: library } = await import('officeparser')
  return library.parseOfficeAsync(Buffer.from(bytes))
}

/** The texts of the cues, by srt-vtt-parser. */
export const cueParser: Reader = async ({ bytes }) => {
  const { parse: parseCues } = await import('@plussub/srt-vtt-parser')
  return parseCues(Buffer.from(bytes).toString('utf8'))
    .entries.map(({ text }) => text)
    .join('\n')
}

const textContent = async (html: string): Promise<string> => {
  const { parseHTML } = await import('linkedom')
  return parseHTML(`<!doctype html><html><body>${html}</body></html>`).document.body.textContent ?? ''
}

/** Text content of the page that marked makes of Markdown. */
export const markedText: Reader = async ({ bytes }) => {
  const { marked } = await import('marked')
  return textContent(await marked.parse(Buffer.from(bytes).toString('utf8')))
}

/** The main text of a page, by Readability. */
export const readabilityText: Reader = async ({ bytes }) => {
  const [{ parseHTML }, { Readability }] = await Promise.all([import('linkedom'), import('@mozilla/readability')])
  const { document } = parseHTML(Buffer.from(bytes).toString('utf8'))
  return new Readability(document).parse()?.textContent ?? ''
}

/** A text as it is. */
export const utf8: Reader = async ({ bytes }) => Buffer.from(bytes).toString('utf8')

import { AppError } from '../../../shared/errors.ts'
import { countWords } from '../../../shared/text/words.ts'
import type { Piece } from '../../document.ts'
import { settleLanguage } from '../../language.ts'
import {
  MAX_RECOGNIZED_PAGES,
  type Recognition,
  type RecognizedPage,
  type ScannedPages,
} from '../../recognition/recognized-page.ts'
import { MIN_WORDS, type ParsedDocument } from '../parsed-document.ts'
import { markRecognized, nothingLegible, recognitionNote } from '../recognition-note.ts'
import { noText } from '../refusals.ts'
import { characterText, isSpace } from './layout/characters.ts'
import { toFragments } from './layout/fragments.ts'
import { joinInitials } from './layout/initials.ts'
import { type Line, pageLines, type ReadPage } from './layout/lines.ts'
import { asReadPage } from './layout/recognized.ts'
import { removeRepaints } from './layout/repaints.ts'
import { composeAccents, joinSurrogates, repairCodes, turnReplacements, turnStacked } from './layout/repairs.ts'
import { removeStruckOut } from './layout/struck-out.ts'
import { turnHeadings } from './layout/turned-headings.ts'
import { readFacts, readOutline } from './metadata.ts'
import { type OpenDocument, withDocument } from './pdfium/document.ts'
import { type PageContent, readPage } from './pdfium/pages.ts'
import { findFurniture } from './structure/furniture.ts'
import { removeLineNumbers } from './structure/line-numbers.ts'
import { toStructure } from './structure/pieces.ts'

/** Minimum share of letters and digits in a line, which even formulas and tables reach. */
const MIN_LEGIBLE = 0.4
/** Number and share of illegible lines from which on a page's fonts don't map to text. */
const MIN_LINES = 8
const MIN_PART = 0.35

/**
 * Share of letters and digits in a line, 0 to 1. Repeated signs, such as leaders of dots, count once, and the signs around
 * raised and lowered text don't count.
 */
function legible(text: string): number {
  const signs = text.replace(/\s+|[_^]\(?/gu, '').replace(/([^\p{L}\p{N}])\1+/gu, '$1')
  return signs === '' ? 1 : (signs.match(/[\p{L}\p{N}\p{M}]/gu)?.length ?? 0) / signs.length
}

/**
 * Leaves out text in fonts that don't map their glyphs to characters. PDFium returns bare codes for it, which look like
 * lines of punctuation.
 *
 * @returns the legible lines, and the pages that lost lines
 */
function withoutUndecoded(lines: readonly Line[]): { lines: Line[]; pages: number[] } {
  const byPage = Map.groupBy(lines, (line) => line.page)
  const pages: number[] = []
  const kept = [...byPage].flatMap(([number, page]) => {
    const readable = page.filter(({ text }) => legible(text) >= MIN_LEGIBLE)
    const lost = page.length - readable.length
    if (lost < MIN_LINES || lost < page.length * MIN_PART) return page
    pages.push(number)
    return readable
  })
  return { lines: kept, pages }
}

/** Longer documents are cut. */
const MAX_PAGES = 5000
const MAX_CHARACTERS = 5_000_000

/** Fewer words don't show the language of a document. */
const MIN_WORDS_OF_LANGUAGE = 50

/** Minimum share of a page that a scan's image covers, if the page has a stamp, and if it has no text. */
const MIN_SCAN = 0.4
const MIN_PICTURE = 0.05

/** Whether a page has letters that its fonts don't map to characters. */
const hasUnmapped = ({ glyphs }: PageContent): boolean =>
  glyphs.codes.subarray(0, glyphs.count).some((code) => !isSpace(code) && characterText(code) === '')

interface ReadPages {
  pages: ReadPage[]
  broken: number
  pictures: number
  /** Numbers of pages without text of their own, which may be recognized. */
  scanned: number[]
  /** Number of pages whose fonts don't map to text. */
  unreadable: number
  painted: boolean
  /** A page without text has drawings. */
  drawn: boolean
  /** The document exceeded the limits and was cut. */
  cut: boolean
}

function readPages(document: OpenDocument, recognized: ReadonlyMap<number, RecognizedPage>): ReadPages {
  const cut = document.pages > MAX_PAGES
  const read: ReadPages = {
    pages: [],
    broken: 0,
    pictures: 0,
    scanned: [],
    unreadable: 0,
    painted: false,
    drawn: false,
    cut,
  }
  let characters = 0
  for (let index = 0; index < Math.min(document.pages, MAX_PAGES); index += 1) {
    const known = recognized.get(index + 1)
    if (known !== undefined && known.lines.length > 0) {
      read.pages.push(asReadPage(known))
      continue
    }
    const content = readPage(document, index)
    if (content === null) {
      read.broken += 1
      continue
    }
    joinSurrogates(content.glyphs)
    repairCodes(content.glyphs)
    removeRepaints(content)
    removeStruckOut(content)
    turnReplacements(content)
    turnStacked(content)
    composeAccents(content)
    const fragments = joinInitials(turnHeadings(toFragments(content)))
    const rtl = fragments.some((fragment) => fragment.rtl)
    read.pages.push({ number: index + 1, box: content.box, fragments, glyphs: rtl ? content.glyphs : null })
    const lettered = fragments.some((fragment) => fragment.lettered)
    const share = fragments.length === 0 ? MIN_PICTURE : MIN_SCAN
    if (content.pictured > share) read.pictures += 1
    else if (!lettered && hasUnmapped(content)) read.unreadable += 1
    if (content.pictured > share || (!lettered && (content.drawn || hasUnmapped(content)))) read.scanned.push(index + 1)
    read.painted ||= content.painted
    read.drawn ||= content.drawn
    characters += content.glyphs.count
    if (characters > MAX_CHARACTERS) {
      read.cut = true
      break
    }
  }
  return read
}

/** Counts words up to the required minimum. */
function fewWords(pieces: readonly Piece[]): number {
  let words = 0
  for (const { text } of pieces) {
    words += countWords(text)
    if (words >= MIN_WORDS) break
  }
  return words
}

const noTextLayer = (fact: string): AppError =>
  new AppError('source_no_text_layer', `This PDF${fact}. Run OCR on it and try again.`)

function checkText(
  pieces: readonly Piece[],
  read: ReadPages,
  undecoded: number,
  mended: boolean,
  seen: readonly RecognizedPage[],
): void {
  const { pages, broken, pictures, unreadable, painted, drawn } = read
  const words = fewWords(pieces)
  if (words >= MIN_WORDS) return
  if (seen.length > 0 && read.scanned.length > 0) {
    throw nothingLegible('No printed text can be made out on the pages of this PDF.', 'Try a sharper scan.', seen)
  }
  if (undecoded > 0 || (unreadable > 0 && unreadable >= pages.length / 2))
    throw noTextLayer('’s fonts can’t be read as text')
  if (pictures > 0 && pictures >= pages.length / 2) throw noTextLayer(' is a scan, so there’s no text to read')
  if (words > 0) return
  if (pages.length === 0 || mended || (broken > 0 && !painted)) {
    const message = 'No page of this PDF can be read. Download or save it again, or try another copy.'
    throw new AppError('source_damaged', message)
  }
  throw drawn ? noTextLayer(' has no text, only drawings') : noText('PDF')
}

function noteOf(read: ReadPages, undecoded: number, { pages: total, mended }: OpenDocument): string | undefined {
  const { pages, broken, pictures, cut } = read
  if (cut) return `Only the first ${pages.length} of ${total} pages were read.`
  if (broken > 0) return `Pages that could not be read: ${broken} of ${total}.`
  if (undecoded > 0) {
    return `Pages whose fonts don’t say which letters they show, so that most of their text is missing: ${undecoded} of ${total}.`
  }
  if (mended) return 'The file is damaged: its end is missing, and pages may be lost.'
  if (pictures > 0) return `Pages that are pictures without text and were not read: ${pictures} of ${total}.`
  return undefined
}

function parse(
  document: OpenDocument,
  bytes: Uint8Array,
  recognition: Recognition | undefined,
): ParsedDocument | { scanned: ScannedPages } {
  const recognized = Array.isArray(recognition) ? recognition : []
  const read = readPages(document, new Map(recognized.map((page) => [page.number, page])))
  removeLineNumbers(read.pages)
  const furniture = findFurniture(read.pages)
  const { lines, pages: undecodedPages } = withoutUndecoded(read.pages.flatMap((page) => pageLines(page, furniture)))
  const undecoded = undecodedPages.length
  const { pieces, title } = toStructure(lines, readOutline(document))
  const scanned = [...new Set([...read.scanned, ...undecodedPages])].toSorted((one, other) => one - other)
  if (recognition === 'wanted' && scanned.length > 0) {
    return { scanned: { pages: scanned.slice(0, MAX_RECOGNIZED_PAGES), language: languageOf(pieces) } }
  }
  checkText(pieces, read, undecoded, document.mended, recognized)
  const facts = readFacts(document, bytes)
  const { note: recognitionFacts, ...pagesSeen } = recognitionNote(recognized)
  const note = [noteOf(read, undecoded, document), recognitionFacts].filter(Boolean).join(' ')
  return {
    ...facts,
    kind: 'document',
    title: facts.title ?? title,
    site: null,
    pieces: markRecognized(pieces, recognized),
    sourceInfo: { readAs: 'PDF text', pages: document.pages, ...pagesSeen, ...(note === '' ? {} : { note }) },
  }
}

/** Language of a document's own text; null if there is too little of it. */
function languageOf(pieces: readonly Piece[]): string | null {
  const text = pieces.map((piece) => piece.text).join('\n')
  return countWords(text) < MIN_WORDS_OF_LANGUAGE ? null : settleLanguage(null, text)
}

/**
 * Reads a PDF: its text in reading order, each part with its page, and its metadata.
 *
 * @param recognition absent if scanned pages are not recognized
 * @returns the pages that have to be recognized, when they are wanted
 * @throws AppError source_encrypted (a password is needed), source_protected (another program's protection),
 *   source_damaged, source_empty, source_no_text_layer (a scan, drawings, fonts that don't map to text), source_too_complex
 */
export function parsePdf(bytes: Uint8Array): Promise<ParsedDocument>
export function parsePdf(
  bytes: Uint8Array,
  recognition: Recognition | undefined,
): Promise<ParsedDocument | { scanned: ScannedPages }>
export function parsePdf(
  bytes: Uint8Array,
  recognition?: Recognition,
): Promise<ParsedDocument | { scanned: ScannedPages }> {
  return withDocument(bytes, (document) => parse(document, bytes, recognition))
}

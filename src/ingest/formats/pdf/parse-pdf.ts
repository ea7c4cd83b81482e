import { AppError } from '../../../shared/errors.ts'
import { countWords } from '../../../shared/words.ts'
import type { Piece } from '../../document.ts'
import { MIN_WORDS, type ParsedDocument } from '../parsed-document.ts'
import { composeAccents } from './layout/accents.ts'
import { toFragments } from './layout/fragments.ts'
import { repairCodes } from './layout/misread.ts'
import { pageLines, type ReadPage } from './layout/page-lines.ts'
import { turnStacked } from './layout/stacked.ts'
import { readFacts } from './metadata.ts'
import { readOutline } from './outline.ts'
import { type OpenDocument, withDocument } from './pdfium/document.ts'
import { readPage } from './pdfium/pages.ts'
import { findFurniture } from './structure/furniture.ts'
import { toStructure } from './structure/pieces.ts'
import { withoutUndecoded } from './structure/undecoded.ts'

/** Longer documents are read up to here. */
const MAX_PAGES = 5000
const MAX_CHARACTERS = 5_000_000

interface ReadPages {
  pages: ReadPage[]
  /** Pages of which nothing could be read because they are broken. */
  broken: number
  /** Pages that are pictures. */
  pictures: number
  painted: boolean
  /** Whether the end of the file was lost. */
  mended: boolean
  /** Whether the limits cut the document short. */
  cut: boolean
}

function readPages(document: OpenDocument): ReadPages {
  const read: ReadPages = {
    pages: [],
    broken: 0,
    pictures: 0,
    painted: false,
    mended: document.mended,
    cut: document.pages > MAX_PAGES,
  }
  let characters = 0
  for (let index = 0; index < Math.min(document.pages, MAX_PAGES); index += 1) {
    const content = readPage(document, index)
    if (content === null) {
      read.broken += 1
      continue
    }
    repairCodes(content.glyphs)
    turnStacked(content)
    composeAccents(content)
    const fragments = toFragments(content)
    const rtl = fragments.some((fragment) => fragment.rtl)
    read.pages.push({ number: index + 1, box: content.box, fragments, glyphs: rtl ? content.glyphs : null })
    if (content.scanned || (content.painted && fragments.length === 0)) read.pictures += 1
    read.painted ||= content.painted
    characters += content.glyphs.count
    if (characters > MAX_CHARACTERS) {
      read.cut = true
      break
    }
  }
  return read
}

/** Words, counted no further than it takes to know that there are enough. */
function fewWords(pieces: readonly Piece[]): number {
  let words = 0
  for (const { text } of pieces) {
    words += countWords(text)
    if (words >= MIN_WORDS) break
  }
  return words
}

function checkText(
  pieces: readonly Piece[],
  { pages, broken, pictures, painted, mended }: ReadPages,
  undecoded: number,
): void {
  const words = fewWords(pieces)
  if (words >= MIN_WORDS) return
  if (undecoded > 0) {
    throw new AppError(
      'source_no_text_layer',
      'The letters of this PDF cannot be told from its fonts. Run text recognition (OCR) on it and try again.',
    )
  }
  if (pictures > 0 && pictures >= pages.length / 2) {
    throw new AppError(
      'source_no_text_layer',
      'This PDF is a scan: its pages are pictures without text. Run text recognition (OCR) on it and try again.',
    )
  }
  if (words > 0) return
  if (pages.length === 0 || mended || (broken > 0 && !painted)) {
    throw new AppError('source_damaged', 'No page of this PDF can be read. Try to save or download it again.')
  }
  throw new AppError('source_empty', 'This PDF is empty: there is no text in it to summarize.')
}

function noteOf(
  { pages, broken, pictures, mended, cut }: ReadPages,
  total: number,
  undecoded: number,
): string | undefined {
  if (cut) return `Only the first ${pages.length} of ${total} pages were read.`
  if (broken > 0) return `Pages that could not be read: ${broken} of ${total}.`
  if (undecoded > 0) {
    return `Pages whose letters cannot be told from their fonts, so that most of their text is missing: ${undecoded} of ${total}.`
  }
  if (mended) return 'The file is damaged: its end is missing, and pages may be lost.'
  if (pictures > 0) return `Pages that are pictures without text and were not read: ${pictures} of ${total}.`
  return undefined
}

function parse(document: OpenDocument, bytes: Uint8Array): ParsedDocument {
  const read = readPages(document)
  const furniture = findFurniture(read.pages)
  const { lines, pages: undecoded } = withoutUndecoded(read.pages.flatMap((page) => pageLines(page, furniture)))
  const { pieces, title } = toStructure(lines, readOutline(document))
  checkText(pieces, read, undecoded)
  const facts = readFacts(document, bytes)
  return {
    kind: 'document',
    title: facts.title ?? title,
    author: facts.author,
    site: null,
    language: facts.language,
    publishedAt: facts.publishedAt,
    pieces,
    sourceInfo: { readAs: 'PDF text', pages: document.pages, note: noteOf(read, document.pages, undecoded) },
  }
}

/**
 * Reads a PDF: its text in reading order, each part with its page, and what the file says of itself.
 *
 * @throws AppError source_encrypted (a password is needed), source_protected (another program's protection),
 *   source_damaged, source_empty, source_no_text_layer (a scan), source_too_complex
 */
export function parsePdf(bytes: Uint8Array): Promise<ParsedDocument> {
  return withDocument(bytes, (document) => parse(document, bytes))
}

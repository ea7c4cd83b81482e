import type { Piece } from '../../document.ts'
import { authorOf } from '../author.ts'
import { foldText } from '../clean-text.ts'
import { titleKey, withoutContents } from '../contents.ts'
import type { FileMetadata, ParsedDocument } from '../parsed-document.ts'
import { DAMAGED_NOTE, damaged } from '../refusals.ts'
import { TITLE_LEVEL, type WordPiece } from './pieces.ts'
import { readXml } from './xml.ts'

/** Longer titles and names of authors are cut. */
export const MAX_PROPERTY_CHARACTERS = 500

/** Elements by the field they contain, best first. */
const fields: Readonly<Record<keyof FileMetadata, readonly string[]>> = {
  title: ['dc:title', 'o:Title'],
  author: ['meta:initial-creator', 'dc:creator', 'o:Author'],
  language: ['dc:language'],
  publishedAt: ['dcterms:modified', 'o:LastSaved', 'dc:date', 'dcterms:created', 'o:Created', 'meta:creation-date'],
}
const known = new Set(Object.values(fields).flat())

/** Converts a date to ISO 8601; null for anything else, and for implausible years. */
export function isoDate(written: string | number): string | null {
  const date = new Date(written)
  const year = date.getUTCFullYear()
  return Number.isNaN(year) || year < 1980 || year > 2100 ? null : date.toISOString()
}

/**
 * Reads a document's properties: docProps/core.xml (ISO/IEC 29500-2, 8.3), o:DocumentProperties in Word 2003's XML, or
 * meta.xml of OpenDocument. The date is that of the last change, since new files often start as copies of old ones.
 */
export function readProperties(bytes: Uint8Array | null): FileMetadata {
  const found = new Map<string, string>()
  let open: string | null = null
  if (bytes !== null) {
    readXml(bytes, {
      open(name) {
        if (name === 'w:body' || name === 'office:body') return 'skip'
        open = known.has(name) ? name : null
      },
      close() {
        open = null
      },
      text(text) {
        if (open !== null) found.set(open, `${found.get(open) ?? ''}${text}`.slice(0, MAX_PROPERTY_CHARACTERS))
      },
    })
  }
  const first = (field: keyof FileMetadata): string | null =>
    fields[field].map((element) => foldText(found.get(element) ?? '')).find((text) => text !== '') ?? null
  const date = first('publishedAt')
  return {
    title: first('title'),
    author: first('author'),
    language: first('language'),
    publishedAt: date === null ? null : isoDate(date),
  }
}

/** Number of parts at the start that are searched for the document's title. */
const TITLE_WITHIN = 12

/** Longer bold lines are emphasis. */
const MAX_SEEMING_CHARACTERS = 100

/** The document's title in a paragraph near the start, or null. */
export function titleOf(pieces: readonly Piece[]): string | null {
  return pieces.slice(0, TITLE_WITHIN).find((piece) => piece.level === TITLE_LEVEL)?.text ?? null
}

/** The line at the start above numbered headings, which are clauses or chapters. */
function titleAbove([first, ...rest]: readonly WordPiece[]): string | null {
  const heading = rest.find(({ type }) => type === 'heading')
  if (first?.type !== 'paragraph' || heading?.numbered !== true) return null
  return first.text.length <= MAX_SEEMING_CHARACTERS && !/[.,;:!?…。；，：]$/u.test(first.text) ? first.text : null
}

const seems = ({ strong, type, text }: WordPiece): boolean =>
  strong === true &&
  (type === 'paragraph' || type === 'list-item') &&
  text.length <= MAX_SEEMING_CHARACTERS &&
  /\p{L}{2}/u.test(text) &&
  !/[.,;!…。；，]$/u.test(text)

/**
 * Finds lines that only look like headings: short, entirely bold, above text that is not. Many documents have no other
 * headings. Recurring lines (speakers, labels) and documents in which every other line is bold don't count.
 */
function seemingHeadings(pieces: readonly WordPiece[]): ReadonlySet<WordPiece> {
  const found = pieces.filter((piece, index) => {
    const next = pieces[index + 1]
    return seems(piece) && next !== undefined && next.strong !== true && next.type !== 'heading'
  })
  const distinct = new Set(found.map((piece) => piece.text)).size
  const few = found.length >= 2 && found.length <= pieces.length / 3
  return new Set(few && distinct >= found.length * 0.8 ? found : [])
}

/**
 * Determines the headings of a document. If no style makes any, lines that look like headings become headings. Levels are
 * 1 to 6: a title in the text has level 1, and all other headings are below it.
 */
export function settleHeadings(pieces: readonly WordPiece[]): Piece[] {
  const styled = pieces.some((piece) => piece.type === 'heading' && piece.level !== TITLE_LEVEL)
  const seeming: ReadonlySet<WordPiece> = styled ? new Set() : seemingHeadings(pieces)
  const shift = pieces.some((piece) => piece.level === TITLE_LEVEL) ? 1 : 0
  return pieces.map((piece) => {
    const { type, text, lines, level, marker }: Piece = seeming.has(piece)
      ? { ...piece, type: 'heading', level: 1 }
      : piece
    if (level === undefined) return { type, text, lines, marker }
    return { type, text, level: Math.min(6, Math.max(1, level + shift)) }
  })
}

const SAMPLE_CHARACTERS = 20_000

/** Shares of characters, or of words, that no text reaches in any language. */
const MAX_MEANINGLESS = 0.2
const MAX_ODD = 0.4
const MAX_MIXED = 0.3

/** Code points without a character: private, unassigned, unpaired surrogates, replacement characters. */
const meaningless = /[\p{Co}\p{Cn}\p{Cs}\ufffd]/gu

/** Upper half of Latin-1 and signs, which decoded binary data contains. */
const odd = /[[\u0080-\u00ff\p{Sc}\p{Sk}\p{Sm}\p{So}]--\p{ASCII}]/gv

/** Scripts that no word mixes; without spaces, a Chinese, Japanese or Korean "word" may mix their scripts. */
const apart = [
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Devanagari}/u,
  /\p{Script=Thai}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
  /[[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]--\p{ASCII}]/v,
  /[\p{L}--[\p{scx=Latin}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Arab}\p{scx=Hebr}\p{scx=Deva}\p{scx=Thai}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]]/v,
]

/**
 * Whether a text is decoded from damaged or hostile data: bytes read as Latin letters, or pairs of bytes read as random
 * characters of Unicode.
 */
export function isGarbled(pieces: readonly Piece[]): boolean {
  const sample = pieces
    .slice(0, SAMPLE_CHARACTERS)
    .map(({ text }) => text)
    .join('\n')
    .slice(0, SAMPLE_CHARACTERS)
  const words = sample.match(/\S+/gu) ?? []
  const characters = words.join('').length
  const share = (pattern: RegExp): number => (sample.match(pattern)?.length ?? 0) / Math.max(1, characters)
  if (share(meaningless) > MAX_MEANINGLESS || share(odd) > MAX_ODD) return true
  const mixed = words.filter((word) => apart.filter((script) => script.test(word)).length > 1).length
  return mixed > MAX_MIXED * words.length
}

/**
 * Creates a document from the text, properties and styles of a word processor's file.
 *
 * @param readAs the format as users know it
 * @param broken the part with the text is damaged
 * @throws AppError source_damaged if the text is garbled
 */
export function wordDocument(
  read: readonly WordPiece[],
  properties: FileMetadata,
  languageOfStyles: string | null,
  { readAs = 'Word document', broken = false }: { readAs?: string; broken?: boolean } = {},
): ParsedDocument {
  // Not all formats reveal which lines are headings.
  const pieces = withoutContents(read, new Map(read.map(({ text }) => [titleKey(text), undefined])))
  if (isGarbled(pieces)) throw damaged(readAs === 'Word document' ? readAs : 'document')
  return {
    ...properties,
    kind: 'document',
    title: titleOf(pieces) ?? properties.title ?? titleAbove(pieces),
    author: authorOf(properties.author),
    site: null,
    language: properties.language ?? languageOfStyles,
    pieces: settleHeadings(pieces),
    sourceInfo: { readAs, ...(broken ? { note: DAMAGED_NOTE } : {}) },
  }
}

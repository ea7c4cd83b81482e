import type { Block, BlockType, ExtractedDocument } from '../shared/document.ts'
import type { SourceLocation } from '../shared/summary/location.ts'
import { clearDateline } from '../shared/text/dateline.ts'
import { truncate } from '../shared/text/format.ts'
import { findSpeakers, findTurns, soundMarks } from '../shared/text/speakers.ts'
import { countWords } from '../shared/text/words.ts'
import { foldText } from './formats/clean-text.ts'
import { isNoTitle, isTitleAbove, readTitleLines, withoutTitleLabel } from './title-lines.ts'

/** A part of a source without its number and path. */
export interface Piece {
  type: BlockType
  /** Of headings. */
  level?: number | undefined
  /** Of items of ordered lists: their number. */
  marker?: string | undefined
  text: string
  /** The lines of a stanza of verse, which become blocks of their own. */
  lines?: readonly string[] | undefined
  /** Its location, in sources with pages, chapters or times. */
  location?: SourceLocation | undefined
}

/**
 * Numbers the parts of a source. A part without a location gets its number among the parts that are not headings, counted
 * from 1; such a heading gets the location of the part below it.
 */
export function toBlocks(read: readonly Piece[]): Block[] {
  const pieces = read.flatMap((piece) => piece.lines?.map((text) => ({ ...piece, text })) ?? [piece])
  const blocks: Block[] = []
  const path: { level: number; text: string }[] = []
  const total = Math.max(1, pieces.filter((piece) => piece.type !== 'heading').length)
  let paragraph = 0
  for (const piece of pieces) {
    const isHeading = piece.type === 'heading'
    const level = Math.min(6, Math.max(1, piece.level ?? 2))
    if (isHeading) while ((path.at(-1)?.level ?? 0) >= level) path.pop()
    else paragraph += 1
    const block: Block = {
      id: `b${blocks.length + 1}`,
      type: piece.type,
      ...(isHeading ? { level } : {}),
      ...(piece.marker === undefined ? {} : { marker: piece.marker }),
      text: piece.text,
      headingPath: path.map((heading) => heading.text),
      location: piece.location ?? {
        kind: 'paragraph',
        paragraph: Math.min(total, isHeading ? paragraph + 1 : paragraph),
      },
    }
    blocks.push(block)
    if (isHeading) path.push({ level, text: piece.text })
  }
  return blocks
}

const MAX_TITLE_CHARACTERS = 80

/** Abbreviations before names, numbers and days. */
const abbreviations =
  'Dr|Mrs?|Ms|Prof|St|Mt|No|Nr|Lt|Col|Gen|Capt|Sgt|Gov|Sen|Rep|Rev|Hon|Jr|Sr|Sra|Mme|Mlle|vs|Art|Abs|Jan|Feb|Aug|Sept?|Oct|Nov|Dec'

/**
 * Up to the end of the first sentence that is long enough. Chinese and Japanese have no space after it. A full stop after
 * a single letter ("U.N.", "M.") or before a small one ("z. B.", "Avda. del") belongs to an abbreviation, one after the
 * number of a day ("3. Mai") to an ordinal.
 */
const firstSentence = new RegExp(
  `^.{10,}?(?:[!?؟](?=\\s|$)|(?<!(?<![\\p{L}\\p{M}])(?:\\p{L}|${abbreviations})|(?<![\\p{L}\\p{N}.,])(?:[12]?\\d|3[01]))\\.(?=\\s+[^\\s\\p{Ll}]|\\s*$)|[।۔။។](?=[^”’]|$)|[。！？](?![」』）”’]))`,
  'u',
)

/** Pieces at the beginning of a text, among which its title and its authors are. */
const HEAD_PIECES = 5

const headOf = (pieces: readonly Piece[]): Piece[] =>
  pieces.filter(({ type }) => type !== 'caption').slice(0, HEAD_PIECES)

/** Authors that a line at the beginning of a text names: "By Anna Berg"; null without one. */
export const authorFromText = (pieces: readonly Piece[]): string | null =>
  readTitleLines(headOf(pieces).map(({ text }) => text)).author

/** Minimum words of the first meaningful sentence of a conversation: "Good morning, everyone" has fewer. */
const MIN_OPENING_WORDS = 6
const OPENING_TURNS = 12

/** The first meaningful sentence of a conversation, without its speaker's label; null without one. */
function openingSentence(pieces: readonly Piece[]): string | null {
  const texts = pieces.map(({ text }) => text)
  const speakers = findSpeakers(texts)
  if (speakers.size === 0) return null
  const sentences = texts.slice(0, OPENING_TURNS).flatMap((text) => {
    const [turn] = findTurns(text, speakers)
    const said = turn?.start === 0 ? text.slice(turn.contentStart) : text
    return foldText(said.replaceAll(soundMarks, '')).split(/(?<=[.!?。！？])\s?/u)
  })
  return (
    sentences.find((text) => countWords(text) >= MIN_OPENING_WORDS) ?? sentences.find((text) => text !== '') ?? null
  )
}

/**
 * Finds or creates the title of a text, cut to about 80 characters: the line above its byline, its first heading, or a
 * first line that is no sentence; else the first sentence without a dateline, of a conversation the first that says
 * something. A byline, a date or the head of a memo is never a title.
 *
 * @returns `isUntitled` if the title is only the beginning of the text
 */
export function readTitle(pieces: readonly Piece[]): { title: string; isUntitled: boolean } {
  const head = headOf(pieces)
  const { title } = readTitleLines(head.map(({ text }) => text))
  const candidates = head.filter(({ text, type }) => !isNoTitle(text, type === 'heading'))
  const [opening] = candidates
  const marked = candidates.slice(0, 3).find((piece) => piece.type === 'heading')?.text
  // The number of a section shows that the line above it is the title.
  const isSection = marked !== undefined && /^(?:\d{1,2}|[IVX]{1,5})[.)]\s/u.test(marked)
  const above = isSection && opening !== undefined && isTitleAbove(opening.text) ? opening.text : null
  const heading = title ?? above ?? marked
  const first = candidates[0] ?? pieces.find(({ type }) => type !== 'caption') ?? pieces[0]
  const spoken = heading === undefined ? openingSentence(pieces) : null
  const line = (spoken ?? first?.text ?? '').split('\n')[0] ?? ''
  const bare = line.replace(clearDateline, '')
  // A line without the end of a sentence is a title: "May 4, 2026 - Minutes".
  const isSentence = /[.!?…][”"’)]*(?:\s|$)/u.test(bare)
  const source = withoutTitleLabel(heading ?? (isSentence ? bare : line))
  const sentence = firstSentence.exec(source)?.[0] ?? source
  const isOwnLine = spoken === null && !isSentence && line.length <= MAX_TITLE_CHARACTERS
  return {
    title: truncate(sentence.replace(/[.。।۔။។]$/u, ''), MAX_TITLE_CHARACTERS),
    isUntitled: heading === undefined && !isOwnLine,
  }
}

/** The title that a source declares, or the one that `readTitle` reads from its text; `fallback` if it has no text. */
export function titleOf(
  declared: string | null,
  pieces: readonly Piece[],
  fallback = '',
): Pick<ExtractedDocument, 'title' | 'isUntitled'> {
  if (declared !== null && declared.trim() !== '') return { title: declared.trim() }
  const { title, isUntitled } = readTitle(pieces)
  return { title: title || fallback, ...(isUntitled ? { isUntitled } : {}) }
}

import type { Block } from '../../shared/document.ts'
import { locationLabel } from '../../shared/summary/location-label.ts'
import { formatClock, truncate } from '../../shared/text/format.ts'
import { findSpeakers, isWordlessTurn } from '../../shared/text/speakers.ts'
import { countWords } from '../../shared/text/words.ts'
import { estimateTokens } from '../models/estimate-tokens.ts'
import { splitSentences } from '../text/sentences.ts'
import { neutralize } from './neutralize.ts'

/** A block, or a part of one that is too large for a call. */
export interface Piece {
  block: Block
  /** The text as prompts show it. */
  shown: string
  /** Of the line in a prompt, id included. */
  tokens: number
  words: number
  /** Whether it continues the block of the piece before it. */
  continued: boolean
}

/** Tokens of an id, its brackets and the line's end. */
const LINE_TOKENS = 6

/** End of a part of at most `mostTokens` tokens, after white space if possible. */
function cutAt(text: string, start: number, mostTokens: number): number {
  // A character takes one token at most, so this many always fit.
  const end = Math.min(text.length, start + Math.max(1, mostTokens))
  if (end === text.length) return end
  for (let at = end; at > start + (end - start) / 2; at -= 1) if (text.charAt(at).trim() === '') return at
  return /[\uDC00-\uDFFF]/u.test(text.charAt(end)) ? end + 1 : end
}

/** Parts of a text of at most `mostTokens` tokens: whole sentences, or parts of an overlong one. */
function splitText(text: string, mostTokens: number): string[] {
  const found: string[] = []
  let current = ''
  let tokens = 0
  const push = (): void => {
    if (current.trim() !== '') found.push(current.trim())
    current = ''
    tokens = 0
  }
  for (const { start, end } of splitSentences(text)) {
    const sentence = text.slice(start, end)
    const more = estimateTokens(sentence).likely + 1
    if (tokens + more > mostTokens) push()
    if (more > mostTokens) {
      for (let from = start; from < end; ) {
        const to = Math.min(end, cutAt(text, from, mostTokens))
        found.push(text.slice(from, to).trim())
        from = to
      }
    } else {
      current += `${current === '' ? '' : ' '}${sentence}`
      tokens += more
    }
  }
  push()
  return found.filter((part) => part !== '')
}

/** Splits a document into its blocks, and blocks that are too large at their sentences. */
export function cutPieces(blocks: readonly Block[], mostTokens: number): Piece[] {
  const pieces: Piece[] = []
  const speakers = findSpeakers(blocks.map(({ text }) => text))
  for (const block of blocks) {
    if (countWords(block.text) === 0 || isWordlessTurn(block.text, speakers)) continue
    const shown = neutralize(block.text)
    const tokens = estimateTokens(shown).likely + LINE_TOKENS
    if (tokens <= mostTokens) {
      if (shown !== '') pieces.push({ block, shown, tokens, words: countWords(block.text), continued: false })
      continue
    }
    for (const [index, part] of splitText(shown, mostTokens - LINE_TOKENS).entries()) {
      pieces.push({
        block,
        shown: part,
        tokens: estimateTokens(part).likely + LINE_TOKENS,
        words: countWords(part),
        continued: index > 0,
      })
    }
  }
  return pieces
}

/** As much of a document as one call reads, on the document's own boundaries. */
export interface Section {
  pieces: readonly Piece[]
  words: number
  tokens: number
}

export interface SectionSize {
  /** The size that a section should have, in tokens. */
  target: number
  /** The size that none exceeds, unless a single piece does. */
  most: number
}

/** A last section of fewer words joins the one before it. */
const ORPHAN_WORDS = 30
const ORPHAN_SHARE = 0.15
/** Silence between two captions that divides a recording, in seconds. */
const PAUSE_SECONDS = 3
/** Share of the target size from which a section may end at a chapter, at a heading or pause, at a paragraph. */
const ENOUGH = { chapter: 0.4, heading: 0.6, paragraph: 1 }

function chapterOf(block: Block): number | null {
  return block.location.kind === 'chapter' ? block.location.chapter : null
}

/** Boundary of the source before a piece: a new chapter, a heading or pause, a paragraph. */
function boundaryBefore(before: Piece, after: Piece): keyof typeof ENOUGH | null {
  if (after.continued || before.block.type === 'heading') return null
  const [one, other] = [before.block, after.block]
  if (chapterOf(one) !== chapterOf(other)) return 'chapter'
  const isPause =
    one.location.kind === 'time' &&
    other.location.kind === 'time' &&
    other.location.startSeconds - one.location.endSeconds >= PAUSE_SECONDS
  return isPause || other.type === 'heading' ? 'heading' : 'paragraph'
}

/**
 * Packs pieces into sections, in order. A section ends at the first chapter, heading or pause near its target size, and
 * anywhere before it is too large.
 */
export function packSections(pieces: readonly Piece[], { target, most }: SectionSize): Section[] {
  const sections: Piece[][] = []
  let current: Piece[] = []
  let tokens = 0
  for (const piece of pieces) {
    const before = current.at(-1)
    const boundary = before === undefined ? null : boundaryBefore(before, piece)
    const isFull = tokens + piece.tokens > most * (1 - ORPHAN_SHARE)
    if (before !== undefined && (isFull || (boundary !== null && tokens >= target * ENOUGH[boundary]))) {
      // A heading belongs to the text after it.
      const kept = isFull && before.block.type === 'heading' && current.length > 1 ? current.splice(-1) : []
      sections.push(current)
      current = kept
      tokens = kept.reduce((sum, each) => sum + each.tokens, 0)
    }
    current.push(piece)
    tokens += piece.tokens
  }
  const last = sections.at(-1)
  if (last !== undefined && wordsOf(current) < ORPHAN_WORDS) last.push(...current)
  else if (current.length > 0) sections.push(current)
  return sections.map(sectionOf)
}

const wordsOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { words }) => sum + words, 0)

function sectionOf(pieces: readonly Piece[]): Section {
  return { pieces, words: wordsOf(pieces), tokens: pieces.reduce((sum, { tokens }) => sum + tokens, 0) }
}

/** The two halves of a section that was too long for a call; null if it is a single piece. */
export function halveSection({ pieces, tokens }: Section): [Section, Section] | null {
  if (pieces.length < 2) return null
  const [first, ...others] = packSections(pieces, { target: tokens / 2, most: tokens * 0.7 })
  if (first === undefined || others.length === 0) return null
  return [first, sectionOf(others.flatMap((section) => section.pieces))]
}

const TITLE_CHARACTERS = 80

/** Headings of a block, including itself; the chapter's title if there are none. */
function titlePathOf(block: Block): readonly string[] {
  if (block.type === 'heading') return [...block.headingPath, block.text]
  if (block.headingPath.length > 0) return block.headingPath
  return block.location.kind === 'chapter' && block.location.title !== undefined ? [block.location.title] : []
}

/** The title that distinguishes a section from its neighbors: the innermost common one, or the first and the last. */
function titleOf(first: Block, last: Block): string | null {
  const from = titlePathOf(first)
  const to = titlePathOf(last)
  const parting = from.findIndex((title, at) => title !== to[at])
  if (parting === -1) return from.at(-1) ?? null
  const title = from[parting] ?? ''
  const end = to[parting]
  return truncate(title, TITLE_CHARACTERS) + (end === undefined ? '' : ` to ${truncate(end, TITLE_CHARACTERS)}`)
}

/** Range of a section: "12:40 to 15:10", "p. 4 to p. 9", "¶ 3". */
function rangeOf(first: Block, last: Block): string {
  const from = locationLabel(first.location)
  const to = last.location.kind === 'time' ? formatClock(last.location.endSeconds) : locationLabel(last.location)
  return from === to ? from : `${from} to ${to}`
}

/** Name of a section for readers: its title, if any, and its range. */
export function nameSection(section: Section): string {
  const blocks = section.pieces.map((piece) => piece.block)
  const [first] = blocks
  const last = blocks.at(-1)
  if (first === undefined || last === undefined) return ''
  const title = titleOf(first, last)
  const range = rangeOf(first, last)
  // Chapter titles need no chapter numbers; other titles need pages, times or paragraphs.
  return title === null || first.location.kind === 'chapter' ? (title ?? range) : `${title} (${range})`
}

import type { Block } from '../../shared/document.ts'
import { truncate } from '../../shared/format.ts'
import { formatClock } from '../../shared/place.ts'
import { placeLabel } from '../../shared/place-label.ts'
import { countWords } from '../../shared/words.ts'
import { estimateTokens } from '../models/estimate-tokens.ts'
import { splitSentences } from '../text/sentences.ts'
import { neutralize } from './neutralize.ts'

/** A block, or a stretch of one that is too large for a call. Its place is the block's. */
export interface Piece {
  block: Block
  /** The text as prompts show it. */
  shown: string
  /** Of the line in a prompt, id included. */
  tokens: number
  words: number
  /** Whether it goes on in the block of the piece before it. */
  continued: boolean
}

/** Tokens of an id, its brackets and the line's end. */
const LINE_TOKENS = 6

/** The end of a stretch of at most so many tokens, after white space where there is some. */
function cutAt(text: string, start: number, mostTokens: number): number {
  // A character takes one token at most, so this many always fit.
  const end = Math.min(text.length, start + Math.max(1, mostTokens))
  if (end === text.length) return end
  for (let at = end; at > start + (end - start) / 2; at -= 1) if (text.charAt(at).trim() === '') return at
  return /[\uDC00-\uDFFF]/u.test(text.charAt(end)) ? end + 1 : end
}

/** Stretches of a text of at most so many tokens: whole sentences, or parts of a sentence that is too long itself. */
function stretches(text: string, mostTokens: number): string[] {
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
  return found.filter((stretch) => stretch !== '')
}

/**
 * The pieces of a document that calls are packed from: its blocks, each that is larger than a piece may be cut at its
 * sentences.
 */
export function cutPieces(blocks: readonly Block[], mostTokens: number): Piece[] {
  const pieces: Piece[] = []
  for (const block of blocks) {
    if (countWords(block.text) === 0) continue
    const shown = neutralize(block.text)
    const tokens = estimateTokens(shown).likely + LINE_TOKENS
    if (tokens <= mostTokens) {
      if (shown !== '') pieces.push({ block, shown, tokens, words: countWords(block.text), continued: false })
      continue
    }
    for (const [index, stretch] of stretches(shown, mostTokens - LINE_TOKENS).entries()) {
      pieces.push({
        block,
        shown: stretch,
        tokens: estimateTokens(stretch).likely + LINE_TOKENS,
        words: countWords(stretch),
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

/** Cost of starting a section at a boundary: zero between chapters, high right after a heading. */
const CUT = { heading: 0.02, pause: 0.06, paragraph: 0.2, insideList: 0.4, insideBlock: 0.6, afterHeading: 4 }
/** Cost of a section that spans chapters. */
const SHARED_CALL = 0.05
/** Cost of a section with too few words to summarize. */
const ORPHAN_WORDS = 30
const ORPHAN = 20
/** Silence between two captions that divides a recording, in seconds. */
const PAUSE_SECONDS = 3

function chapterOf(block: Block): number | null {
  return block.place.kind === 'chapter' ? block.place.chapter : null
}

/** The headings that a block stands under, its own text included where it is one. */
function pathOf(block: Block): readonly string[] {
  return block.type === 'heading' ? [...block.headingPath, block.text] : block.headingPath
}

/** How many headings two blocks share, from the outermost in. */
function sharedDepth(before: readonly string[], after: readonly string[]): number {
  const depth = before.findIndex((title, at) => title !== after[at])
  return depth === -1 ? before.length : depth
}

function pauseBefore(before: Block, after: Block): number {
  return before.place.kind === 'time' && after.place.kind === 'time'
    ? after.place.startSeconds - before.place.endSeconds
    : 0
}

/** Whether a chapter, or what the headings divide first, begins with a piece. */
function opensChapter(before: Piece, after: Piece): boolean {
  return !after.continued && chapterOf(before.block) !== chapterOf(after.block)
}

/** Cost of a cut before a piece. */
function cutCost(before: Piece, after: Piece): number {
  if (after.continued) return CUT.insideBlock
  if (before.block.type === 'heading') return CUT.afterHeading
  if (opensChapter(before, after)) return 0
  const beforePath = pathOf(before.block)
  const afterPath = pathOf(after.block)
  const shared = sharedDepth(beforePath, afterPath)
  if (shared < beforePath.length || afterPath.length > shared) return CUT.heading * (shared + 1)
  const pause = pauseBefore(before.block, after.block)
  if (pause >= PAUSE_SECONDS) return CUT.pause
  const listed = before.block.type === after.block.type && ['list-item', 'table', 'code'].includes(after.block.type)
  return listed ? CUT.insideList : CUT.paragraph
}

/** Sums from the beginning: the sum of a stretch is the difference of two. */
function sums(pieces: readonly Piece[], of: (piece: Piece, at: number) => number): Float64Array {
  const total = new Float64Array(pieces.length + 1)
  for (const [at, piece] of pieces.entries()) total[at + 1] = (total[at] ?? 0) + of(piece, at)
  return total
}

/**
 * Packs pieces into sections: the division of least cost, where cutting at a chapter costs nothing, at a heading,
 * a pause, a paragraph and inside a block ever more, and each section costs the square of how far it is from the
 * wanted size. Found by dynamic programming over the places where a section may begin, as lines of a paragraph are
 * broken (Knuth & Plass 1981, "Breaking paragraphs into lines").
 *
 * Every piece is in exactly one section, in order.
 */
export function packSections(pieces: readonly Piece[], size: SectionSize): Section[] {
  const tokens = sums(pieces, (piece) => piece.tokens)
  const words = sums(pieces, (piece) => piece.words)
  const opened = sums(pieces, (piece, at) => {
    const before = pieces[at - 1]
    return before !== undefined && opensChapter(before, piece) ? 1 : 0
  })
  const between = (of: Float64Array, from: number, to: number): number => (of[to] ?? 0) - (of[from] ?? 0)
  const best = new Float64Array(pieces.length + 1).fill(Number.POSITIVE_INFINITY)
  const cameFrom = new Int32Array(pieces.length + 1)
  best[0] = 0
  for (let end = 1; end <= pieces.length; end += 1) {
    for (let start = end - 1; start >= 0; start -= 1) {
      const held = between(tokens, start, end)
      if (held > size.most && start < end - 1) break
      const first = pieces[start]
      const before = pieces[start - 1]
      const cut = first === undefined || before === undefined ? 0 : cutCost(before, first)
      const orphan = between(words, start, end) < ORPHAN_WORDS ? ORPHAN : 0
      const off = (held - size.target) / size.target
      const cost = (best[start] ?? 0) + off * off + cut + orphan + SHARED_CALL * between(opened, start + 1, end)
      if (cost < (best[end] ?? 0)) {
        best[end] = cost
        cameFrom[end] = start
      }
    }
  }
  const sections: Section[] = []
  for (let end = pieces.length; end > 0; end = cameFrom[end] ?? 0) {
    const start = cameFrom[end] ?? 0
    sections.push({
      pieces: pieces.slice(start, end),
      words: between(words, start, end),
      tokens: between(tokens, start, end),
    })
  }
  return sections.toReversed()
}

/** The two halves of a section that was too long for a call, cut at the best place near its middle; null: no place. */
export function halveSection(section: Section): [Section, Section] | null {
  if (section.pieces.length < 2) return null
  const half = section.tokens / 2
  const halves = packSections(section.pieces, { target: half, most: half * 1.4 })
  const [first, ...others] = halves
  if (first === undefined || others.length === 0) return null
  return [first, joinSections(others)]
}

function joinSections(sections: readonly Section[]): Section {
  return {
    pieces: sections.flatMap((section) => section.pieces),
    words: sections.reduce((sum, section) => sum + section.words, 0),
    tokens: sections.reduce((sum, section) => sum + section.tokens, 0),
  }
}

const TITLE_CHARACTERS = 80

/** The headings that a block stands under, its own text included where it is one; the chapter's where there are none. */
function titlePathOf(block: Block): readonly string[] {
  if (block.type === 'heading') return [...block.headingPath, block.text]
  if (block.headingPath.length > 0) return block.headingPath
  return block.place.kind === 'chapter' && block.place.title !== undefined ? [block.place.title] : []
}

/** The title that tells a section from its neighbors: the innermost of all, or those it runs from and to. */
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
  const from = placeLabel(first.place)
  const to = last.place.kind === 'time' ? formatClock(last.place.endSeconds) : placeLabel(last.place)
  return from === to ? from : `${from} to ${to}`
}

/** A section as a person would look for it: by its title where it has one, and where it stands. */
export function nameSection(section: Section): string {
  const blocks = section.pieces.map((piece) => piece.block)
  const [first] = blocks
  const last = blocks.at(-1)
  if (first === undefined || last === undefined) return ''
  const title = titleOf(first, last)
  const range = rangeOf(first, last)
  // Titles tell chapters better than their numbers do; pages, times and paragraphs help to find what titles name.
  return title === null || first.place.kind === 'chapter' ? (title ?? range) : `${title} (${range})`
}

import type { Block } from '../../../shared/document.ts'
import { PACE_EVERY, type Pace } from '../../pace.ts'
import type { Piece } from './cut-pieces.ts'

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

/** What it costs to begin a section at a place: nothing between chapters, much after a heading. */
const CUT = { heading: 0.02, pause: 0.06, paragraph: 0.2, insideList: 0.4, insideBlock: 0.6, afterHeading: 4 }
/** What it costs a section to hold more than one chapter. */
const SHARED_CALL = 0.05
/** What it costs to leave a section with so few words that nothing can be said of it. */
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

/** What it costs to cut before a piece. */
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
export async function packSections(pieces: readonly Piece[], size: SectionSize, pace: Pace): Promise<Section[]> {
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
    if (end % PACE_EVERY === 0) await pace()
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
export async function halveSection(section: Section, pace: Pace): Promise<[Section, Section] | null> {
  if (section.pieces.length < 2) return null
  const half = section.tokens / 2
  const halves = await packSections(section.pieces, { target: half, most: half * 1.4 }, pace)
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

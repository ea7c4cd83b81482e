import type { Block, ExtractedDocument } from '../shared/document.ts'
import { countWords } from '../shared/text/words.ts'

export interface Section {
  /** The heading or chapter title above it; null without one. */
  title: string | null
  blocks: readonly Block[]
  words: number
}

/** Most sections of a document with headings of several depths. */
const MAX_SECTIONS = 60
/** Size of a part, in words, in a source without headings. */
const PART_WORDS = 2500

/** The heading path down to a depth, or the chapter, as one comparable key. */
function keyAt(block: Block, depth: number): string {
  if (depth > 0) return block.headingPath.slice(0, depth).join('\u0000')
  return block.location.kind === 'chapter' ? `${block.location.chapter}` : ''
}

function titleAt(block: Block, depth: number): string | null {
  if (depth > 0) return block.headingPath[depth - 1] ?? block.headingPath.at(-1) ?? null
  return block.location.kind === 'chapter' ? (block.location.title ?? null) : null
}

function countRuns(blocks: readonly Block[], depth: number): number {
  return blocks.reduce((count, block, index) => {
    const before = blocks[index - 1]
    return before !== undefined && keyAt(before, depth) === keyAt(block, depth) ? count : count + 1
  }, 0)
}

/** A section of more characters and more than half of the document is divided at the next level of headings. */
const MAX_CHARACTERS = 60_000

function hasHugeSection(blocks: readonly Block[], depth: number): boolean {
  const sizes = [...Map.groupBy(blocks, (block) => keyAt(block, depth)).values()].map((section) =>
    section.reduce((sum, block) => sum + block.text.length, 0),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return sizes.some((size) => size > MAX_CHARACTERS && size * 2 > total)
}

/** Level of headings that gives a readable number of sections, none too large; 0 means chapters or no division. */
function chooseDepth(blocks: readonly Block[]): number {
  const deepest = blocks.reduce((depth, block) => Math.max(depth, block.headingPath.length), 0)
  if (countRuns(blocks, 0) > 1) return 0
  for (let depth = 1; depth <= deepest; depth += 1) {
    const runs = countRuns(blocks, depth)
    if (runs > MAX_SECTIONS) return depth - 1
    if (runs > 1 && (depth === deepest || !hasHugeSection(blocks, depth))) return depth
  }
  return 0
}

/** Cuts at chapters, else at the first level of headings that divides, else into parts of about 2,500 words. */
export function cutSections(document: Pick<ExtractedDocument, 'blocks'>): Section[] {
  const blocks = document.blocks.filter((block) => block.type !== 'heading')
  const depth = chooseDepth(blocks)
  const divided = countRuns(blocks, depth) > 1
  const sections: { title: string | null; blocks: Block[]; words: number }[] = []
  let key: string | null = null
  for (const block of blocks) {
    const current = sections.at(-1)
    const blockKey = keyAt(block, depth)
    const full = !divided && current !== undefined && current.words >= PART_WORDS
    const words = countWords(block.text)
    if (current === undefined || full || blockKey !== key) {
      sections.push({ title: titleAt(block, depth), blocks: [block], words })
      key = blockKey
    } else {
      current.blocks.push(block)
      current.words += words
    }
  }
  return sections
}

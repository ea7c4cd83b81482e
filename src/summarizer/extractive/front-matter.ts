import type { Block, ExtractedDocument } from '../../shared/document.ts'
import { countWords } from '../../shared/words.ts'
import tables from './front-matter.json' with { type: 'json' }

const headings: ReadonlySet<string> = new Set(tables.headings.join(', ').split(', '))

const numbering =
  /^(?:(?:appendix|chapter|section|part)\s+)?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[ivxlc]{1,7}|[a-z])?[.):\s]+(?=\p{L})/u

/** Lower-cases a heading and removes its number and punctuation. */
function foldHeading(heading: string): string {
  const lower = heading.slice(0, 80).toLowerCase().replaceAll('’', "'").trim()
  return (headings.has(lower) ? lower : lower.replace(numbering, ''))
    .replace(/[^\p{L}\p{M}\p{N}' ]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Whether the block is under a heading of front or back matter. The outermost heading is the document's own title. */
function hasMatterHeading({ headingPath, place }: Block): boolean {
  const own = headingPath.length > 1 ? headingPath.slice(1) : headingPath
  const titles = place.kind === 'chapter' && place.title !== undefined ? [place.title, ...own] : own
  return titles.some((title) => headings.has(foldHeading(title)))
}

const imprint = /\bISBN\b|\bISSN\b|©|\(c\) ?\d{4}|\ball rights reserved\b|\bcreative commons\b|\bproject gutenberg\b/giu
const IMPRINT_WORDS = 18
const MOST_IMPRINT_CHARACTERS = 1500

const citation =
  /\bet al\b|\bdoi\b|\bpp?\. ?\d|\bvol\. ?\d|\(\d{4}[a-z]?\)|\b(?:19|20)\d\d[a-z]?[.,;)]|\b\p{Lu}\.,? |\bISBN\b/gu
const LEAST_CITATIONS = 3
const CITATION_WORDS = 7

/** A section number and a title; several of them in one block are a table of contents. */
const numberedTitle = /(?:^|\s)\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+\p{Lu}/gu
const LEAST_TITLES = 3
const TITLE_WORDS = 18

function isDense(text: string, pattern: RegExp, least: number, wordsEach: number): boolean {
  const hits = text.match(pattern)?.length ?? 0
  return hits >= least && hits * wordsEach >= countWords(text)
}

function looksLikeMatter(text: string): boolean {
  return (
    (text.length <= MOST_IMPRINT_CHARACTERS && isDense(text, imprint, 1, IMPRINT_WORDS)) ||
    isDense(text.slice(0, 600), citation, LEAST_CITATIONS, CITATION_WORDS) ||
    isDense(text.slice(0, 2000), numberedTitle, LEAST_TITLES, TITLE_WORDS)
  )
}

/** If more of the document than this is under such headings, it is about them: nothing is left out for its heading. */
const MOST_SHARE = 0.5

/** A caption read as an item: a list of one item between paragraphs, without a number and nothing that announces it. */
function isLoneItem(blocks: readonly Block[], at: number): boolean {
  const [before, block, next] = [blocks[at - 1], blocks[at], blocks[at + 1]]
  if (block?.type !== 'list-item' || before?.type !== 'paragraph' || next?.type === 'list-item') return false
  return !/[:：]$/u.test(before.text) && !/^\P{L}*\d+[.)]/u.test(block.text)
}

const groupOf = ({ place }: Block): string | null =>
  place.kind === 'page' ? `${place.page}` : place.kind === 'chapter' ? `${place.chapter}` : null
const ends = /[.!?…。！？]["”’»)」]?$/u
/** Longest page or chapter that is matter as a whole if most of it is. */
const MOST_GROUP_CHARACTERS = 4000

/** Blocks of title pages, imprints and lists of works: most of the page or short chapter is matter or lines without a stop. */
function blocksOfMatterPages(blocks: readonly Block[], isMatter: (block: Block) => boolean): Block[] {
  return [...Map.groupBy(blocks, groupOf)].flatMap(([group, members]) => {
    if (group === null || !members.some(isMatter)) return []
    const all = lengthOf(members)
    const strange = lengthOf(members.filter((block) => isMatter(block) || !ends.test(block.text)))
    return all <= MOST_GROUP_CHARACTERS && strange > all * MOST_SHARE ? members : []
  })
}

const lengthOf = (blocks: readonly Block[]): number => blocks.reduce((sum, block) => sum + block.text.length, 0)

/**
 * Finds the blocks that surround a document's text: references, contents, imprint, acknowledgments, links. They count
 * as read, but nothing is picked from them.
 */
export function findFrontMatter(blocks: readonly Block[], kind?: ExtractedDocument['kind']): ReadonlySet<Block> {
  const headed = blocks.filter(hasMatterHeading)
  const found = new Set(lengthOf(headed) <= lengthOf(blocks) * MOST_SHARE ? headed : [])
  blocks.forEach((block, at) => {
    if (looksLikeMatter(block.text) || (kind === 'article' && isLoneItem(blocks, at))) found.add(block)
  })
  const pages = blocksOfMatterPages(blocks, (block) => found.has(block))
  return lengthOf(pages) <= lengthOf(blocks) * MOST_SHARE ? new Set([...found, ...pages]) : found
}

import type { Block, ExtractedDocument } from '../shared/document.ts'
import { countWords } from '../shared/text/words.ts'
import tables from './front-matter.json' with { type: 'json' }

const headings: ReadonlySet<string> = new Set(tables.headings.join(', ').split(', '))

const numbering =
  /^(?:(?:appendix|chapter|section|part)\s{1,9})?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[ivxlc]{1,7}|[a-z])?[.):\s]+(?=\p{L})/u

/** Lower-cases a heading and removes its number and punctuation. */
function foldHeading(heading: string): string {
  const lower = heading.slice(0, 80).toLowerCase().replaceAll('’', "'").trim()
  return (headings.has(lower) ? lower : lower.replace(numbering, ''))
    .replace(/[^\p{L}\p{M}\p{N}' ]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Whether the block is under a heading of front or back matter. The outermost heading is the document's own title. */
function hasMatterHeading({ headingPath, location }: Block): boolean {
  const own = headingPath.length > 1 ? headingPath.slice(1) : headingPath
  const titles = location.kind === 'chapter' && location.title !== undefined ? [location.title, ...own] : own
  return titles.some((title) => headings.has(foldHeading(title)))
}

const imprint = /\bISBN\b|\bISSN\b|©|\(c\) ?\d{4}|\ball rights reserved\b|\bcreative commons\b|\bproject gutenberg\b/giu
const IMPRINT_WORDS = 18
const MAX_IMPRINT_CHARACTERS = 1500

const citation =
  /\bet al\b|\bdoi\b|\bpp?\. ?\d|\bvol\. ?\d|\(\d{4}[a-z]?\)|\b(?:19|20)\d\d[a-z]?[.,;)]|\b\p{Lu}\.,? |\bISBN\b/gu
const MIN_CITATIONS = 3
const CITATION_WORDS = 7

function isDense(text: string, pattern: RegExp, least: number, wordsEach: number): boolean {
  const hits = text.match(pattern)?.length ?? 0
  return hits >= least && hits * wordsEach >= countWords(text)
}

function looksLikeMatter(text: string): boolean {
  return (
    /^\[\d{1,3}\] /u.test(text) ||
    (text.length <= MAX_IMPRINT_CHARACTERS && isDense(text, imprint, 1, IMPRINT_WORDS)) ||
    isDense(text.slice(0, 600), citation, MIN_CITATIONS, CITATION_WORDS)
  )
}

/** If a larger share of the document is under such headings, they are its subject and nothing is left out for them. */
const MAX_SHARE = 0.5

/** Whether a list item is a misread caption: unnumbered, alone between paragraphs, and not announced by a colon. */
function isLoneItem(blocks: readonly Block[], at: number): boolean {
  const [before, block, next] = [blocks[at - 1], blocks[at], blocks[at + 1]]
  if (block?.type !== 'list-item' || before?.type !== 'paragraph' || next?.type === 'list-item') return false
  return !/[:：]$/u.test(before.text) && !/^\P{L}*\d[.)]/u.test(block.text)
}

const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡxʏᴢ'
const foldCapitals = (text: string): string =>
  Array.from(
    text.toLowerCase(),
    (letter) => 'abcdefghijklmnopqrstuvwxyz'[smallCapitals.indexOf(letter)] ?? letter,
  ).join('')

/** A biography begins with its author's name, within this many characters. */
const NAME_CHARACTERS = 60
/** Maximum words of a chapter that is a biography or colophon as a whole. */
const MAX_MATTER_WORDS = 400

/** Blocks of short chapters of a book with an imprint or a biography of its author, whatever their titles. */
function findMatterChapters(blocks: readonly Block[], author: string | null): Block[] {
  const names = foldCapitals(author ?? '').split(/[,;&]\s*/u)
  const isMatter = ({ type, text }: Block): boolean => {
    const opening = foldCapitals(text.slice(0, NAME_CHARACTERS))
    const isBiography = names.some((name) => name.includes(' ') && opening.includes(name.trim()))
    return type !== 'heading' && (isBiography || isDense(text, imprint, 1, IMPRINT_WORDS))
  }
  const chapters = Map.groupBy(blocks, ({ location }) => (location.kind === 'chapter' ? location.chapter : null))
  chapters.delete(null)
  const isShort = (own: readonly Block[]): boolean =>
    own.reduce((sum, { text }) => sum + countWords(text), 0) <= MAX_MATTER_WORDS
  return [...chapters.values()].filter((own) => isShort(own) && own.some(isMatter)).flat()
}

const lengthOf = (blocks: readonly Block[]): number => blocks.reduce((sum, block) => sum + block.text.length, 0)

/** Finds references, contents, imprint, acknowledgments and links. They count as read, but summaries leave them out. */
export function findFrontMatter(
  blocks: readonly Block[],
  { kind, author = null }: Partial<Pick<ExtractedDocument, 'kind' | 'author'>> = {},
): ReadonlySet<Block> {
  const isRest = (some: readonly Block[]): boolean => lengthOf(some) <= lengthOf(blocks) * MAX_SHARE
  const lists = [blocks.filter(hasMatterHeading), findMatterChapters(blocks, author)]
  const found = new Set(lists.filter(isRest).flat())
  blocks.forEach((block, at) => {
    if (looksLikeMatter(block.text) || (kind === 'article' && isLoneItem(blocks, at))) found.add(block)
  })
  return found
}

import { foldText } from '../../clean-text.ts'
import type { TextBlock } from '../page.ts'
import { isClosing, isLabel, isPointer } from './lines.ts'

const linkShare = (block: TextBlock): number => (block.chars === 0 ? 0 : block.linkChars / block.chars)

/** From this share on a block is a link rather than a text that has links. */
const LINK_SHARE = 0.8

const isLink = (block: TextBlock): boolean => linkShare(block) >= LINK_SHARE

/** Letters and digits alone, for comparing titles. */
export const bare = (text: string): string =>
  foldText(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Whether a line is the page's title, or the title less what the page appends to it. */
export function isTitle(text: string, title: string): boolean {
  if (text.length > 400) return false
  const [line, wanted] = [bare(text), bare(title)]
  if (line === '' || wanted === '') return false
  return line === wanted || (line.length >= 12 && line.length * 2 >= wanted.length && wanted.startsWith(line))
}

/** Whether a line by itself is a label, or a pointer to other pages. */
function isStray(block: TextBlock): boolean {
  if (isLabel(block.text)) return true
  return isPointer(block.text) && (linkShare(block) >= 0.3 || block.text.length < 40)
}

/** How many blocks at the start are looked at for the title. */
const HEAD_BLOCKS = 12

/** The title above the text, repeated by the page itself, and everything before it. */
function dropTitle(blocks: readonly TextBlock[], title: string): TextBlock[] {
  const at = blocks.findIndex((block, index) => index < HEAD_BLOCKS && isTitle(block.text, title))
  return at === -1 ? [...blocks] : blocks.slice(at + 1)
}

/** Headings of link lists ("Related stories"), and the links under them. */
function dropLinkLists(blocks: readonly TextBlock[]): TextBlock[] {
  const kept: TextBlock[] = []
  let inList = false
  for (const block of blocks) {
    if (isStray(block)) {
      inList = true
      continue
    }
    if (inList && isLink(block)) continue
    inList = false
    kept.push(block)
  }
  return kept
}

/** Paragraphs that are nothing but a link to another page; in lists and tables links may be the matter itself. */
function dropLoneLinks(blocks: readonly TextBlock[]): TextBlock[] {
  return blocks.filter((block) => !(isLink(block) && (block.type === 'paragraph' || block.type === 'quote')))
}

/** How many blocks at the end are looked at as a possible tail. */
const TAIL_BLOCKS = 8

/** Whether a block at the very end is no part of the article. */
const isTail = (block: TextBlock): boolean =>
  isLink(block) ||
  block.type === 'heading' ||
  isClosing(block.text) ||
  (block.text.length < 100 && linkShare(block) >= 0.4)

/** What stands after the last sentence of the article: invitations, link lists, headings without text. */
function dropTail(blocks: readonly TextBlock[]): TextBlock[] {
  let end = blocks.length
  while (end > 0) {
    const block = blocks[end - 1]
    if (block === undefined || !isTail(block)) break
    end -= 1
  }
  return blocks.slice(0, end).filter((block, index) => index < end - TAIL_BLOCKS || !isClosing(block.text))
}

/** The same paragraph twice: a lead that the page repeats, or a pull quote. */
function dropRepeats(blocks: readonly TextBlock[]): TextBlock[] {
  const seen = new Set<string>()
  return blocks.filter((block) => {
    if (block.text.length < 60) return true
    const key = bare(block.text)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/**
 * Takes out of a run of blocks what is not the article: the title, labels, pointers, link lists, invitations, repeats.
 */
export function pruneBlocks(blocks: readonly TextBlock[], title: string): TextBlock[] {
  return dropTail(dropRepeats(dropLoneLinks(dropLinkLists(dropTitle(blocks, title)))))
}

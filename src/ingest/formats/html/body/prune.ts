import { foldText } from '../../clean-text.ts'
import { findElement, hasName } from '../dom.ts'
import type { TextBlock } from '../page.ts'
import { isWithin, type Scope, scopesFrom } from '../scope.ts'
import { isClosing, isClosingLine, isLabel, isMetaLine, isPointer, isSectionLabel } from './lines.ts'
import { blockMass } from './mass.ts'
import {
  characterWeight,
  datesOfEntries,
  endsSentence,
  isIndexLine,
  isLink,
  isProperty,
  isUnmarkedSentence,
  leadsAway,
  linkShare,
} from './structure.ts'
import wordings from './wordings.json' with { type: 'json' }

/** Lines that only the controls of a video player have: video.js, Brightcove, JW Player and those built on them. */
const control = new RegExp(`^(?:${wordings.playerControls.join('|')})$`, 'iu')

/** Short lines that controls have and articles may have too. */
const maybeControl = new RegExp(`^(?:${wordings.maybePlayerControls.join('|')})$`, 'iu')

/** A run of such lines with this many certain ones is a player. */
const MIN_CONTROLS = 2

/** Drops runs of lines that label the controls of a video player. */
function dropPlayerControls(blocks: readonly TextBlock[]): TextBlock[] {
  const kept: TextBlock[] = []
  let run: TextBlock[] = []
  let certain = 0
  const endRun = (): void => {
    if (certain < MIN_CONTROLS) kept.push(...run)
    run = []
    certain = 0
  }
  for (const block of blocks) {
    const isCertain = control.test(block.text)
    if (isCertain || maybeControl.test(block.text)) {
      run.push(block)
      certain += isCertain ? 1 : 0
    } else {
      endRun()
      kept.push(block)
    }
  }
  endRun()
  return kept
}

/** Letters and digits alone, for comparing titles. */
export const bare = (text: string): string =>
  foldText(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Whether a line is the page's title, or the title without what the page appends to it. */
export function isTitle(text: string, title: string): boolean {
  // Most lines are too long or too short, so they need no normalizing.
  if (text.length > Math.min(400, title.length * 2 + 20) || text.length * 4 < title.length) return false
  const [line, wanted] = [bare(text), bare(title)]
  if (line === '' || wanted === '') return false
  return line === wanted || (line.length >= 12 && line.length * 2 >= wanted.length && wanted.startsWith(line))
}

/** Whether a line in capitals between two paragraphs asks for something: "SIGN UP FOR OUR NEWSLETTER". */
const isShouted = ({ text }: TextBlock): boolean => /\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text) && isClosing(text)

function isStray(block: TextBlock, next: TextBlock | undefined): boolean {
  // "Search" or "Comments" may well head a section of an article, unless links follow.
  if (block.type === 'heading' && !isLink(next) && !isSectionLabel(block.text)) return false
  if (isLabel(block.text) || isMetaLine(block.text) || isShouted(block) || isIndexLine(block)) return true
  return (
    isPointer(block.text) && (linkShare(block) >= 0.3 || (block.text.length < 40 && !/[^.][.!?]$/u.test(block.text)))
  )
}

/** Number of blocks at the start that are searched for the title. */
const HEAD_BLOCKS = 12

/** Maximum length of a line of properties under a title: author, reading time, number of readers. */
const MAX_PROPERTY_CHARACTERS = 60
const MAX_PROPERTIES = 4

/** Minimum weight of the first paragraph after such lines. */
const MIN_OPENING_MASS = 80

/** Whether a line is the salutation that begins a letter: "Dear neighbors,". */
const isSalutation = ({ text }: TextBlock): boolean => /[,，]$/u.test(text)

/** Lines about who wrote an article, when, and how long it takes to read. */
const named =
  /^(?:by|von|par|por|di|door|published|posted|updated|written|author|tags?|category)\b|\bmin\.?\s(?:read|de|di|lesezeit)/iu

/** The dates and times of day of an article: when it was published and updated. */
const MAX_TIMES = 2

/** Whether a list has properties of an article: at least one item is a date, a name or a number, and few are hours. */
function isPropertyList(items: readonly TextBlock[]): boolean {
  const times = items.reduce((sum, { text }) => sum + (text.match(/\b\d{1,2}[:.]\d{2}\b/gu)?.length ?? 0), 0)
  return (
    times <= MAX_TIMES &&
    items.some((item) => isProperty(item) || isMetaLine(item.text) || isLink(item) || named.test(item.text))
  )
}

/** Drops short lines between the title and the text that are not sentences; a list of them may be the text's first. */
function dropUnderTitle(blocks: readonly TextBlock[], dates: ReadonlySet<TextBlock>): TextBlock[] {
  const isShort = (block: TextBlock): boolean =>
    !dates.has(block) &&
    (block.type === 'paragraph' || block.type === 'list-item') &&
    blockMass(block) <= MAX_PROPERTY_CHARACTERS &&
    block.chars <= MAX_PROPERTY_CHARACTERS &&
    !endsSentence(block.text) &&
    !isSalutation(block)
  const first = blocks.findIndex((block) => !isShort(block))
  const opening = blocks[first]
  const items = blocks.slice(0, first).filter(({ type }) => type === 'list-item')
  const opens =
    opening !== undefined &&
    first <= MAX_PROPERTIES &&
    (items.length === 0 || isPropertyList(items)) &&
    /^\P{Ll}/u.test(opening.text) &&
    (isSalutation(opening) || blockMass(opening) >= MIN_OPENING_MASS)
  return blocks.slice(opens ? first : 0)
}

/** With more running text above it, a heading is inside the article. */
const MAX_MASS_ABOVE = 160

/** Whether a heading is one of several that are dates or numbers, as of the versions of a program. */
const isOneOfMany = ({ type, level }: TextBlock, blocks: readonly TextBlock[]): boolean =>
  type === 'heading' && blocks.filter((block) => block.level === level && isProperty(block)).length > 1

/** Drops the title that the page repeats above the text, everything before it, and the dates under it. */
function dropHead(blocks: readonly TextBlock[], title: string, heading: TextBlock | null): TextBlock[] {
  const head = blocks.slice(0, HEAD_BLOCKS)
  const repeated = head.findIndex((block) => isTitle(block.text, title))
  // A header outside the text may have the title already; the text's first main heading is then its own.
  const isTitled = heading !== null && isTitle(heading.text, title) && !blocks.includes(heading)
  const only = !isTitled && blocks.filter((block) => block.level === 1).length === 1
  const first = head.findIndex((block) => block.level === 1)
  const found = repeated === -1 && only ? first : repeated
  const before = head.slice(0, Math.max(0, found))
  const above = before.reduce((sum, block) => sum + blockMass(block), 0)
  // A sentence beside a heading that isn't the title begins the text.
  const flow = head[first]?.scope.parent
  const isOpened = before.some(
    (block) => block.scope.parent === flow && blockMass(block) > 0 && endsSentence(block.text),
  )
  const start = above > MAX_MASS_ABOVE || (repeated === -1 && isOpened) ? -1 : found
  const dates = datesOfEntries(blocks)
  const isDropped = (block: TextBlock | undefined): boolean =>
    block !== undefined && isProperty(block) && !dates.has(block) && !isOneOfMany(block, blocks)
  let from = start + 1
  while (isDropped(blocks[from])) from += 1
  return start === -1 ? blocks.slice(from) : dropUnderTitle(blocks.slice(from), dates)
}

/** Share of links among the blocks after a label from which on they are a list of other pages. */
const TEASER_LINKS = 0.4

const MAX_TEASER_CHARACTERS = 300

/** Finds the end of the run of links, or of links with a line of text each, under a label beside them. */
function endOfTeasers(blocks: readonly TextBlock[], from: number): number {
  const label = blocks[from]
  const around = label?.scope.parent ?? null
  if (label === undefined || around === null || isLink(label)) return from + 1
  if (!isLabel(label.text) || !isSectionLabel(label.text)) return from + 1
  let end = from + 1
  let links = 0
  for (let at = from + 1; at < blocks.length; at += 1) {
    const block = blocks[at]
    if (block === undefined || !isWithin(block.scope, around)) break
    if (block.chars - block.linkChars > MAX_TEASER_CHARACTERS) return from + 1
    if (isLink(block)) links += 1
    end = at + 1
  }
  return links > 0 && links >= (end - from - 1) * TEASER_LINKS ? end : from + 1
}

const isIn = (scope: Scope, tag: string): boolean => scopesFrom(scope).some((around) => around.tag === tag)

/** Whether a word that may be a label is one of a list, which the line before it announces, or a term that is explained. */
function isListed(block: TextBlock, next: TextBlock | undefined, announced: boolean): boolean {
  const { type, chars, linkChars, scope } = block
  if (type !== 'list-item' || linkChars > chars / 2) return false
  if (announced) return true
  return isIn(scope, 'dt') && next !== undefined && isIn(next.scope, 'dd') && !isProperty(next) && !isLabel(next.text)
}

/** Drops labels ("Advertisement"), and headings of link lists ("Related stories") with the links under them. */
function dropLinkLists(blocks: readonly TextBlock[]): TextBlock[] {
  const kept: TextBlock[] = []
  let announced = false
  for (let at = 0; at < blocks.length; ) {
    const block = blocks[at]
    if (block === undefined) break
    const isKept: boolean = !isStray(block, blocks[at + 1]) || isListed(block, blocks[at + 1], announced)
    if (block.type !== 'list-item') announced = isKept && /[:：]$/u.test(block.text)
    if (isKept) {
      kept.push(block)
      at += 1
      continue
    }
    at = endOfTeasers(blocks, at)
    while (isLink(blocks[at])) at += 1
  }
  return kept
}

/** A shorter one is a headline or a command: "Read the whole story here." */
const MIN_LINKED_SENTENCE_CHARACTERS = 60

/** Words of its own that a sentence has around its link. */
const MIN_OWN_CHARACTERS = 8

/** Whether a paragraph with a long link is a whole sentence of the text, rather than a headline or a pointer. */
function isLinkedSentence({ text, chars, linkChars }: TextBlock): boolean {
  const isMarked = /[.!?。！？।؟][”"’')\]»」]*$/u.test(text)
  if (!(isMarked || isUnmarkedSentence(text)) || isPointer(text) || isClosingLine(text, true)) return false
  const weight = characterWeight(text)
  return (
    (isMarked && chars * weight >= MIN_LINKED_SENTENCE_CHARACTERS) || (chars - linkChars) * weight >= MIN_OWN_CHARACTERS
  )
}

const timeAfter = /^.{0,20}\b(?:\d{1,2}:\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})$/u

/**
 * Drops paragraphs that are nothing but a link to another page of the site. Links to other sites are usually sources or
 * products; in lists and tables links may be the content itself. A date or a time of day may follow the link.
 */
function dropLoneLinks(blocks: readonly TextBlock[], site: string | null): TextBlock[] {
  const isLone = (block: TextBlock): boolean =>
    (isLink(block) || (linkShare(block) >= 0.5 && timeAfter.test(block.text.slice(block.linkChars)))) &&
    !isLinkedSentence(block) &&
    (block.type === 'paragraph' || block.type === 'quote') &&
    !(block.links.length > 0 && block.links.every((link) => leadsAway(link, site)))
  return blocks.filter((block) => !isLone(block))
}

/** Whether a block at the very end is no part of the article. */
const isTail = (block: TextBlock): boolean =>
  block.type === 'heading' ||
  (block.type === 'code' && block.links.length > 1 && findElement(block.scope.element, hasName('code')) === null) ||
  isClosingLine(block.text, block.links.length > 0) ||
  ((isLink(block) || (block.text.length < 100 && linkShare(block) >= 0.4)) && !isLinkedSentence(block))

/** Drops everything after the last sentence of the article: invitations, link lists, headings without text. */
const dropTail = (blocks: readonly TextBlock[]): TextBlock[] =>
  blocks.slice(0, blocks.findLastIndex((block) => !isTail(block)) + 1)

/** A box beside the text has fewer blocks, and a page has fewer of them. */
const MAX_BOX_BLOCKS = 10
const MAX_BOXED = 60
const MIN_REPEATED_CHARACTERS = 60

/** The same in a box, whose pull quotes may be short. */
const MIN_BOXED_CHARACTERS = 15

/** The blocks in boxes whose names set them apart from the text, such as pull quotes and key points, by their box. */
function boxesIn(blocks: readonly TextBlock[]): ReadonlyMap<Scope, readonly TextBlock[]> {
  const boxes = new Map<Scope, TextBlock[]>()
  for (const block of blocks) {
    for (const scope of scopesFrom(block.scope)) {
      if (scope.noise !== null) boxes.getOrInsertComputed(scope, () => []).push(block)
    }
  }
  return new Map([...boxes].filter(([, inside]) => inside.length <= MAX_BOX_BLOCKS).slice(0, MAX_BOXED))
}

/** A lead is among the first blocks. */
const MAX_LEAD_BLOCKS = 3

/** A text has a copy, as for narrow screens, if at least this many of its passages, and most of them, occur twice. */
const MIN_PAIRS = 3

/** Drops boxes that repeat the text beside them, the first copy of a repeated lead, and the second copy of a whole text. */
export function dropRepeats(blocks: readonly TextBlock[]): TextBlock[] {
  const boxes = boxesIn(blocks)
  const boxed = new Set([...boxes.values()].flat())
  const keys = new Map(
    blocks.map((block) => {
      const isPassage = block.lines === undefined && block.type !== 'code' && block.type !== 'table'
      const least = boxed.has(block) ? MIN_BOXED_CHARACTERS : MIN_REPEATED_CHARACTERS
      return [block, isPassage && block.text.length >= least ? bare(block.text) : '']
    }),
  )
  const beside = boxed.size === 0 ? '' : blocks.map((block) => (boxed.has(block) ? '' : keys.get(block))).join(' ')
  const isRepeated = (block: TextBlock): boolean => {
    const key = keys.get(block) ?? ''
    return key !== '' && beside.includes(key)
  }
  const dropped = new Set<TextBlock>()
  for (const inside of boxes.values()) {
    const repeated = inside.filter(isRepeated)
    const isLeft = inside.some((block) => block.type !== 'heading' && !isRepeated(block))
    for (const block of isLeft || repeated.length === 0 ? repeated : inside) dropped.add(block)
  }
  const passages = blocks.filter((block) => !dropped.has(block) && keys.get(block) !== '')
  const copies = [...Map.groupBy(passages, (block) => keys.get(block)).values()]
  const pairs = copies.filter(({ length }) => length === 2)
  const isTwice = pairs.length >= MIN_PAIRS && pairs.length > copies.length / 2
  const leads = new Set(blocks.slice(0, MAX_LEAD_BLOCKS))
  for (const [first, second] of pairs) {
    if (first === undefined || second === undefined) continue
    if (isTwice) dropped.add(second)
    else if (leads.has(first)) dropped.add(first)
  }
  return blocks.filter((block) => !dropped.has(block))
}

/**
 * Drops what is not the article from a run of blocks: the title, labels, pointers, link lists, controls of players,
 * invitations, repeats.
 *
 * @param site the page's site, which distinguishes its own links from others
 * @param heading the heading that repeats the title, wherever it is on the page
 */
export function pruneBlocks(
  blocks: readonly TextBlock[],
  { title, site, heading }: { title: string; site: string | null; heading: TextBlock | null },
): TextBlock[] {
  const body = dropLoneLinks(dropLinkLists(dropHead(dropPlayerControls(blocks), title, heading)), site)
  return dropTail(dropRepeats(body))
}

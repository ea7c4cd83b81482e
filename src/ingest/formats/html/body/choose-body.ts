import { countWords } from '../../../../shared/text/words.ts'
import type { Piece } from '../../../document.ts'
import { parsePlainText } from '../../plain-text/parse-plain-text.ts'
import { parseDom } from '../dom.ts'
import { hideElements } from '../hidden-elements.ts'
import { type PageMetadata, siteOfHost } from '../metadata/metadata.ts'
import { type Page, readPage, type TextBlock } from '../page.ts'
import { isWithin, type Scope, scopesFrom } from '../scope.ts'
import { styleSheetOf } from '../style-sheet.ts'
import { dropAfterHome, findContainer } from './container.ts'
import { isAboutAuthor, isClosing, isDateline, isLabel, isMetaLine, isPointer } from './lines.ts'
import { blockMass, type WeighedPage, weighPage } from './mass.ts'
import { bare, dropRepeats, isTitle, pruneBlocks } from './prune.ts'
import { characterWeight, cutOff, endsSentence, isLink, linkShare, type Tallies } from './structure.ts'

/** The heading, or failing that the line, that repeats the page's title. */
function titleBlock(page: Page, title: string): TextBlock | null {
  const isSame = ({ text }: TextBlock): boolean => isTitle(text, title)
  const headings = page.blocks.filter(({ type }) => type === 'heading')
  return headings.find(isSame) ?? page.blocks.find(isSame) ?? headings.find(({ level }) => level === 1) ?? null
}

/** A standfirst is a sentence or three. */
const MIN_STANDFIRST_CHARACTERS = 40
const MAX_STANDFIRST_CHARACTERS = 600
const MIN_STANDFIRST_WORDS = 6

/** With more blocks between the title and the text, they are not only the article's head. */
const MAX_BLOCKS_BETWEEN = 30

/** A line that states when the page was published or by whom. */
const property = /^(?:by|von|par|por|di|door|published|posted|updated|last updated|written)\b/iu

/** Whether a part of the page, or one around it, is named as a standfirst, and none as other noise. */
function isNamedStandfirst(scope: Scope): boolean {
  let isNamed = false
  for (const { noise } of scopesFrom(scope)) {
    if (noise === 'standfirst') isNamed = true
    else if (noise !== null && (noise !== 'byline' || !isNamed)) return false
  }
  return isNamed
}

function isSummary(block: TextBlock): boolean {
  const { text } = block
  if (text.length < MIN_STANDFIRST_CHARACTERS) return false
  if (linkShare(block) >= 0.5 || isDateline(text) || isMetaLine(text) || isLabel(text)) return false
  if (isPointer(text) || isClosing(text) || property.test(text)) return false
  return text.split(' ').length >= MIN_STANDFIRST_WORDS
}

/**
 * Finds the standfirst (dek, subtitle) between the title and the text of an article: the line by which the page's names
 * or its header element set it apart.
 *
 * @param text the article's blocks; a line that repeats one of them is no standfirst
 */
function findStandfirst(page: Page, title: TextBlock | null, text: readonly TextBlock[]): TextBlock | null {
  const [first] = text
  if (title === null || first === undefined) return null
  const between = page.blocks.slice(title.index + 1, first.index)
  if (between.length > MAX_BLOCKS_BETWEEN) return null
  const found = between.find(
    (block) => isNamedStandfirst(block.scope) && isSummary(block) && block.text.length <= MAX_STANDFIRST_CHARACTERS,
  )
  if (found === undefined) return null
  const key = bare(found.text)
  return text.slice(0, 10).some((block) => bare(block.text).includes(key)) ? null : found
}

/** The sentences between the title and the text that nothing sets apart, with their headings: the article's beginning. */
function findOpening(weighed: WeighedPage, title: TextBlock | null, text: readonly TextBlock[]): TextBlock[] {
  const [first] = text
  if (title === null || first === undefined || first.index - title.index > MAX_BLOCKS_BETWEEN) return []
  const between = weighed.page.blocks
    .slice(title.index + 1, first.index)
    .filter((block) => weighed.noiseOf(block) === null)
  const isText = (block: TextBlock | undefined): boolean =>
    block?.type === 'paragraph' && isSummary(block) && endsSentence(block.text)
  return between.filter((block, at) => isText(block) || (block.type === 'heading' && isText(between[at + 1])))
}

/** The sentences right after the text in the article's element, in parts without names, links, fields or pictures. */
function findEnding(
  weighed: WeighedPage,
  title: TextBlock | null,
  text: readonly TextBlock[],
  author: string | null,
): TextBlock[] {
  const { page, noiseOf, tallies } = weighed
  const last = text.at(-1)
  const around = title === null ? [] : [...scopesFrom(title.scope)]
  const article = around.find(({ tag }) => tag === 'article' || tag === 'main')
  if (last === undefined || article === undefined || !isWithin(last.scope, article)) return []
  const aroundLast = new Set(scopesFrom(last.scope))
  const isPlain = (block: TextBlock): boolean => {
    const outer = scopesFrom(block.scope).find(({ parent }) => parent !== null && aroundLast.has(parent))
    const tally = outer === undefined ? undefined : tallies.get(outer)
    const isNamed = scopesFrom(block.scope).some(({ noise, depth }) => noise !== null && depth > article.depth)
    return tally !== undefined && !isNamed && tally.links + tally.controls + tally.pictures === 0
  }
  const after = page.blocks.slice(last.index + 1)
  const isText = (block: TextBlock): boolean =>
    (block.type === 'paragraph' || block.type === 'quote') &&
    noiseOf(block) === null &&
    isWithin(block.scope, article) &&
    endsSentence(block.text) &&
    isSummary(block) &&
    isPlain(block) &&
    !isAboutAuthor(block.text, author)
  const end = after.findIndex((block) => !isText(block))
  return after.slice(0, end === -1 ? undefined : end)
}

const MIN_MISSED_MASS = 80

/** A teaser of another story: a few lines with a link to it. */
const MAX_TEASER_BLOCKS = 5
const MAX_TEASER_CHARACTERS = 700

function isTeaser({ scope, type }: TextBlock, tallies: Tallies): boolean {
  if (type === 'list-item') return true
  for (const around of scopesFrom(scope)) {
    const tally = tallies.get(around)
    if (tally === undefined || tally.blocks > MAX_TEASER_BLOCKS || tally.chars > MAX_TEASER_CHARACTERS) return false
    if (tally.linkBlocks > 0 && tally.targets.size > 0) return true
  }
  return false
}

/** Whether a block is in another article element, or below another title, than the container. */
function belongsElsewhere(page: Page, container: Scope): (block: TextBlock) => boolean {
  const around = new Set(scopesFrom(container))
  const last = page.blocks.findLastIndex((block) => isWithin(block.scope, container))
  const nextTitle = page.blocks.find((block) => block.level === 1 && block.index > last)
  return ({ scope, index }) =>
    index > (nextTitle?.index ?? Number.POSITIVE_INFINITY) ||
    scopesFrom(scope).some((at) => at.tag === 'article' && !around.has(at) && !isWithin(at, container))
}

/** The paragraphs of running text that a selection leaves out although nothing says that they are something else. */
function findMissed(
  weighed: WeighedPage,
  container: Scope,
  text: readonly TextBlock[],
  author: string | null,
): TextBlock[] {
  const { page, noiseOf, tallies, weights } = weighed
  const taken = new Set(text)
  const isElsewhere = belongsElsewhere(page, container)
  const missed = page.blocks.filter(
    (block) =>
      (weights[block.index] ?? 0) >= MIN_MISSED_MASS &&
      !taken.has(block) &&
      noiseOf(block) === null &&
      endsSentence(block.text) &&
      linkShare(block) < 0.3 &&
      !isElsewhere(block) &&
      !isTeaser(block, tallies) &&
      !(isClosing(block.text) || isPointer(block.text) || isDateline(block.text) || isAboutAuthor(block.text, author)),
  )
  if (missed.length === 0) return missed
  const known = new Set(text.map((block) => bare(block.text)))
  return missed.filter((block) => !known.has(bare(block.text)))
}

const proseMass = (blocks: readonly TextBlock[]): number => blocks.reduce((sum, block) => sum + blockMass(block), 0)

/** From this share of a page's running text on, what a selection leaves out is looked at again. */
const MAX_MISSED_SHARE = 0.18

/** Share of links and labels that a wider selection may have beyond that of the narrow one. */
const MAX_MORE_BOILERPLATE = 0.1

/** The share of a text's characters in links and in lines that are no sentences. */
function boilerplateShare(text: readonly TextBlock[]): number {
  const chars = text.reduce((sum, block) => sum + block.chars, 0)
  const bad = text.reduce(
    (sum, block) => sum + (block.type === 'paragraph' && blockMass(block) === 0 ? block.chars : block.linkChars),
    0,
  )
  return bad / Math.max(1, chars)
}

/** The innermost scope around another one and around blocks. */
function commonScope(scope: Scope, blocks: readonly TextBlock[]): Scope {
  let common = scope
  for (const block of blocks) while (common.parent !== null && !isWithin(block.scope, common)) common = common.parent
  return common
}

/**
 * Selects the article's blocks inside its container. If these leave out much of the page's running text, widens the
 * selection to all of it, unless that adds more links and labels than text.
 */
function selectText(
  weighed: WeighedPage,
  container: Scope,
  { author, ...head }: Parameters<typeof pruneBlocks>[1] & { author: string | null },
) {
  const inside = (scope: Scope): TextBlock[] =>
    weighed.page.blocks.filter((block) => isWithin(block.scope, scope) && weighed.noiseOf(block) === null)
  const text = pruneBlocks(dropAfterHome(weighed, inside(container), container, author), head)
  const missed = findMissed(weighed, container, text, author)
  if (missed.length === 0 || proseMass(missed) < proseMass([...missed, ...text]) * MAX_MISSED_SHARE)
    return { text, isIncomplete: false }
  const last = Math.max(...[...missed, ...text].map(({ index }) => index))
  const all = inside(commonScope(container, missed)).filter(({ index }) => index <= last)
  const wider = pruneBlocks(all, head)
  const isWorse = boilerplateShare(wider) > boilerplateShare(text) + MAX_MORE_BOILERPLATE
  const isMore = proseMass(wider) > proseMass(text)
  return isMore && !isWorse ? { text: wider, isIncomplete: false } : { text, isIncomplete: isMore }
}

/** The page's site, to recognize links to others. A file without a URL gets an invented one if it has relative links. */
function siteOf({ blocks }: Page, url: string | null): string | null {
  const isRelative = (link: string): boolean => /^\/(?!\/)|^[\w-]+(?:\/|\.html?\b)/u.test(link)
  if (url !== null) return siteOfHost(new URL(url).hostname)
  return blocks.some(({ links }) => links.some(isRelative)) ? 'page.invalid' : null
}

/** A shorter link is the title of another page. */
const MIN_LINKED_PROSE = 80

/** Linked sentences are the text of a page that has less running text beside them than this share of theirs. */
const MAX_TEXT_BESIDE_LINKED = 0.25

/**
 * Reads the paragraphs of a page as text although they are links, where next to nothing else is: in digests, or below a
 * link that was never closed.
 */
function withLinkedProse(page: Page): Page {
  const isProse = (block: TextBlock): boolean =>
    block.type === 'paragraph' &&
    isLink(block) &&
    block.chars * characterWeight(block.text) >= MIN_LINKED_PROSE &&
    endsSentence(block.text) &&
    !cutOff.test(block.text)
  const linked = new Set(page.blocks.filter(isProse))
  const linkedMass = linked.values().reduce((sum, block) => sum + block.chars * characterWeight(block.text), 0)
  if (linked.size < 3 || proseMass(page.blocks) > linkedMass * MAX_TEXT_BESIDE_LINKED) return page
  const blocks = page.blocks.map((block) => (linked.has(block) ? { ...block, linkChars: 0, links: [] } : block))
  return { ...page, blocks }
}

/** Selects the blocks of a page that are its article, in reading order. */
function selectBody(read: Page, metadata: PageMetadata) {
  const { title } = metadata
  const page = withLinkedProse(read)
  const site = siteOf(page, metadata.url)
  const heading = titleBlock(page, title)
  const weighed = weighPage(page, heading, site)
  const head = { title, site, heading, author: metadata.author }
  const { text, isIncomplete } = selectText(weighed, findContainer(weighed, heading), head)
  const opening = findOpening(weighed, heading, text)
  const standfirst = findStandfirst(page, heading, [...opening, ...text])
  const ending = findEnding(weighed, heading, text, metadata.author)
  const added = opening.length + ending.length
  const whole = added === 0 ? text : dropRepeats([...opening, ...text, ...ending])
  const own = standfirst === null ? whole : [{ ...standfirst, type: 'paragraph' as const, level: undefined }, ...whole]
  return { own, isIncomplete }
}

/** Structured data is preferred when it has this many times the text. */
const CLEARLY_MORE = 2

/** Structured data with fewer words than this is an excerpt. */
const MIN_DECLARED_WORDS = 100

const wordsIn = (pieces: readonly Piece[]): number => countWords(pieces.map((piece) => piece.text).join('\n'))

/** Reads all text of a part of a page. */
export function readHtmlPart(html: string, language: string | null): Piece[] {
  const document = parseDom(html)
  hideElements(document, styleSheetOf(document))
  return [...readPage(document.body, language).blocks]
}

/** The text of the page's structured data, if it is the article and the page itself shows next to nothing of it. */
function declaredBody(metadata: PageMetadata, own: readonly Piece[]): Piece[] | null {
  const declared = metadata.linked?.articleBody ?? null
  if (declared === null) return null
  const marked = /<(?:p|br|div|h[1-6])\b/iu.test(declared)
  const pieces = marked ? readHtmlPart(declared, metadata.language) : parsePlainText(declared)
  const declaredWords = wordsIn(pieces)
  return declaredWords >= MIN_DECLARED_WORDS && declaredWords > wordsIn(own) * CLEARLY_MORE ? pieces : null
}

/**
 * Chooses the article's text: our own selection from the page, or that of structured data if the page itself is a stub.
 * Returns both, where the text was found, in words for the user, and whether much of the page's text is left out.
 */
export function chooseBody(page: Page, metadata: PageMetadata) {
  const { own, isIncomplete } = selectBody(page, metadata)
  const declared = declaredBody(metadata, own)
  const readAs = declared === null ? 'article text' : 'article text from the page’s structured data'
  return { pieces: declared ?? own, own, readAs, isIncomplete: declared === null && isIncomplete }
}

import { countWords } from '../../../../shared/text/words.ts'
import type { Piece } from '../../../document.ts'
import { parsePlainText } from '../../plain-text/parse-plain-text.ts'
import { parseDom } from '../dom.ts'
import { hideElements } from '../hidden-elements.ts'
import type { PageMetadata } from '../metadata/metadata.ts'
import { type Page, readPage, type TextBlock } from '../page.ts'
import { type Scope, scopesFrom } from '../scope.ts'
import { dropAfterHome, findContainer, isWithin } from './container.ts'
import { isClosing, isDateline, isLabel, isMetaLine, isPointer } from './lines.ts'
import { type WeighedPage, weighPage } from './mass.ts'
import { bare, dropRepeats, isTitle, pruneBlocks } from './prune.ts'
import { endsSentence, linkShare } from './structure.ts'

/** The heading, or failing that the line, that repeats the page's title. */
function titleBlock(page: Page, title: string): TextBlock | null {
  const same = page.blocks.filter((block) => isTitle(block.text, title))
  const heading = same.find((block) => block.type === 'heading') ?? same[0]
  return heading ?? page.blocks.find((block) => block.type === 'heading' && block.level === 1) ?? null
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
  if (text.length < MIN_STANDFIRST_CHARACTERS || text.length > MAX_STANDFIRST_CHARACTERS) return false
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
  const found = between.find((block) => isNamedStandfirst(block.scope) && isSummary(block))
  if (found === undefined) return null
  const key = bare(found.text)
  return text.slice(0, 10).some((block) => bare(block.text).includes(key)) ? null : found
}

/** The sentences between the title and the text that nothing sets apart: the beginning of the article. */
function findOpening(weighed: WeighedPage, title: TextBlock | null, text: readonly TextBlock[]): TextBlock[] {
  const [first] = text
  if (title === null || first === undefined || first.index - title.index > MAX_BLOCKS_BETWEEN) return []
  return weighed.page.blocks
    .slice(title.index + 1, first.index)
    .filter(
      (block) =>
        block.type === 'paragraph' && weighed.noiseOf(block) === null && isSummary(block) && endsSentence(block.text),
    )
}

/** Selects the blocks of a page that are its article, in reading order. */
function selectBody(page: Page, metadata: PageMetadata): TextBlock[] {
  const { title, url } = metadata
  const heading = titleBlock(page, title)
  const weighed = weighPage(page, heading, url)
  const container = findContainer(weighed, heading)
  const inside = page.blocks.filter((block) => isWithin(block.scope, container) && weighed.noiseOf(block) === null)
  const text = pruneBlocks(dropAfterHome(inside, container), title, url)
  const opening = findOpening(weighed, heading, text)
  const standfirst = findStandfirst(page, heading, [...opening, ...text])
  const whole = dropRepeats([...opening, ...text])
  return standfirst === null ? whole : [{ ...standfirst, type: 'paragraph', level: undefined }, ...whole]
}

/** Structured data is preferred when it has this many times the text. */
const CLEARLY_MORE = 2

/** Structured data with fewer words than this is an excerpt. */
const MIN_DECLARED_WORDS = 100

const wordsIn = (pieces: readonly Piece[]): number => countWords(pieces.map((piece) => piece.text).join('\n'))

function declaredBlocks(html: string, language: string | null): Piece[] {
  const document = parseDom(html)
  hideElements(document)
  return [...readPage(document.body, language).blocks]
}

/** The text of the page's structured data, if it is the article and the page itself shows next to nothing of it. */
function declaredBody(metadata: PageMetadata, words: number): Piece[] | null {
  const declared = metadata.linked?.articleBody ?? null
  if (declared === null) return null
  const marked = /<(?:p|br|div|h[1-6])\b/iu.test(declared)
  const pieces = marked ? declaredBlocks(declared, metadata.language) : parsePlainText(declared)
  const declaredWords = wordsIn(pieces)
  return declaredWords >= MIN_DECLARED_WORDS && declaredWords > words * CLEARLY_MORE ? pieces : null
}

/**
 * Chooses the article's text: our own selection from the page, or that of structured data if the page itself is a stub.
 * Returns both, and where the text was found, in words for the user.
 */
export function chooseBody(page: Page, metadata: PageMetadata) {
  const own: readonly TextBlock[] = selectBody(page, metadata)
  const declared = declaredBody(metadata, wordsIn(own))
  const readAs = declared === null ? 'article text' : 'article text from the page’s structured data'
  return { pieces: declared ?? own, own, readAs }
}

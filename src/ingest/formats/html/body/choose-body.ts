import { countWords } from '../../../../shared/words.ts'
import type { Piece } from '../../../document.ts'
import { parsePlainText } from '../../plain-text/parse-plain-text.ts'
import { type DomDocument, isDeeper, parseDom } from '../dom.ts'
import type { PageMetadata } from '../metadata/metadata.ts'
import { type Page, readPage, type Scope, scopesFrom, type TextBlock } from '../page.ts'
import { readWithReadability } from '../readability.ts'
import { dropAfterHome, findContainer, isWithin } from './container.ts'
import { isClosing, isDateline, isLabel, isMetaLine, isPointer } from './lines.ts'
import { blockMass, weighPage } from './mass.ts'
import { bare, isTitle, pruneBlocks } from './prune.ts'
import { linkShare } from './structure.ts'

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
export function findStandfirst(page: Page, title: TextBlock | null, text: readonly TextBlock[]): TextBlock | null {
  const [first] = text
  if (title === null || first === undefined) return null
  const between = page.blocks.slice(title.index + 1, first.index)
  if (between.length > MAX_BLOCKS_BETWEEN) return null
  const found = between.find((block) => isNamedStandfirst(block.scope) && isSummary(block))
  if (found === undefined) return null
  const key = bare(found.text)
  return text.slice(0, 10).some((block) => bare(block.text).includes(key)) ? null : found
}

interface SelectedBody {
  /** The blocks that are the article, in reading order. */
  blocks: TextBlock[]
  /** The blocks that might be: without readers' comments and requests for consent. */
  candidates: TextBlock[]
}

/** Selects the blocks of a page that are its article. */
export function selectBody(page: Page, metadata: PageMetadata): SelectedBody {
  const { title, url } = metadata
  const heading = titleBlock(page, title)
  const weighed = weighPage(page, heading, url)
  const container = findContainer(weighed, heading)
  const inside = page.blocks.filter((block) => isWithin(block.scope, container) && weighed.noiseOf(block) === null)
  const text = pruneBlocks(dropAfterHome(inside, container), title, url)
  const standfirst = findStandfirst(page, heading, text)
  return {
    blocks: standfirst === null ? text : [{ ...standfirst, type: 'paragraph', level: undefined }, ...text],
    candidates: page.blocks.filter((block) => !weighed.excluded.has(block.index)),
  }
}

interface ChosenBody {
  pieces: readonly Piece[]
  /** The article as our own reader selects it, in page order. */
  own: readonly TextBlock[]
  /** Where the text was found, in words for the user. */
  readAs: string
}

/** Below both limits our reading is checked against Readability's: its share of the page's text, and its length. */
const DOUBTFUL_SHARE = 0.35
const DOUBTFUL_MASS = 500

/** Readability takes cubic time in the depth of a page. */
const MAX_READABILITY_DEPTH = 150

/** Another reading is preferred when it has this many times the text. */
const CLEARLY_MORE = 2

/** Structured data with fewer words than this is an excerpt. */
const MIN_DECLARED_WORDS = 100

const massOf = (blocks: readonly TextBlock[]): number => blocks.reduce((sum, block) => sum + blockMass(block), 0)
const wordsIn = (pieces: readonly Piece[]): number => countWords(pieces.map((piece) => piece.text).join('\n'))

/** Readability's reading of the page, if it finds clearly more than ours and ours is doubtful. */
function secondOpinion(
  document: DomDocument,
  { blocks: own, candidates }: SelectedBody,
  metadata: PageMetadata,
): TextBlock[] | null {
  const mass = massOf(own)
  // If ours is half of the page's text, no other reading can be clearly more.
  const share = mass / Math.max(1, massOf(candidates))
  if (share * CLEARLY_MORE >= 1 || (mass >= DOUBTFUL_MASS && share >= DOUBTFUL_SHARE)) return null
  if (candidates.length === 0 || isDeeper(document, MAX_READABILITY_DEPTH)) return null
  const known = new Set(candidates.map((block) => block.text))
  const found = readWithReadability(document).filter((block) => known.has(block.text))
  const other = pruneBlocks(found, metadata.title, metadata.url)
  return massOf(other) > mass * CLEARLY_MORE ? other : null
}

/** The text of the page's structured data, if it is the article and the page itself shows next to nothing of it. */
function declaredBody(metadata: PageMetadata, words: number): Piece[] | null {
  const declared = metadata.linked?.articleBody ?? null
  if (declared === null) return null
  const marked = /<(?:p|br|div|h[1-6])\b/iu.test(declared)
  const pieces = marked ? [...readPage(parseDom(declared).body).blocks] : parsePlainText(declared)
  const declaredWords = wordsIn(pieces)
  return declaredWords >= MIN_DECLARED_WORDS && declaredWords > words * CLEARLY_MORE ? pieces : null
}

/**
 * Chooses among the readings of a page: our own; Readability's, if ours looks too small for the page; the structured
 * data's, if the page's own text is a stub (pages built in the browser, previews).
 */
export function chooseBody(document: DomDocument, page: Page, metadata: PageMetadata): ChosenBody {
  const selected = selectBody(page, metadata)
  const own = selected.blocks
  const pieces = secondOpinion(document, selected, metadata) ?? own
  const declared = declaredBody(metadata, wordsIn(pieces))
  if (declared !== null) return { pieces: declared, own, readAs: 'article text from the page’s structured data' }
  return { pieces, own, readAs: 'article text' }
}

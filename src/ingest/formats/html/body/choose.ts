import { countWords } from '../../../../shared/words.ts'
import type { Piece } from '../../../document.ts'
import { parsePlainText } from '../../plain-text/parse-plain-text.ts'
import { type DomDocument, isDeeper, parseDom } from '../dom.ts'
import type { PageMetadata } from '../metadata/metadata.ts'
import { type Page, readPage, type TextBlock } from '../page.ts'
import { readWithReadability } from '../readability.ts'
import { type SelectedBody, selectBody } from './body.ts'
import { blockMass } from './mass.ts'
import { pruneBlocks } from './prune.ts'

export interface ChosenBody {
  pieces: readonly Piece[]
  /** What our own reading takes for the article, in the order of the page. */
  own: readonly TextBlock[]
  /** Where the text was found, in words for the person. */
  readAs: string
}

/** Below these an own reading is checked against Readability's: a share of the page's text, and a length. */
const DOUBTFUL_SHARE = 0.35
const DOUBTFUL_MASS = 500

/** Readability takes cubic time in the depth of a page. */
const MAX_SECOND_DEPTH = 150

/** How many times the text another reading must give to be preferred. */
const CLEARLY_MORE = 2

/** Structured data with less text than this is an excerpt. */
const MIN_DECLARED_WORDS = 100

const massOf = (blocks: readonly TextBlock[]): number => blocks.reduce((sum, block) => sum + blockMass(block), 0)

/** Readability's reading of the page, where it finds clearly more than ours and ours is doubtful. */
function secondOpinion(
  document: DomDocument,
  { blocks: own, candidates }: SelectedBody,
  metadata: PageMetadata,
): TextBlock[] | null {
  const mass = massOf(own)
  // With half of the page's text ours leaves too little for another to be clearly more.
  const share = mass / Math.max(1, massOf(candidates))
  if (share * CLEARLY_MORE >= 1 || (mass >= DOUBTFUL_MASS && share >= DOUBTFUL_SHARE)) return null
  if (candidates.length === 0 || isDeeper(document, MAX_SECOND_DEPTH)) return null
  const known = new Set(candidates.map((block) => block.text))
  const found = readWithReadability(document).filter((block) => known.has(block.text))
  const other = pruneBlocks(found, metadata.title, metadata.url)
  return massOf(other) > mass * CLEARLY_MORE ? other : null
}

/** The text of the page's structured data, where it holds the article and the page itself next to nothing of it. */
function declaredBody(metadata: PageMetadata, words: number): Piece[] | null {
  const declared = metadata.linked?.articleBody ?? null
  if (declared === null) return null
  const marked = /<(?:p|br|div|h[1-6])\b/iu.test(declared)
  const pieces = marked ? [...readPage(parseDom(declared).body).blocks] : parsePlainText(declared)
  const declaredWords = countWords(pieces.map((piece) => piece.text).join('\n'))
  return declaredWords >= MIN_DECLARED_WORDS && declaredWords > words * CLEARLY_MORE ? pieces : null
}

/**
 * Chooses among the readings of a page: our own; Readability's, where ours looks too small for the page; the structured
 * data's, where the page's own text is a stub (pages built in the browser, previews).
 */
export function chooseBody(document: DomDocument, page: Page, metadata: PageMetadata): ChosenBody {
  const selected = selectBody(page, metadata)
  const own = selected.blocks
  const pieces = secondOpinion(document, selected, metadata) ?? own
  const words = countWords(pieces.map((piece) => piece.text).join('\n'))
  const declared = declaredBody(metadata, words)
  if (declared !== null) return { pieces: declared, own, readAs: 'article text from the page’s structured data' }
  return { pieces, own, readAs: 'article text' }
}

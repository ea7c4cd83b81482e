import { countWords } from '../../../../shared/words.ts'
import type { Piece } from '../../../document.ts'
import { parsePlainText } from '../../plain-text/parse-plain-text.ts'
import { parseDom } from '../dom.ts'
import type { PageMetadata } from '../metadata/metadata.ts'
import { type Page, readPage, type TextBlock } from '../page.ts'
import { dropAfterHome, findContainer, isWithin } from './container.ts'
import { weighPage } from './mass.ts'
import { isTitle, pruneBlocks } from './prune.ts'

/** The heading, or failing that the line, that repeats the page's title. */
function titleBlock(page: Page, title: string): TextBlock | null {
  const same = page.blocks.filter((block) => isTitle(block.text, title))
  const heading = same.find((block) => block.type === 'heading') ?? same[0]
  return heading ?? page.blocks.find((block) => block.type === 'heading' && block.level === 1) ?? null
}

/** Selects the blocks of a page that are its article, in reading order. */
function selectBody(page: Page, metadata: PageMetadata): TextBlock[] {
  const { title, url } = metadata
  const heading = titleBlock(page, title)
  const weighed = weighPage(page, heading, url)
  const container = findContainer(weighed, heading)
  const inside = page.blocks.filter((block) => isWithin(block.scope, container) && weighed.noiseOf(block) === null)
  return pruneBlocks(dropAfterHome(inside, container), title, url)
}

interface ChosenBody {
  pieces: readonly Piece[]
  /** The article as selected from the page, in page order. */
  own: readonly TextBlock[]
  /** Where the text was found, in words for the user. */
  readAs: string
}

/** Structured data is preferred when it has this many times the text. */
const CLEARLY_MORE = 2

/** Structured data with fewer words than this is an excerpt. */
const MIN_DECLARED_WORDS = 100

const wordsIn = (pieces: readonly Piece[]): number => countWords(pieces.map((piece) => piece.text).join('\n'))

/** The text of the page's structured data, if it is the article and the page itself shows next to nothing of it. */
function declaredBody(metadata: PageMetadata, words: number): Piece[] | null {
  const declared = metadata.linked?.articleBody ?? null
  if (declared === null) return null
  const marked = /<(?:p|br|div|h[1-6])\b/iu.test(declared)
  const pieces = marked ? [...readPage(parseDom(declared).body).blocks] : parsePlainText(declared)
  const declaredWords = wordsIn(pieces)
  return declaredWords >= MIN_DECLARED_WORDS && declaredWords > words * CLEARLY_MORE ? pieces : null
}

/** Chooses the article's text: our own selection, or that of structured data if the page itself is a stub. */
export function chooseBody(page: Page, metadata: PageMetadata): ChosenBody {
  const own = selectBody(page, metadata)
  const declared = declaredBody(metadata, wordsIn(own))
  if (declared !== null) return { pieces: declared, own, readAs: 'article text from the page’s structured data' }
  return { pieces: own, own, readAs: 'article text' }
}

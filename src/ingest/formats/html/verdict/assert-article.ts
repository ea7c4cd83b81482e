import { AppError, type ErrorCode } from '../../../../shared/errors.ts'
import { countWords } from '../../../../shared/words.ts'
import { SAVE_PAGE } from '../../../advice.ts'
import { foldText } from '../../clean-text.ts'
import { type DomDocument, type DomElement, findElement, findElements, hasName } from '../dom.ts'
import type { PageMetadata } from '../metadata/metadata.ts'
import type { Page, TextBlock } from '../page.ts'
import { isListing } from './listing.ts'
import { consentWall, loginWall, missingSentence, missingTitle, payWall, robotCheck, scriptNeeded } from './wordings.ts'

/** Real articles are hardly ever shorter; the pages that stand in for them hardly ever longer. */
const STAND_IN_WORDS = 180

/** A page with fewer words says no more than why there is no article, or the first sentence or two of one. */
const STUB_WORDS = 50

/** Fewer words are not an article, whatever else is on the page. */
export const MIN_ARTICLE_WORDS = 25

/** How much of a text is looked at for what it is about. */
const HEAD_CHARACTERS = 600

/** How much of what a page shows is searched for the wordings of walls. */
const SHOWN_CHARACTERS = 20_000

/** What is known of a page when it has been read. */
export interface ReadPage {
  document: DomDocument
  page: Page
  metadata: PageMetadata
  /** The text that would be summarized. */
  text: string
  /** Words of the text. */
  words: number
  /** The blocks of the page that our own reading takes for the article. */
  own: readonly TextBlock[]
  /** Where the page was read from. */
  url: string | null
}

const messages = {
  source_not_found: 'This site has no such page. Check the link and try again.',
  source_forbidden: `This site blocks automatic readers. ${SAVE_PAGE}`,
  source_needs_consent: `This site asks about cookies before it shows its text. ${SAVE_PAGE}`,
  source_needs_login: `This page needs a sign-in. ${SAVE_PAGE}`,
  source_needs_script: `We can’t read this page automatically. ${SAVE_PAGE}`,
  source_not_an_article: 'This is a list of pages, not an article. Paste a link to one of them.',
  source_empty: 'We found no text on this page. If you see some, save the page as a PDF and upload that.',
  source_too_short:
    'There’s too little text on this page to summarize. If you see more, save the page as a PDF and upload that.',
} as const satisfies Partial<Record<ErrorCode, string>>

type Verdict = keyof typeof messages

/** What a page shows, and asks for, beside the text that would be summarized. */
interface Shown {
  words: number
  visible: string
  visibleWords: number
  /** Title, first heading and beginning of the text. */
  head: string
  heading: string
  hasPassword: boolean
}

const isPasswordField = (element: DomElement): boolean =>
  element.localName === 'input' && element.getAttribute('type')?.toLowerCase() === 'password'

const isProgram = (element: DomElement): boolean =>
  element.localName === 'script' &&
  (element.hasAttribute('src') || !element.hasAttribute('type') || element.getAttribute('type') === 'module')

const frameIds = new Set(['root', 'app', '__next', '__nuxt'])

function lookAt({ document, page, metadata, text, words }: ReadPage): Shown {
  // What else a page shows is asked of short texts only.
  const shown = words < STAND_IN_WORDS * 3 ? page.blocks : []
  const visible = shown.map((block) => block.text).join('\n')
  const heading = foldText(findElement(document.body, hasName('h1', 'h2'))?.textContent ?? '').slice(0, 200)
  return {
    words,
    visible,
    visibleWords: countWords(visible.slice(0, SHOWN_CHARACTERS)),
    head: `${metadata.title}\n${heading}\n${text.slice(0, HEAD_CHARACTERS)}`,
    heading,
    hasPassword: words < STAND_IN_WORDS && findElement(document.body, isPasswordField) !== null,
  }
}

function isMissing({ metadata, text }: ReadPage, { words, heading, visible, visibleWords }: Shown): boolean {
  const [title, headed] = [missingTitle.test(metadata.title), missingTitle.test(heading)]
  if (title && headed) return words < STAND_IN_WORDS * 3
  if (title || headed) return words < STAND_IN_WORDS
  if (words < STUB_WORDS + 10 && missingSentence.test(text)) return true
  return words < MIN_ARTICLE_WORDS && visibleWords < STAND_IN_WORDS && missingSentence.test(visible)
}

/** The share of a text's paragraphs that speak of consent, from which on it is about nothing else. */
const CONSENT_SHARE = 0.5

function asksConsent({ text }: ReadPage, { words, head, visible, visibleWords }: Shown): boolean {
  if (words < MIN_ARTICLE_WORDS) return visibleWords < STAND_IN_WORDS * 2 && consentWall.test(visible)
  if (!consentWall.test(head) || words > STAND_IN_WORDS * 3) return false
  if (words < STAND_IN_WORDS * 0.7) return true
  const lines = text.split('\n')
  return lines.filter((line) => /cookie|consent|privacy|partner/iu.test(line)).length >= lines.length * CONSENT_SHARE
}

function asksLogin(read: ReadPage, { words, head, visible, hasPassword }: Shown): boolean {
  const walled = payWall.test(visible.slice(0, SHOWN_CHARACTERS))
  if (words < STUB_WORDS) {
    return hasPassword || walled || loginWall.test(head) || read.metadata.linked?.paywalled === true
  }
  if (words >= STAND_IN_WORDS * 0.7) return false
  return hasPassword && (loginWall.test(head) || walled)
}

/** Whether a page is only the frame that scripts fill in the browser. */
function needsScript({ document, text }: ReadPage, { words, visible, visibleWords }: Shown): boolean {
  if (words >= STUB_WORDS + 10 || visibleWords >= STAND_IN_WORDS) return false
  if (scriptNeeded.test(text)) return true
  if (words >= MIN_ARTICLE_WORDS) return false
  const root = document.documentElement
  const noscript = findElements(root, hasName('noscript'))
    .map((node) => node.textContent ?? '')
    .join(' ')
  const scripts = findElements(root, isProgram).length
  return scripts > 0 && (scriptNeeded.test(`${noscript}\n${visible}`) || scripts >= 2 || isFrame(document))
}

/** The empty element that a browser's program draws a page into. */
const isFrame = (document: DomDocument): boolean =>
  findElement(
    document.body,
    (element) =>
      element.localName === 'app-root' ||
      element.hasAttribute('data-reactroot') ||
      (element.firstChild === null && frameIds.has(element.getAttribute('id') ?? '')),
  ) !== null

function verdictOn(read: ReadPage, minWords: number): Verdict | null {
  const shown = lookAt(read)
  const { words } = shown
  if (isMissing(read, shown)) return 'source_not_found'
  if (words < STAND_IN_WORDS * 0.7 && robotCheck.test(shown.head)) return 'source_forbidden'
  if (asksConsent(read, shown)) return 'source_needs_consent'
  if (asksLogin(read, shown)) return 'source_needs_login'
  if (needsScript(read, shown)) return 'source_needs_script'
  const declared = read.metadata.linked !== null || read.metadata.tags.get('og:type') === 'article'
  if (isListing({ page: read.page, body: read.own, url: read.url, declared })) return 'source_not_an_article'
  if (words === 0 && shown.visibleWords === 0) return 'source_empty'
  return words < Math.max(minWords, 1) ? 'source_too_short' : null
}

/**
 * Tells pages that stand in for an article (walls, errors, lists, empty frames) from articles.
 *
 * @param minWords rejects a page with fewer words
 * @throws AppError source_not_found, source_forbidden, source_needs_consent, source_needs_login, source_needs_script,
 * source_not_an_article, source_empty, source_too_short
 */
export function assertArticle(read: ReadPage, minWords: number): void {
  const verdict = verdictOn(read, minWords)
  if (verdict !== null) throw new AppError(verdict, messages[verdict])
}

/** How many blocks after the last one of the text a wall is looked for. */
const WALL_REACH = 12

/** Text that ends in the middle of something. */
const isCutOff = (text: string): boolean => /(?:…|\.\.\.|\[…\])\s*$/u.test(text)

/** What a reader should know where the page shows only the beginning of its article; null where it shows all of it. */
export function truncationNote({ page, metadata, text, words, own }: ReadPage): string | null {
  const last = own.at(-1)
  const declared = metadata.linked?.wordCount ?? 0
  const after = last === undefined ? [] : page.blocks.slice(last.index + 1, last.index + 1 + WALL_REACH)
  const walled = after.some((block) => payWall.test(block.text.slice(0, 400)))
  const paywalled = metadata.linked?.paywalled === true
  const cut =
    (walled && (paywalled || isCutOff(text) || words < STAND_IN_WORDS * 3)) ||
    (paywalled && (isCutOff(text) || declared > words * 1.8))
  return cut ? 'This page shows only the beginning of the article.' : null
}

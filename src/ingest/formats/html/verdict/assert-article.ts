import { AppError, type ErrorCode } from '../../../../shared/errors.ts'
import { countWords } from '../../../../shared/text/words.ts'
import { SAVE_PAGE } from '../../../advice.ts'
import { foldText } from '../../clean-text.ts'
import { consentSubject } from '../body/comments-and-consent.ts'
import { isTitle } from '../body/prune.ts'
import { characterWeight, endsSentence, isLink, leadsAway, MIN_SENTENCE_CHARACTERS } from '../body/structure.ts'
import { type DomDocument, type DomElement, findElement, findElements, hasName } from '../dom.ts'
import { firstTag } from '../metadata/meta-tags.ts'
import { type PageMetadata, siteOfHost } from '../metadata/metadata.ts'
import type { Page, TextBlock } from '../page.ts'
import { consentWall, loginWall, missingSentence, missingTitle, payWall, robotCheck, scriptNeeded } from './wordings.ts'

/** Articles are rarely shorter; pages that replace one are rarely longer. */
const STAND_IN_WORDS = 180

/** A page with fewer words only explains why there is no article, or shows its first sentence or two. */
const STUB_WORDS = 50

/** Fewer words are not an article, whatever else is on the page. */
export const MIN_ARTICLE_WORDS = 25

/** Length of the beginning of a text that reveals its subject. */
const HEAD_CHARACTERS = 600

/** Length of a page's visible text that is searched for the wordings of walls. */
const SHOWN_CHARACTERS = 20_000

interface ReadPage {
  document: DomDocument
  page: Page
  metadata: PageMetadata
  /** The text that would be summarized. */
  text: string
  words: number
  /** The article as our own reader selects it. */
  own: readonly TextBlock[]
  url: string | null
}

const messages = {
  source_not_found: 'This site has no such page. Check the link and try again.',
  source_forbidden: `This site blocks automatic readers. ${SAVE_PAGE}`,
  source_needs_consent: `This site asks about cookies before it shows its text. ${SAVE_PAGE}`,
  source_needs_login: `This page needs a sign-in. ${SAVE_PAGE}`,
  source_needs_script: `We can’t read this page automatically. ${SAVE_PAGE}`,
  source_not_an_article: 'This is a list of pages, not an article. Paste a link to one of them.',
  source_empty: 'We found no text on this page. If you see some, save the page in your browser and upload the file.',
  source_too_short:
    'There’s too little text on this page to summarize. If you see more, save the page in your browser and upload the file.',
} as const satisfies Partial<Record<ErrorCode, string>>

type Verdict = keyof typeof messages

const isPasswordField = (element: DomElement): boolean =>
  element.localName === 'input' && element.getAttribute('type')?.toLowerCase() === 'password'

const isProgram = (element: DomElement): boolean =>
  element.localName === 'script' &&
  (element.hasAttribute('src') || !element.hasAttribute('type') || element.getAttribute('type') === 'module')

const frameIds = new Set(['root', 'app', '__next', '__nuxt'])

/** Reads what a page shows beyond the text that would be summarized. */
function inspect({ document, page, metadata, text, words, own }: ReadPage) {
  // The rest of a page matters only if its text is short.
  const shown = words < STAND_IN_WORDS ? page.blocks : []
  const visible = shown.map((block) => block.text).join('\n')
  // Dialogs over an article have a second-level heading.
  const first = findElement(document.body, hasName('h1')) ?? findElement(document.body, hasName('h2'))
  const heading = foldText(first?.textContent ?? '').slice(0, 200)
  return {
    words,
    visible,
    visibleWords: countWords(visible.slice(0, SHOWN_CHARACTERS)),
    // Title, main heading and beginning of the text.
    head: `${metadata.title}\n${heading}\n${text.slice(0, HEAD_CHARACTERS)}`,
    heading,
    // Walls and frames have no sentence of their own below the page's title.
    isShortArticle:
      words < MIN_ARTICLE_WORDS &&
      isTitle(heading, metadata.title) &&
      ![consentWall, scriptNeeded].some((wording) => wording.test(text)) &&
      own.some(
        (block) => endsSentence(block.text) && block.chars * characterWeight(block.text) >= MIN_SENTENCE_CHARACTERS,
      ),
    hasPassword: words < STAND_IN_WORDS && findElement(document.body, isPasswordField) !== null,
  }
}

type Shown = ReturnType<typeof inspect>

function isMissing({ metadata, text }: ReadPage, { words, heading, visible, visibleWords }: Shown): boolean {
  const [title, headed] = [missingTitle.test(metadata.title), missingTitle.test(heading)]
  if (title && headed) return words < STAND_IN_WORDS * 3
  if (title || headed) return words < STAND_IN_WORDS
  if (words < STUB_WORDS + 10 && missingSentence.test(text)) return true
  return words < MIN_ARTICLE_WORDS && visibleWords < STAND_IN_WORDS && missingSentence.test(visible)
}

/** Share of a text's paragraphs about a subject from which on it is about nothing else. */
const SUBJECT_SHARE = 0.7

function isAbout(text: string, subject: RegExp): boolean {
  const lines = text.split('\n')
  return lines.filter((line) => subject.test(line)).length >= lines.length * SUBJECT_SHARE
}

function asksConsent({ text }: ReadPage, { words, head, visible, visibleWords, isShortArticle }: Shown): boolean {
  if (words < MIN_ARTICLE_WORDS)
    return !isShortArticle && visibleWords < STAND_IN_WORDS * 2 && consentWall.test(visible)
  return consentWall.test(head) && words <= STAND_IN_WORDS * 3 && isAbout(text, consentSubject)
}

function asksLogin(read: ReadPage, { words, head, visible, hasPassword }: Shown): boolean {
  const isWalled = (): boolean => payWall.test(visible.slice(0, SHOWN_CHARACTERS))
  if (words < STUB_WORDS)
    return hasPassword || loginWall.test(head) || read.metadata.linked?.paywalled === true || isWalled()
  return words < STAND_IN_WORDS * 0.7 && hasPassword && (isAbout(read.text, loginWall) || isWalled())
}

/** Whether a page is only a frame that scripts fill in the browser. */
function needsScript({ document, text }: ReadPage, { words, visible, visibleWords, isShortArticle }: Shown): boolean {
  if (words >= STUB_WORDS + 10 || visibleWords >= STAND_IN_WORDS) return false
  if (scriptNeeded.test(text)) return true
  if (words >= MIN_ARTICLE_WORDS || isShortArticle) return false
  const root = document.documentElement
  const noscript = findElements(root, hasName('noscript'))
    .map((node) => node.textContent)
    .join(' ')
  const scripts = findElements(root, isProgram).length
  return scripts > 0 && (scriptNeeded.test(`${noscript}\n${visible}`) || scripts >= 2 || isFrame(document))
}

/** Whether a page has the empty element into which a client-side framework renders. */
const isFrame = (document: DomDocument): boolean =>
  findElement(
    document.body,
    (element) =>
      element.localName === 'app-root' ||
      element.hasAttribute('data-reactroot') ||
      (element.firstChild === null && frameIds.has(element.getAttribute('id') ?? '')),
  ) !== null

/** A list of other pages has at least this many entries. */
const MIN_ENTRIES = 6

/** A paragraph longer than this is more than an entry's description. */
const MAX_DESCRIPTION_CHARACTERS = 350

/** Share of paragraphs that belong to entries from which on the page is a list of them. */
const ENTRY_SHARE = 0.6

/** Maximum number of blocks from an entry's link to its description, with a date and a section's name between them. */
const REACH = 3

/** A page with more running text outside the list is more than a list. */
const MAX_OWN_CHARACTERS = 1500

/** A page of links only has at least this many entries, and at most an introductory line of other text. */
const MIN_BARE_ENTRIES = 18
const MAX_INTRODUCTION_CHARACTERS = 150

const isProse = (block: TextBlock): boolean => block.type !== 'heading' && block.chars - block.linkChars >= 40

function isSearch(url: URL): boolean {
  return (
    /\/search(?:\/|$)/iu.test(url.pathname) || ['q', 'query', 's', 'search'].some((name) => url.searchParams.has(name))
  )
}

/**
 * Whether a page is a list of other pages (a front page, a section, search results) rather than an article: each of its
 * paragraphs follows a link to another page, or there is nothing but links.
 */
function isListing({ page: { blocks }, own: body, url, metadata }: ReadPage): boolean {
  const address = url === null ? null : new URL(url)
  const declared = metadata.linked !== null || firstTag(metadata.tags, 'og:type') === 'article'
  if (declared && address?.pathname !== '/') return false
  const anywhere = address !== null && isSearch(address)
  const site = address === null ? null : siteOfHost(address.hostname)
  const isEntry = (block: TextBlock): boolean =>
    block.chars >= 15 &&
    isLink(block) &&
    block.links.length === 1 &&
    (anywhere || !leadsAway(block.links[0] ?? '', site))
  const entries = blocks.filter(isEntry).length
  if (entries < MIN_ENTRIES) return false
  const prose = body.filter(isProse)
  const described = new Set(
    prose.filter(
      (block) =>
        block.chars <= MAX_DESCRIPTION_CHARACTERS &&
        blocks.slice(Math.max(0, block.index - REACH), block.index).some(isEntry),
    ),
  )
  const own = prose.reduce((sum, block) => sum + (described.has(block) ? 0 : block.chars), 0)
  if (own > MAX_OWN_CHARACTERS) return false
  const listed = [...described].reduce((sum, block) => sum + block.chars, 0)
  if (described.size >= MIN_ENTRIES && described.size >= prose.length * ENTRY_SHARE && listed > own) return true
  if (entries < MIN_BARE_ENTRIES) return false
  return address?.pathname === '/' || anywhere || own <= MAX_INTRODUCTION_CHARACTERS
}

function verdictOn(read: ReadPage, minWords: number): Verdict | null {
  const shown = inspect(read)
  const { words } = shown
  if (isMissing(read, shown)) return 'source_not_found'
  if (words < STAND_IN_WORDS * 0.7 && robotCheck.test(shown.head)) return 'source_forbidden'
  if (asksConsent(read, shown)) return 'source_needs_consent'
  if (asksLogin(read, shown)) return 'source_needs_login'
  if (needsScript(read, shown)) return 'source_needs_script'
  if (isListing(read)) return 'source_not_an_article'
  if (words === 0 && shown.visibleWords === 0) return 'source_empty'
  return words < Math.max(minWords, 1) ? 'source_too_short' : null
}

/**
 * Rejects pages that replace an article: walls, errors, lists, empty frames.
 *
 * @param minWords rejects a page with fewer words
 * @throws AppError source_not_found, source_forbidden, source_needs_consent, source_needs_login, source_needs_script,
 * source_not_an_article, source_empty, source_too_short
 */
export function assertArticle(read: ReadPage, minWords: number): void {
  const verdict = verdictOn(read, minWords)
  if (verdict !== null) throw new AppError(verdict, messages[verdict])
}

/** Number of blocks after the text that are searched for a wall. */
const WALL_REACH = 12

const isCutOff = (text: string): boolean => /(?:…|\.\.\.|\[…\])\s*$/u.test(text)

/** Notice for a page that shows only the beginning of its article, or null. */
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

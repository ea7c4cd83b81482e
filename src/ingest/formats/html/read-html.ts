import type { ExtractedDocument } from '../../../shared/document.ts'
import { AppError } from '../../../shared/errors.ts'
import { countWords } from '../../../shared/text/words.ts'
import { SAVE_PAGE } from '../../advice.ts'
import { titleOf, toBlocks } from '../../document.ts'
import { settleLanguage } from '../../language.ts'
import { decodeText } from '../decode-text.ts'
import { joinAnimatedText } from './animated-text.ts'
import { chooseBody } from './body/choose-body.ts'
import { nameTables } from './data-table.ts'
import { parseDom } from './dom.ts'
import { emptyHeadingControls } from './heading-controls.ts'
import { hideElements } from './hidden-elements.ts'
import { readMetadata } from './metadata/metadata.ts'
import { blocksOfDocument, isSavedDocument } from './office-page.ts'
import { type Page, readPage } from './page.ts'
import { placeLateContent } from './shown-later.ts'
import { applyTextStyles, styleSheetOf } from './style-sheet.ts'
import { assertArticle, MIN_ARTICLE_WORDS, truncationNote } from './verdict/assert-article.ts'

export interface HtmlInput {
  html: string | Uint8Array
  /** The page's URL, for relative links; null if unknown. */
  url: string | null
  /** Charset of the transport, if any. */
  charset?: string | null
}

/**
 * Reads the article out of a web page.
 *
 * @param minWords rejects a page with fewer words
 * @throws AppError those of `assertArticle`, source_damaged
 */
export function readHtml(input: HtmlInput, minWords = MIN_ARTICLE_WORDS): ExtractedDocument {
  const html = typeof input.html === 'string' ? input.html : decodeText(input.html, input.charset ?? null)
  try {
    return readDecoded(html, input, minWords)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('source_damaged', `We couldn’t read this page. ${SAVE_PAGE}`, { cause: error })
  }
}

function parsePage(html: string, url: string | null) {
  const document = parseDom(html)
  placeLateContent(document)
  joinAnimatedText(document)
  emptyHeadingControls(document)
  nameTables(document)
  const css = styleSheetOf(document)
  hideElements(document, css)
  applyTextStyles(document, css)
  const metadata = readMetadata(document, url)
  return { document, metadata, page: readPage(document.body, metadata.language) }
}

const missingParts = 'Parts of this page’s text may be missing.'
const unreadFormulas = 'Some formulas on this page couldn’t be read.'

const wholeDocument = (page: Page) => {
  const blocks = blocksOfDocument(page)
  return { pieces: blocks, own: blocks, readAs: 'text of the page', isIncomplete: false }
}

function readDecoded(html: string, input: HtmlInput, minWords: number): ExtractedDocument {
  const url = input.url !== null && URL.canParse(input.url) ? input.url : null
  const { document, metadata, page } = parsePage(html, url)
  const isDocument = isSavedDocument(document)
  const { pieces, own, readAs, isIncomplete } = isDocument ? wholeDocument(page) : chooseBody(page, metadata)
  const text = pieces.map((piece) => piece.text).join('\n')
  const words = countWords(text)
  const read = { document, page, metadata, text, words, own, url }
  if (!isDocument || words < minWords) assertArticle(read, minWords)
  const { declaredType } = metadata
  const notes = [
    truncationNote(read),
    isIncomplete ? missingParts : null,
    page.unreadFormulas > 0 ? unreadFormulas : null,
  ].filter((note) => note !== null)
  return {
    kind: 'article',
    ...titleOf(metadata.title, pieces),
    author: metadata.author,
    site: metadata.site,
    language: settleLanguage(metadata.language, text),
    publishedAt: metadata.publishedAt,
    url: metadata.url,
    thumbnailUrl: metadata.thumbnailUrl,
    words,
    blocks: toBlocks(pieces),
    sourceInfo: {
      readAs,
      mediaType: 'text/html',
      bytes: typeof input.html === 'string' ? Buffer.byteLength(input.html) : input.html.byteLength,
      ...(declaredType === null ? {} : { declaredType }),
      ...(url === null ? {} : { finalUrl: url }),
      ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
    },
  }
}

/** A text with at least this many end tags is HTML; texts about HTML quote one or two. */
const MIN_CLOSED = 2

/**
 * Whether a pasted text is the source of a page, or of a part of one: nothing is outside its elements. Prose that quotes
 * HTML begins or ends with its own words.
 */
export function isHtmlSource(text: string): boolean {
  const trimmed = text.trim()
  if (!/^<(?:!doctype html|!--|[a-z][a-z\d]{0,20}[\s>])/iu.test(trimmed) || !trimmed.endsWith('>')) return false
  const closed = trimmed.match(
    /<\/(?:p|div|h[1-6]|li|ul|ol|article|section|main|body|html|table|tr|td|blockquote|span|a)>/giu,
  )
  return (closed?.length ?? 0) >= MIN_CLOSED
}

/** Reads pasted HTML, with the language it declares: the article of a whole page, or all text of a part of one. */
export function readPastedHtml(source: string) {
  const { metadata, page } = parsePage(source, null)
  const whole = /<(?:html|body)[\s>]/iu.test(source)
  return {
    title: metadata.title || null,
    author: metadata.author,
    language: metadata.language,
    pieces: whole ? chooseBody(page, metadata).pieces : page.blocks,
  }
}

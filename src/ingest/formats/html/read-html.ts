import type { ExtractedDocument } from '../../../shared/document.ts'
import { AppError } from '../../../shared/errors.ts'
import { countWords } from '../../../shared/words.ts'
import { SAVE_PAGE } from '../../advice.ts'
import { toBlocks } from '../../document.ts'
import { settleLanguage } from '../../language.ts'
import { titleFromText } from '../../title-from-text.ts'
import { chooseBody } from './body/choose.ts'
import { decodeHtml } from './charset.ts'
import { parseDom } from './dom.ts'
import { readMetadata } from './metadata/metadata.ts'
import { readPage } from './page.ts'
import { applyStyleSheets } from './style-sheets.ts'
import { assertArticle, MIN_ARTICLE_WORDS, truncationNote } from './verdict/assert-article.ts'

export interface HtmlInput {
  html: string | Uint8Array
  /** Where the page came from, for relative addresses; null when it is not known. */
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
  const html = typeof input.html === 'string' ? input.html : decodeHtml(input.html, input.charset ?? null)
  try {
    return readDecoded(html, input, minWords)
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('source_damaged', `We couldn’t read this page. ${SAVE_PAGE}`, { cause: error })
  }
}

const unreadFormulas = 'Some formulas on this page couldn’t be read.'

function readDecoded(html: string, input: HtmlInput, minWords: number): ExtractedDocument {
  const document = parseDom(html)
  const url = input.url !== null && URL.canParse(input.url) ? input.url : null
  const metadata = readMetadata(document, url)
  applyStyleSheets(document)
  const page = readPage(document.body)
  const { pieces, own, readAs } = chooseBody(document, page, metadata)
  const text = pieces.map((piece) => piece.text).join('\n')
  const words = countWords(text)
  const read = { document, page, metadata, text, words, own, url }
  assertArticle(read, minWords)
  const notes = [truncationNote(read), page.unreadFormulas > 0 ? unreadFormulas : null].filter((note) => note !== null)
  return {
    kind: 'article',
    title: metadata.title === '' ? titleFromText(pieces) : metadata.title,
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
      ...(url === null ? {} : { finalUrl: url }),
      ...(notes.length === 0 ? {} : { note: notes.join(' ') }),
    },
  }
}

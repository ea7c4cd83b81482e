import type { ExtractedDocument } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import { decodeHtml } from '../formats/html/charset.ts'
import { readHtml } from '../formats/html/read-html.ts'
import { MIN_WORDS } from '../formats/parsed-document.ts'
import type { FetchedPage, PageFetcher } from '../net/fetch-page.ts'
import { mediaTypeOf } from '../net/media-type.ts'
import { ampAddress, fetchFollowing } from './follow.ts'
import { readText } from './text.ts'

/** Reads the article, or the plain text, that an address answered with. */
function readAnswer(page: FetchedPage): ExtractedDocument {
  const type = mediaTypeOf(page.contentType, page.bytes)
  if (type.kind === 'html') {
    const document = readHtml({ html: page.bytes, url: page.url, charset: type.charset }, MIN_WORDS)
    return { ...document, sourceInfo: { ...document.sourceInfo, mediaType: type.essence } }
  }
  const content = decodeHtml(page.bytes, type.charset)
  const document = readText({ content, url: page.url, readAs: 'text file' })
  return {
    ...document,
    kind: 'article',
    site: new URL(page.url).hostname.replace(/^www\./u, ''),
    sourceInfo: { ...document.sourceInfo, mediaType: type.essence, bytes: page.bytes.byteLength },
  }
}

/**
 * Fetches an address and reads the article, or the plain text, that it leads to. Where the page needs scripts and names
 * an AMP version of itself, that is read instead.
 *
 * @throws AppError those of `PageFetcher.fetch`, `mediaTypeOf`, `readHtml` and `readText`
 */
export async function readArticle(
  fetcher: PageFetcher,
  url: string,
  options: { signal: AbortSignal; onBytes?: (bytes: number) => void },
): Promise<ExtractedDocument> {
  const page = await fetchFollowing(fetcher, url, options)
  try {
    return readAnswer(page)
  } catch (error) {
    const amp = error instanceof AppError && error.code === 'source_needs_script' ? ampAddress(page) : null
    if (amp === null) throw error
    return readAnswer(await fetcher.fetch(amp, options))
  }
}

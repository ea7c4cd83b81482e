import type { ExtractedDocument } from '../../shared/document.ts'
import { decodeHtml } from '../formats/html/charset.ts'
import { readHtml } from '../formats/html/read-html.ts'
import { MIN_WORDS } from '../formats/parsed-document.ts'
import type { PageFetcher } from '../net/fetch-page.ts'
import { mediaTypeOf } from '../net/media-type.ts'
import { readText } from './text.ts'

/**
 * Fetches an address and reads the article, or the plain text, that it leads to.
 *
 * @throws AppError those of `PageFetcher.fetch`, `mediaTypeOf`, `readHtml` and `readText`
 */
export async function readArticle(
  fetcher: PageFetcher,
  url: string,
  options: { signal: AbortSignal; onBytes?: (bytes: number) => void },
): Promise<ExtractedDocument> {
  const page = await fetcher.fetch(url, options)
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

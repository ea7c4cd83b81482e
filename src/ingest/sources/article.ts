import type { ExtractedDocument } from '../../shared/document.ts'
import type { PageFetcher } from '../net/fetch-page.ts'
import type { Parser } from '../parsing/parse-task.ts'

/**
 * Fetches an address and reads the article, the text or the document that it leads to.
 *
 * @throws AppError those of `PageFetcher.fetch` and of `Parser.parse`
 */
export async function readArticle(
  { fetcher, parser }: { fetcher: PageFetcher; parser: Parser },
  url: string,
  options: { signal: AbortSignal; onBytes?: (bytes: number) => void },
): Promise<ExtractedDocument> {
  const { url: found, contentType, bytes } = await fetcher.fetch(url, options)
  return await parser.parse(
    { kind: 'file', bytes, fileName: null, url: found, answered: { contentType } },
    options.signal,
  )
}

import { AppError } from '../../shared/errors.ts'
import type { PackedDocument } from '../../threads/packed-document.ts'
import type { FetchedPage, PageFetcher } from '../net/fetch-page.ts'
import type { Parser } from '../parsing/parse-task.ts'
import { ampAddress, fetchFollowing } from './follow.ts'

/**
 * Fetches an address and reads the article, the text or the document that it leads to. Where the page needs scripts and
 * names an AMP version of itself, that is read instead.
 *
 * @throws AppError those of `PageFetcher.fetch` and of `Parser.parse`
 */
export async function readArticle(
  { fetcher, parser }: { fetcher: Pick<PageFetcher, 'fetch'>; parser: Parser },
  url: string,
  options: { signal: AbortSignal; onBytes?: (bytes: number) => void },
): Promise<PackedDocument> {
  const read = async ({ bytes, url: found, contentType }: FetchedPage): Promise<PackedDocument> =>
    await parser.parse({ kind: 'file', bytes, fileName: null, url: found, answered: { contentType } }, options.signal)
  const page = await fetchFollowing(fetcher, url, options)
  try {
    return await read(page)
  } catch (error) {
    const amp = error instanceof AppError && error.code === 'source_needs_script' ? ampAddress(page) : null
    if (amp === null) throw error
    return await fetcher
      .fetch(amp, options)
      .then(read)
      .catch((failure: unknown) => {
        // What is wrong with a version that nobody asked for says nothing about the page.
        throw options.signal.aborted ? failure : error
      })
  }
}

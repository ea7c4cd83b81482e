import { AppError } from '../../shared/errors.ts'
import { parseSourceUrl } from '../../shared/source-url.ts'
import type { PackedDocument } from '../../threads/packed-document.ts'
import { type DomElement, findElements, hasToken, isInside, parseDom } from '../formats/html/dom.ts'
import type { FetchedPage, PageFetcher } from '../net/fetch-page.ts'
import type { Parser } from '../parsing/parse-task.ts'

type Fetcher = Pick<PageFetcher, 'fetch'>
type FetchOptions = Parameters<PageFetcher['fetch']>[1]

/** Elements that redirect a reader are in the head; a page that does nothing else is short. */
const HEAD_BYTES = 30_000

/** A page that waits longer before it redirects is meant to be read. */
const MAX_DELAY_SECONDS = 10

/** The elements with a name at the start of a page, without those for readers without scripts. */
function elementsOf(page: FetchedPage, name: 'meta' | 'link'): DomElement[] {
  // Tags and URLs are ASCII in every relevant encoding.
  const start = new TextDecoder().decode(page.bytes.subarray(0, HEAD_BYTES))
  const isWanted = (element: DomElement): boolean => element.localName === name && !isInside(element, 'noscript')
  return findElements(parseDom(start).documentElement, isWanted)
}

/** Resolves a link of a page; null if it is not another page. */
function elsewhere(reference: string | null | undefined, page: FetchedPage): string | null {
  const target = reference ? URL.parse(reference.trim(), page.url) : null
  if (target === null || !/^https?:$/u.test(target.protocol)) return null
  const [there = '', here = ''] = [target.href, new URL(page.url).href].map((href) => href.replace(/#.*/su, ''))
  return there === here ? null : there
}

/** Target of a page's immediate refresh (`<meta http-equiv="refresh">`, HTML standard), or null. */
export function refreshAddress(page: FetchedPage): string | null {
  for (const element of elementsOf(page, 'meta')) {
    if (element.getAttribute('http-equiv')?.toLowerCase() !== 'refresh') continue
    const [, delay, address] =
      /^\s{0,9}(\d{1,6})(?:\.\d{0,9})?\s{0,9}[;,]\s{0,9}(?:url\s{0,9}=\s{0,9})?["']?([^"']+)(?:["']\s*)?$/iu.exec(
        element.getAttribute('content') ?? '',
      ) ?? []
    if (delay !== undefined && Number(delay) <= MAX_DELAY_SECONDS) return elsewhere(address, page)
  }
  return null
}

/** URL of a page's AMP version, whose text needs no scripts (https://amp.dev), or null. */
export function ampAddress(page: FetchedPage): string | null {
  const link = elementsOf(page, 'link').find((element) => hasToken(element, 'rel', 'amphtml'))
  return elsewhere(link?.getAttribute('href'), page)
}

const isHtml = (page: FetchedPage): boolean => page.contentType === null || /html/iu.test(page.contentType)

/**
 * Fetches a page or file, and follows one redirect by a page that does nothing else.
 *
 * @throws AppError those of `PageFetcher.fetch`
 */
export async function fetchFollowing(fetcher: Fetcher, url: string, options: FetchOptions): Promise<FetchedPage> {
  const page = await fetcher.fetch(url, options)
  const next = isHtml(page) && page.bytes.byteLength <= HEAD_BYTES ? refreshAddress(page) : null
  return next === null ? page : await fetcher.fetch(parseSourceUrl(next).href, options)
}

/**
 * Reads the article, text or document at a URL that was fetched. Reads the AMP version instead of a page that needs
 * scripts, if it has one.
 *
 * @throws AppError those of `Parser.parse`
 */
export async function readFetched(
  { fetcher, parser }: { fetcher: Fetcher; parser: Parser },
  page: FetchedPage,
  options: FetchOptions,
): Promise<PackedDocument> {
  const read = async ({ bytes, url: found, contentType }: FetchedPage): Promise<PackedDocument> =>
    await parser.parse({ kind: 'file', bytes, fileName: null, url: found, answered: { contentType } }, options.signal)
  try {
    return await read(page)
  } catch (error) {
    const amp = error instanceof AppError && error.code === 'source_needs_script' ? ampAddress(page) : null
    if (amp === null) throw error
    return await fetcher
      .fetch(amp, options)
      .then(read)
      .catch((failure: unknown) => {
        // The error of the AMP version would mislead users, who asked for the page.
        throw options.signal.aborted ? failure : error
      })
  }
}

import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ExtractedDocument } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import { type PackedDocument, packDocument, unpackDocument } from '../../threads/packed-document.ts'
import type { FetchedPage, PageFetcher } from '../net/fetch-page.ts'
import type { Parser } from '../parsing/parse-task.ts'
import { fetchFollowing, readFetched } from './article.ts'
import {
  type Episode,
  episodeOf,
  episodeOnPage,
  episodesOfFeed,
  isFeed,
  newestOf,
  type PageEpisode,
  vttOfJson,
} from './episode.ts'
import { nameInUrl } from './file.ts'
import type { RecordingReader } from './recording.ts'

type FetchOptions = Parameters<PageFetcher['fetch']>[1]

interface LinkDeps {
  fetcher: Pick<PageFetcher, 'fetch'>
  parser: Parser
  /** Null if recordings aren't transcribed; published transcripts are read anyway. */
  recordings: RecordingReader | null
}

/** Words from which a page's text, and not its recording, is read: it contains the transcript, or an article. */
const TRANSCRIPT_WORDS = 1000
const ARTICLE_WORDS = 300

/** Transcripts of one recording that are tried. */
const MAX_TRANSCRIPTS = 3

const isHtml = ({ contentType }: FetchedPage): boolean => contentType === null || /html/iu.test(contentType)

/**
 * Fetches a URL and reads its article, document or recording; of a page about a recording or a feed, a published transcript
 * comes first. Of a feed, the newest recording is read.
 *
 * @throws AppError those of `PageFetcher.fetch` and of `Parser.parse`
 */
export async function readLink(deps: LinkDeps, url: string, options: FetchOptions): Promise<PackedDocument> {
  const files: string[] = []
  try {
    return await readInto(deps, url, { ...options, files })
  } finally {
    await Promise.all(files.map(async (file) => rm(file, { force: true })))
  }
}

/** `files`: paths that recordings may be saved at, which are removed in the end. */
type ReadOptions = FetchOptions & { files: string[] }

/** Fetches a page, document or recording. */
async function fetchAny({ fetcher, recordings }: LinkDeps, url: string, { files, ...options }: ReadOptions) {
  if (recordings === null) return fetchFollowing(fetcher, url, options)
  const recordingPath = path.join(tmpdir(), `precis-recording-${randomUUID()}`)
  files.push(recordingPath)
  return fetchFollowing(fetcher, url, { ...options, recordingPath })
}

async function readFound(deps: LinkDeps, page: FetchedPage, options: ReadOptions): Promise<PackedDocument> {
  if (page.path === undefined || deps.recordings === null) return readFetched(deps, page, options)
  const recording = { path: page.path, fileName: nameInUrl(page.url), url: page.url }
  return deps.recordings.listen(recording, options.signal)
}

async function readInto(deps: LinkDeps, url: string, options: ReadOptions): Promise<PackedDocument> {
  const page = await fetchAny(deps, url, options)
  if (page.path !== undefined) return asArticle(await readFound(deps, page, options))
  if (isFeed(page)) {
    const episode = newestOf(episodesOfFeed(page))
    if (episode !== null) return readEpisode(deps, episode, options)
  }
  const episode = isHtml(page) ? episodeOnPage(page) : null
  if (episode === null) return readFetched(deps, page, options)
  const [article] = await Promise.allSettled([readFetched(deps, page, options)])
  options.signal.throwIfAborted()
  const words = article.status === 'fulfilled' ? article.value.words : 0
  if (words < (episode.isEpisode ? TRANSCRIPT_WORDS : ARTICLE_WORDS)) {
    const read = await readPageEpisode(deps, episode, options)
    if (read !== null) return read
  }
  if (article.status === 'rejected') throw article.reason
  return article.value
}

/** Reads the recording of a page, with what its feed knows of it; null if there is none to read. */
async function readPageEpisode(
  deps: LinkDeps,
  page: PageEpisode,
  options: ReadOptions,
): Promise<PackedDocument | null> {
  const listed =
    page.transcripts.length > 0 || page.feedUrl === null ? null : await findInFeed(deps, page, page.feedUrl, options)
  const episode: Episode = {
    ...page,
    title: page.title ?? listed?.title ?? null,
    author: page.author ?? listed?.author ?? null,
    site: page.site ?? listed?.site ?? null,
    publishedAt: page.publishedAt ?? listed?.publishedAt ?? null,
    thumbnailUrl: page.thumbnailUrl ?? listed?.thumbnailUrl ?? null,
    audioUrl: page.audioUrl ?? listed?.audioUrl ?? null,
    transcripts: [...page.transcripts, ...(listed?.transcripts ?? [])],
  }
  if (episode.transcripts.length === 0 && (episode.audioUrl === null || deps.recordings === null)) return null
  return readEpisode(deps, episode, options)
}

/** A feed that can't be read only lacks a transcript. */
async function findInFeed(
  { fetcher }: LinkDeps,
  page: Episode,
  feedUrl: string,
  options: ReadOptions,
): Promise<Episode | null> {
  try {
    return episodeOf(page, episodesOfFeed(await fetcher.fetch(feedUrl, options)))
  } catch (error) {
    options.signal.throwIfAborted()
    if (error instanceof AppError) return null
    throw error
  }
}

async function readEpisode(deps: LinkDeps, episode: Episode, options: ReadOptions): Promise<PackedDocument> {
  const transcript = await readTranscript(deps, episode, options)
  if (transcript !== null) return transcript
  if (episode.audioUrl === null)
    throw new AppError('source_empty', 'We couldn’t find a recording at this link. Check the link.')
  const recording = await fetchAny(deps, episode.audioUrl, options)
  return withFacts(await readFound(deps, recording, options), episode)
}

/** Names the form of subtitles, for which servers send many types, and converts the JSON of podcasts to WebVTT. */
function asSubtitles(page: FetchedPage, declared: string): FetchedPage {
  const types = `${declared} ${page.contentType ?? ''} ${URL.parse(page.url)?.pathname ?? ''}`
  if (/json/iu.test(types)) {
    const vtt = vttOfJson(page.bytes)
    return vtt === null ? page : { ...page, contentType: 'text/vtt', bytes: Buffer.from(vtt) }
  }
  if (/vtt/iu.test(types)) return { ...page, contentType: 'text/vtt' }
  return /srt|subrip/iu.test(types) ? { ...page, contentType: 'application/x-subrip' } : page
}

/** The first transcript that can be read; null if there is none. */
async function readTranscript(deps: LinkDeps, episode: Episode, options: ReadOptions): Promise<PackedDocument | null> {
  for (const { url, type } of episode.transcripts.slice(0, MAX_TRANSCRIPTS)) {
    try {
      const fetched = await deps.fetcher.fetch(url, options)
      const subtitles = asSubtitles(fetched, type)
      return withFacts(await readFetched(deps, subtitles, options), episode, { readAs: 'published transcript' })
    } catch (error) {
      options.signal.throwIfAborted()
      // Another one, or the recording itself, may be readable.
      if (!(error instanceof AppError)) throw error
    }
  }
  return null
}

/** Documents from the web are articles, as in the list's filter by type. */
const asArticle = (document: PackedDocument): PackedDocument =>
  packDocument({ ...unpackDocument(document), kind: 'article' })

/** Completes a document with what a page or a feed knows of its recording. */
function withFacts(
  document: PackedDocument,
  { title, author, site, publishedAt, thumbnailUrl, pageUrl, audioUrl }: Episode,
  info: Partial<ExtractedDocument['sourceInfo']> = {},
): PackedDocument {
  const whole = unpackDocument(document)
  const { isUntitled: _, ...rest } = whole
  return packDocument({
    ...(title === null ? whole : rest),
    kind: 'article',
    title: title ?? whole.title,
    author: author ?? whole.author,
    site: site ?? whole.site,
    publishedAt: publishedAt ?? whole.publishedAt,
    thumbnailUrl: thumbnailUrl ?? whole.thumbnailUrl,
    url: pageUrl ?? audioUrl ?? whole.url,
    sourceInfo: { ...whole.sourceInfo, ...info },
  })
}

import { type Handler, Parser, type ParserOptions } from 'htmlparser2'
import { z } from 'zod'
import { formatOfName } from '../../shared/formats.ts'
import { foldText, parseJson } from '../formats/clean-text.ts'
import type { FetchedPage } from '../net/fetch-page.ts'

/** A published transcript or captions. */
interface TranscriptLink {
  url: string
  /** Media type; empty if undeclared. */
  type: string
}

/** A recording that a page shows, or an item of a feed. */
export interface Episode {
  title: string | null
  author: string | null
  /** Name of the site or the show. */
  site: string | null
  publishedAt: string | null
  thumbnailUrl: string | null
  /** The page of an item. */
  pageUrl: string | null
  audioUrl: string | null
  /** Best first. */
  transcripts: TranscriptLink[]
}

/** Facts about its recording that a page declares. */
export interface PageEpisode extends Episode {
  /** Whether the page is about the recording, rather than an article with one. */
  isEpisode: boolean
  feedUrl: string | null
}

const noEpisode = (): Episode => ({
  title: null,
  author: null,
  site: null,
  publishedAt: null,
  thumbnailUrl: null,
  pageUrl: null,
  audioUrl: null,
  transcripts: [],
})

/** Formats of transcripts, the best first: those with times, then those with speakers or paragraphs. */
const transcriptTypes = [/vtt/iu, /srt|subrip/iu, /json/iu, /html/iu, /plain/iu]

function byFormat(links: readonly TranscriptLink[]): TranscriptLink[] {
  const rank = ({ type, url }: TranscriptLink): number => {
    const at = transcriptTypes.findIndex((pattern) => pattern.test(type) || pattern.test(extensionOf(url)))
    return at === -1 ? transcriptTypes.length : at
  }
  return links.toSorted((one, other) => rank(one) - rank(other))
}

const extensionOf = (url: string): string => /\.([a-z\d]{1,5})$/iu.exec(URL.parse(url)?.pathname ?? '')?.[1] ?? ''

function absolute(link: string | undefined, base: string): string | null {
  const url = link === undefined || link.trim() === '' ? null : URL.parse(link.trim(), base)
  return url !== null && /^https?:$/u.test(url.protocol) ? url.href : null
}

const isRecordingUrl = (url: string): boolean => formatOfName(URL.parse(url)?.pathname ?? '') === 'audio'

/** Strings of which a page with a recording has one; the others need not be parsed. */
const signs = ['og:audio', '<audio', '<video', '<source', 'twitter:player:stream', 'PodcastEpisode', 'RadioEpisode']

/** Declared types of pages about a recording, of https://schema.org and https://ogp.me. */
const episodeTypes = /^(?:PodcastEpisode|RadioEpisode|AudioObject|MusicRecording)$/u
const openGraphTypes = /^(?:music\.song|podcast|audio)/iu

const text = z.string().nullish().catch(null)
const named = z
  .union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
  .nullish()
  .catch(null)
const media = z.object({ contentUrl: text, transcript: text }).nullish().catch(null)
const declaredSchema = z.object({
  '@type': z.union([z.string(), z.array(z.string())]),
  name: text,
  headline: text,
  datePublished: text,
  contentUrl: text,
  audio: media,
  associatedMedia: media,
  partOfSeries: named,
  author: named,
})

/** The recording among the objects of JSON-LD; null if none is declared. */
function declaredEpisode(json: string): z.output<typeof declaredSchema> | null {
  const parsed: unknown = parseJson(json)
  const graph = z.object({ '@graph': z.array(z.unknown()) }).safeParse(parsed)
  const all = graph.success ? graph.data['@graph'] : Array.isArray(parsed) ? parsed : [parsed]
  for (const one of all.slice(0, 50)) {
    const { data } = declaredSchema.safeParse(one)
    if (data !== undefined && [data['@type']].flat().some((type) => episodeTypes.test(type))) return data
  }
  return null
}

/** Longest JSON-LD that is parsed. */
const MAX_JSON_CHARACTERS = 200_000

/**
 * Limits of what is read of a page or a feed, since this isn't done in a thread: its start, the depth of its elements, each
 * of which the parser moves for each new one, and the declarations of data.
 */
const MAX_BYTES = 2 * 1024 * 1024
const MAX_DEPTH = 500
const MAX_DECLARATIONS = 20

/** Parses the start of a page or a feed, up to the first element that is too deep. */
function parseStart(text: string, handler: Partial<Handler>, options?: ParserOptions): void {
  let depth = 0
  const parser = new Parser(
    {
      ...handler,
      onopentag: (...tag) => {
        depth += 1
        if (depth > MAX_DEPTH) parser.pause()
        handler.onopentag?.(...tag)
      },
      onclosetag: (...tag) => {
        depth -= 1
        handler.onclosetag?.(...tag)
      },
    },
    options,
  )
  parser.end(text)
}

/** Transcripts of one recording that are noted. */
const MAX_TRANSCRIPTS = 20

/** Finds the recording that a page shows, and its captions; null if there is none. */
export function episodeOnPage({ bytes, url }: FetchedPage): PageEpisode | null {
  // URLs and tags are ASCII in every relevant encoding.
  const page = new TextDecoder().decode(bytes.subarray(0, MAX_BYTES))
  if (!signs.some((sign) => page.includes(sign))) return null
  const found: PageEpisode = { ...noEpisode(), pageUrl: url, isEpisode: false, feedUrl: null }
  const add = (link: string | undefined): void => {
    found.audioUrl ??= absolute(link, url)
  }
  let inPlayer = 0
  let json: string | null = null
  let declarations = 0
  parseStart(page, {
    onopentag: (tag, attributes) => {
      const name = attributes['property'] ?? attributes['name'] ?? ''
      const { content, src, href, type = '', rel = '', kind = '' } = attributes
      if (tag === 'meta' && /^og:audio(?::(?:secure_)?url)?$/u.test(name)) add(content)
      if (tag === 'meta' && name === 'twitter:player:stream' && isRecordingUrl(content ?? '')) add(content)
      if (tag === 'meta' && name === 'og:type' && openGraphTypes.test(content ?? '')) found.isEpisode = true
      if (tag === 'audio' || tag === 'video') inPlayer += 1
      if (tag === 'audio') add(src)
      if (tag === 'source' && inPlayer > 0 && (type.startsWith('audio/') || isRecordingUrl(src ?? ''))) add(src)
      if (tag === 'video' && isRecordingUrl(src ?? '')) add(src)
      const isTranscript =
        (tag === 'track' && /^(?:captions|subtitles)?$/iu.test(kind)) ||
        (tag === 'link' && /\balternate\b/iu.test(rel) && /^text\/vtt$|subrip|srt$/iu.test(type))
      const transcript = isTranscript ? absolute(tag === 'track' ? src : href, url) : null
      if (transcript !== null && found.transcripts.length < MAX_TRANSCRIPTS)
        found.transcripts.push({ url: transcript, type: tag === 'track' ? 'text/vtt' : type })
      if (tag === 'link' && /\balternate\b/iu.test(rel) && /rss\+xml/iu.test(type))
        found.feedUrl ??= absolute(href, url)
      if (tag === 'script' && /ld\+json/iu.test(type) && declarations < MAX_DECLARATIONS) {
        json = ''
        declarations += 1
      }
    },
    ontext: (part) => {
      if (json !== null && json.length < MAX_JSON_CHARACTERS) json += part
    },
    onclosetag: (tag) => {
      if (tag === 'audio' || tag === 'video') inPlayer -= 1
      if (tag !== 'script' || json === null) return
      const declared = declaredEpisode(json)
      json = null
      if (declared === null) return
      found.isEpisode = true
      found.title ??= declared.name ?? declared.headline ?? null
      found.author ??= declared.author ?? null
      found.site ??= declared.partOfSeries ?? null
      found.publishedAt ??= declared.datePublished ?? null
      add(declared.contentUrl ?? declared.audio?.contentUrl ?? declared.associatedMedia?.contentUrl ?? undefined)
    },
  })
  found.transcripts = byFormat(found.transcripts)
  return found.audioUrl === null && found.transcripts.length === 0 && !found.isEpisode ? null : found
}

/** Root of a feed (RSS 2.0, https://www.rssboard.org/rss-specification). */
export const isFeed = ({ bytes }: Pick<FetchedPage, 'bytes'>): boolean =>
  /^[\ufeff\s]{0,9}(?:<\?xml[^>]{0,500}>\s{0,9})?(?:<!--[^>]{0,2000}-->\s{0,9})?<rss[\s>]/iu.test(
    Buffer.from(bytes.subarray(0, 4096)).toString(),
  )

/** Items of a feed that are read. */
const MAX_ITEMS = 2000

const fields: Readonly<Record<string, 'title' | 'author' | 'publishedAt' | 'pageUrl'>> = {
  title: 'title',
  'itunes:title': 'title',
  'itunes:author': 'author',
  'dc:creator': 'author',
  pubdate: 'publishedAt',
  link: 'pageUrl',
}

/**
 * Reads the recordings of a feed, in its order, with the transcripts of the podcast namespace
 * (https://podcasting2.org/docs/podcast-namespace/tags/transcript).
 */
export function episodesOfFeed({ bytes, url }: FetchedPage): Episode[] {
  const episodes: Episode[] = []
  let show: string | null = null
  let image: string | null = null
  let item: Episode | null = null
  let content = ''
  const path: string[] = []
  parseStart(
    new TextDecoder().decode(bytes.subarray(0, MAX_BYTES)),
    {
      onopentag: (name, attributes) => {
        const tag = name.toLowerCase()
        path.push(tag)
        content = ''
        if (tag === 'item') item = noEpisode()
        const { url: link, href, type = '' } = attributes
        if (tag === 'itunes:image') {
          if (item === null) image ??= absolute(href, url)
          else item.thumbnailUrl = absolute(href, url)
        }
        if (item === null) return
        if (tag === 'enclosure' && (/^(?:audio|video)\//iu.test(type) || isRecordingUrl(link ?? '')))
          item.audioUrl ??= absolute(link, url)
        const transcript = tag === 'podcast:transcript' ? absolute(link, url) : null
        if (transcript !== null && item.transcripts.length < MAX_TRANSCRIPTS)
          item.transcripts.push({ url: transcript, type })
      },
      ontext: (part) => {
        if (content.length < 2000) content += part
      },
      onclosetag: (name) => {
        const tag = name.toLowerCase()
        path.pop()
        const said = foldText(content)
        content = ''
        if (tag === 'title' && path.at(-1) === 'channel') show ??= said
        const field = fields[tag]
        if (item !== null && field !== undefined && said !== '' && path.at(-1) === 'item')
          item[field] = field === 'pageUrl' ? absolute(said, url) : said
        if (tag !== 'item' || item === null) return
        if (item.audioUrl !== null && episodes.length < MAX_ITEMS)
          episodes.push({ ...item, transcripts: byFormat(item.transcripts) })
        item = null
      },
    },
    { xmlMode: true },
  )
  for (const episode of episodes) {
    episode.site = show
    episode.thumbnailUrl ??= image
    episode.publishedAt = isoDateOf(episode.publishedAt)
  }
  return episodes
}

/** ISO 8601 of a date in the form of RFC 822, which feeds have. */
function isoDateOf(date: string | null): string | null {
  const time = date === null ? Number.NaN : Date.parse(date)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** The newest of a feed's recordings; the first, if they have no dates. */
export const newestOf = (episodes: readonly Episode[]): Episode | null =>
  episodes.toSorted((one, other) => (other.publishedAt ?? '').localeCompare(one.publishedAt ?? ''))[0] ?? null

const withoutQuery = (url: string | null): string | null => url?.split(/[?#]/u, 1)[0]?.replace(/\/$/u, '') ?? null

/** The recording of a page among those of its feed: the same file, page or title. */
export function episodeOf(page: Episode, feed: readonly Episode[]): Episode | null {
  const same = (one: string | null, other: string | null): boolean =>
    one !== null && withoutQuery(one) === withoutQuery(other)
  return (
    feed.find(({ audioUrl }) => same(audioUrl, page.audioUrl)) ??
    feed.find(({ pageUrl }) => same(pageUrl, page.pageUrl)) ??
    feed.find(({ title }) => title !== null && title === page.title) ??
    null
  )
}

const seconds = z.coerce.number().min(0)
const jsonTranscript = z.object({
  segments: z.array(
    z.object({ startTime: seconds, endTime: seconds.nullish(), body: z.string(), speaker: z.string().nullish() }),
  ),
})

const clock = (time: number): string => new Date(Math.round(time * 1000)).toISOString().slice(11, 23)

/** A transcript in the JSON of the podcast namespace as WebVTT; null if it is another one. */
export function vttOfJson(bytes: Uint8Array): string | null {
  if (bytes.length > MAX_BYTES) return null
  const { data } = jsonTranscript.safeParse(parseJson(new TextDecoder().decode(bytes)))
  if (data === undefined) return null
  const cues = data.segments.map(({ startTime, endTime, body, speaker }, at) => {
    const end = endTime ?? data.segments[at + 1]?.startTime ?? startTime + 1
    const voice = speaker ? `<v ${speaker.replaceAll(/[<>]/gu, '')}>` : ''
    return `${clock(startTime)} --> ${clock(end)}\n${voice}${foldText(body)}`
  })
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

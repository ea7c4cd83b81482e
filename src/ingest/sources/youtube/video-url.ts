import { AppError } from '../../../shared/errors.ts'
import { isVideoUrl } from '../../../shared/source-url.ts'

const videoId = /^[\w-]{11}$/u
/** Words of eleven letters in the positions of ids. */
const notIds = new Set(['videoseries', 'live_stream'])
/** First parts of paths whose second part is a video id. */
const idFolders = new Set(['embed', 'e', 'v', 'vi', 'shorts', 'live', 'watch', 'source'])
/** Parameters with the wrapped URL, by path. */
const wrappers: Readonly<Record<string, string>> = {
  '/attribution_link': 'u',
  '/oembed': 'url',
  '/signin': 'next',
  '/m': 'continue',
  '/ml': 'continue',
  '/verify_age': 'next_url',
}
const MAX_WRAPPINGS = 3

/** The id in a parameter or a part of a path; anything that was pasted after it is cut off. */
function idIn(text: string | null | undefined): string | null {
  const [first = ''] = (text ?? '').split(/[?&#/]/u)
  return videoId.test(first) && !notIds.has(first) ? first : null
}

const partsOf = (url: URL): string[] => url.pathname.split('/').filter((part) => part !== '')

function idOf(url: URL): string | null {
  const [first = '', second] = partsOf(url)
  const named = idIn(url.searchParams.get('v')) ?? idIn(url.searchParams.get('vi'))
  if (/(?:^|\.)youtu\.be$/u.test(url.hostname)) return first === 'watch' ? named : idIn(first)
  if (idFolders.has(first.toLowerCase())) return idIn(second) ?? named
  return first === '' || first === 'watch_popup' || first === 'ytscreeningroom' ? named : null
}

/**
 * The id of the video in a YouTube URL of any form: watch pages, short links, shorts, live, embeds (nocookie too), mobile
 * and music hosts, and URLs wrapped in another.
 *
 * @returns null if it is not the URL of a video
 */
export function videoIdOf(url: URL): string | null {
  let at = url
  for (let depth = 0; depth < MAX_WRAPPINGS; depth += 1) {
    if (!isVideoUrl(at)) return null
    const id = idOf(at)
    if (id !== null) return id
    const parameter = wrappers[at.pathname.replace(/(?<!\/)\/+$/u, '').toLowerCase()]
    const inner = parameter === undefined ? null : at.searchParams.get(parameter)
    const next = inner === null ? null : URL.parse(inner, 'https://www.youtube.com')
    if (next === null) return null
    at = next
  }
  return null
}

/** Describes the target of a YouTube URL that isn't a video. */
function destinationOf(url: URL): string {
  const folder = (partsOf(url)[0] ?? '').toLowerCase()
  if (folder.startsWith('@') || ['channel', 'c', 'user'].includes(folder)) return 'a channel'
  if (folder === 'playlist' || url.searchParams.has('list')) return 'a playlist'
  if (folder === 'results' || url.searchParams.has('search_query')) return 'search results'
  if (folder === 'embed' && url.searchParams.has('channel')) return 'a channel'
  if (folder === 'clip') return 'a clip'
  if (folder === 'hashtag') return 'a list of videos'
  if (folder === 'post') return 'a post'
  if (folder === '') return 'YouTube’s home page'
  if (folder === 'feed') return 'a list of videos'
  return 'a page of YouTube'
}

/** The id of the video in a YouTube URL. Throws AppError url_invalid, with the URL's actual target. */
export function requireVideoId(url: URL): string {
  const found = videoIdOf(url)
  if (found !== null) return found
  const [first = '', second] = partsOf(url)
  const named = url.searchParams.has('v') || /(?:^|\.)youtu\.be$/u.test(url.hostname)
  const misnamed = second !== undefined && !notIds.has(second) && /^(?:shorts|live|embed|v)$/u.test(first)
  if ((named && first !== '') || misnamed)
    throw new AppError('url_invalid', 'This YouTube link looks incomplete. Copy it again.')
  throw new AppError(
    'url_invalid',
    `This link leads to ${destinationOf(url)}, not to a video. Open the video and copy its own link.`,
  )
}

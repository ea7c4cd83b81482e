import { AppError } from '../../../shared/errors.ts'
import { UPLOAD_TRANSCRIPT } from '../../advice.ts'
import { parseJson } from '../../formats/clean-text.ts'
import type { PageFetcher } from '../../net/fetch-page.ts'
import { chaptersOfPage } from './chapters.ts'
import playerClientTable from './player-clients.json' with { type: 'json' }
import { factsOfPlayer, type PlayerResponse, readPlayerResponse } from './player-response.ts'
import { videoError } from './video-errors.ts'

/** One of YouTube's own players, as described to the player endpoint, which knows it by its number. */
type PlayerClient = (typeof playerClientTable.clients)[number]

/**
 * The clients that are asked, in this order. Apps come before pages: YouTube shows them captions most often without a
 * proof of origin. It accepts old versions for a year or more.
 */
export const playerClients: readonly PlayerClient[] = playerClientTable.clients

/** Language of responses: errors are recognized by their English wording. */
const REQUEST_LANGUAGE = 'en'

export interface Wire {
  fetcher: PageFetcher
  /** Origin of YouTube: https://www.youtube.com, or a stand-in. */
  origin: string
  signal: AbortSignal
}

/** Rejects optional cookies, so that no page asks for consent; the cookie that "Reject all" sets. */
const REFUSED_COOKIES = 'SOCS=CAI'

const PAGE_USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36'

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

function checkStatus(status: number): void {
  if (status >= 500) {
    const message = `YouTube answered with an error (${status}). Try again later, or ${UPLOAD_TRANSCRIPT}`
    throw new AppError('source_unreachable', message)
  }
  // 429 and 403 reject the caller; other statuses reject the client.
  if (status < 200 || status > 299) throw videoError('video_blocked')
}

/** Rejects a response about another video: YouTube shows the same clip to all clients that it distrusts. */
function checkVideo(player: PlayerResponse, videoId: string): void {
  const answered = player.videoDetails?.videoId ?? ''
  if (answered !== '' && answered !== videoId) throw videoError('video_blocked')
}

/**
 * Asks the player endpoint as one of YouTube's clients.
 *
 * @param visitor YouTube's id of a visit, from an earlier response; empty at first
 * @throws AppError video_blocked, and those of `PageFetcher.send`
 */
export async function askPlayer(wire: Wire, client: PlayerClient, videoId: string, visitor: string) {
  const { fetcher, origin, signal } = wire
  const { name, number, version, userAgent, device, embedUrl } = client
  const described = { clientName: name, clientVersion: version, ...device, hl: REQUEST_LANGUAGE }
  const body = JSON.stringify({
    context: {
      client: { ...described, visitorData: visitor || undefined },
      thirdParty: embedUrl === undefined ? undefined : { embedUrl },
    },
    videoId,
    contentCheckOk: true,
    racyCheckOk: true,
  })
  const answer = await fetcher.send(
    {
      url: new URL('/youtubei/v1/player?prettyPrint=false', origin),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: '*/*',
        'user-agent': userAgent,
        'x-youtube-client-name': String(number),
        'x-youtube-client-version': version,
        ...(visitor === '' ? {} : { 'x-goog-visitor-id': visitor }),
      },
      body,
    },
    { signal },
  )
  checkStatus(answer.status)
  const player = readPlayerResponse(parseJson(textOf(answer.bytes)))
  if (player === null) throw videoError('video_blocked')
  checkVideo(player, videoId)
  return player
}

/** End of the object literal that begins at a brace, or -1. Braces in strings don't count. */
function endOfObject(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') {
      at += 1
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    } else if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

/** Decodes JSON inside a string of JavaScript, as in mobile pages. */
function unescapeScript(text: string): string {
  return text
    .replace(/\\x([\da-f]{2})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\([\\'/])/gu, '$1')
}

/** Maximum number of searched mentions of a name; pages mention it a few times. */
const MAX_MENTIONS = 20

/** The objects that a page's scripts assign to a variable: `var name = {…}`, `window["name"] = {…}`, `name = '\x7b…'`. */
function* assigned(html: string, name: string): Generator {
  let from = 0
  for (let mention = 0; mention < MAX_MENTIONS; mention += 1) {
    const at = html.indexOf(name, from)
    if (at === -1) return
    from = at + name.length
    const value = /^(?:["']\])?\s{0,20}=\s{0,20}(?=\{|'\\x7b)/iu.exec(html.slice(from, from + 60))
    if (value === null) continue
    const start = from + value[0].length
    if (html[start] === '{') {
      const end = endOfObject(html, start)
      if (end !== -1) yield parseJson(html.slice(start, end))
      continue
    }
    const end = html.indexOf("'", start + 1)
    if (end !== -1) yield parseJson(unescapeScript(html.slice(start + 1, end)))
  }
}

/** Player response of a watch page; null if the page has none. */
export function playerOfPage(html: string): PlayerResponse | null {
  for (const value of assigned(html, 'ytInitialPlayerResponse')) {
    const player = readPlayerResponse(value)
    if (player !== null) return player
  }
  return null
}

/** Initial data of a watch page, which includes chapters; null if the page has none. */
export function initialDataOfPage(html: string): unknown {
  for (const value of assigned(html, 'ytInitialData')) if (value !== null) return value
  return null
}

const isConsentAddress = (url: URL | null): boolean => /^consent\.(?:youtube|google)\./u.test(url?.hostname ?? '')

/** The error for a page without a player: YouTube shows one for every video, even removed ones, to clients that it trusts. */
export function pageError(html: string, address: string): AppError {
  const asksConsent = /<form[^>]{0,200}\baction="https:\/\/consent\.(?:youtube|google)\./u.test(html)
  return videoError(asksConsent || isConsentAddress(URL.parse(address)) ? 'video_needs_consent' : 'video_blocked')
}

/**
 * Fetches the watch page of a video.
 *
 * @throws AppError video_needs_consent, video_blocked, source_unreachable, and those of `PageFetcher.send`
 */
export async function fetchWatchPage({ fetcher, origin, signal }: Wire, videoId: string) {
  const url = new URL(`/watch?v=${videoId}&hl=${REQUEST_LANGUAGE}&bpctr=9999999999&has_verified=1`, origin)
  const answer = await fetcher.send(
    { url, method: 'GET', headers: { 'user-agent': PAGE_USER_AGENT, cookie: REFUSED_COOKIES } },
    { signal, stopAt: isConsentAddress },
  )
  if (answer.status >= 500) checkStatus(answer.status)
  const html = textOf(answer.bytes)
  const player = answer.status === 429 ? null : playerOfPage(html)
  if (player === null) throw pageError(html, answer.url)
  checkVideo(player, videoId)
  return { player, facts: { ...factsOfPlayer(player), chapters: chaptersOfPage(initialDataOfPage(html)) } }
}

const youtubeHost = /(?:^|\.)youtube\.com$/u
const mediaHost = /(?:^|\.)googlevideo\.com$/u

/** The URL of captions on YouTube; youtube.com is replaced by the configured origin. */
function captionAddress(written: string, origin: string): URL {
  const base = new URL(origin)
  const url = URL.parse(written, origin)
  if (url !== null && (url.origin === base.origin || youtubeHost.test(url.hostname))) {
    return new URL(`${url.pathname}${url.search}`, origin)
  }
  if (url?.protocol === 'https:' && mediaHost.test(url.hostname)) return url
  throw new AppError(
    'url_not_allowed',
    `The captions of this video aren’t on YouTube, so they were not read. Instead, ${UPLOAD_TRANSCRIPT}`,
  )
}

/**
 * Fetches a track of captions.
 *
 * @param format json3, or null for the format of the URL
 * @throws AppError video_blocked, url_not_allowed, and those of `PageFetcher.send`
 */
export async function fetchCaptions({ fetcher, origin, signal }: Wire, written: string, format: 'json3' | null) {
  const url = captionAddress(written, origin)
  if (format !== null) url.searchParams.set('fmt', format)
  const answer = await fetcher.send(
    { url, method: 'GET', headers: { 'user-agent': PAGE_USER_AGENT, accept: '*/*' } },
    { signal },
  )
  checkStatus(answer.status)
  const head = textOf(answer.bytes.subarray(0, 1000)).trimStart()
  // Clients without a proof of origin get an empty response, or a page.
  if (head === '' || /^<(?:!doctype html|html)[\s>]/iu.test(head)) throw videoError('video_blocked')
  return answer.bytes
}

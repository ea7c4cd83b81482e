import { AppError } from '../../../shared/errors.ts'
import { UPLOAD_TRANSCRIPT } from '../../advice.ts'
import type { PageFetcher } from '../../net/fetch-page.ts'
import { chaptersOfPage } from './chapters.ts'
import { type PlayerResponse, readPlayerResponse } from './player-response.ts'
import { videoError } from './video-errors.ts'
import { factsOfPlayer, type VideoFacts } from './video-facts.ts'
import { initialDataOfPage, isConsentAddress, pageError, playerOfPage } from './watch-page.ts'

/** One of YouTube's own players, as the player endpoint wants to hear of it. */
interface PlayerClient {
  /** Also the stand-in's name for it. */
  name: string
  /** YouTube's number for the client, sent as X-YouTube-Client-Name. */
  number: number
  version: string
  userAgent: string
  /** Further fields that describe the client. */
  device: Readonly<Record<string, string | number>>
  /** The page that a player is embedded in. */
  embedUrl?: string
}

/**
 * The clients that are asked, in this order. Apps are asked before pages: they are shown captions most often without
 * proof of who asks. Names, numbers and versions as in youtubei.js 18.1 (src/utils/Constants.ts); YouTube takes old
 * versions for a year or more.
 */
export const playerClients: readonly PlayerClient[] = [
  {
    name: 'ANDROID',
    number: 3,
    version: '21.03.36',
    userAgent: 'com.google.android.youtube/21.03.36 (Linux; U; Android 16; en_US) gzip',
    device: { androidSdkVersion: 36, osName: 'Android', osVersion: '16', platform: 'MOBILE' },
  },
  {
    name: 'IOS',
    number: 5,
    version: '20.11.6',
    userAgent: 'com.google.ios.youtube/20.11.6 (iPhone10,4; U; CPU iOS 16_7_7 like Mac OS X)',
    device: { deviceMake: 'Apple', deviceModel: 'iPhone10,4', osName: 'iOS', osVersion: '16.7.7.20H330' },
  },
  {
    name: 'ANDROID_VR',
    number: 28,
    version: '1.65.10',
    userAgent: 'com.google.android.apps.youtube.vr.oculus/1.65.10 (Linux; U; Android 12L; Quest 3) gzip',
    device: {
      androidSdkVersion: 32,
      deviceMake: 'Oculus',
      deviceModel: 'Quest 3',
      osName: 'Android',
      osVersion: '12L',
    },
  },
  {
    name: 'WEB_EMBEDDED_PLAYER',
    number: 56,
    version: '1.20260206.01.00',
    userAgent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36',
    device: { platform: 'DESKTOP' },
    embedUrl: 'https://www.google.com/',
  },
  {
    name: 'MWEB',
    number: 2,
    version: '2.20260205.04.01',
    userAgent:
      'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Mobile Safari/537.36',
    device: { platform: 'MOBILE' },
  },
]

/** The language asked for: reasons are told from what they say, so they have to be in one that is known. */
const REQUEST_LANGUAGE = 'en'

/**
 * The body of a request to the player endpoint.
 *
 * @param visitor YouTube's mark of a visit, out of an earlier answer; empty at first
 */
function playerRequestBody(client: PlayerClient, videoId: string, visitor: string): string {
  const { name, version, device, embedUrl } = client
  return JSON.stringify({
    context: {
      client: {
        clientName: name,
        clientVersion: version,
        ...device,
        hl: REQUEST_LANGUAGE,
        ...(visitor === '' ? {} : { visitorData: visitor }),
      },
      ...(embedUrl === undefined ? {} : { thirdParty: { embedUrl } }),
    },
    videoId,
    contentCheckOk: true,
    racyCheckOk: true,
  })
}

export interface Wire {
  fetcher: PageFetcher
  /** Origin of YouTube: https://www.youtube.com, or a stand-in. */
  origin: string
}

/** Refuses cookies that a visit doesn't need, so that no page asks; the form's own answer to "Reject all". */
const REFUSED_COOKIES = 'SOCS=CAI'

const PAGE_USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36'

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

function checkStatus(status: number): void {
  if (status >= 500) {
    throw new AppError(
      'source_unreachable',
      `YouTube answered with an error (${status}). Try again later, or ${UPLOAD_TRANSCRIPT}`,
    )
  }
  // 429 and 403 refuse the asker; the rest of the family refuses the client, in YouTube's ways with unwanted ones.
  if (status < 200 || status > 299) throw videoError('video_blocked')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** An answer about another video is a sign of distrust: YouTube then shows the same clip to everybody. */
function checkVideo(player: PlayerResponse, videoId: string): void {
  const answered = player.videoDetails?.videoId ?? ''
  if (answered !== '' && answered !== videoId) throw videoError('video_blocked')
}

/**
 * Asks the player endpoint as one of YouTube's clients.
 *
 * @param visitor YouTube's mark of a visit, out of an earlier answer; empty at first
 * @throws AppError video_blocked, and those of `PageFetcher.send`
 */
export async function askPlayer(
  { fetcher, origin }: Wire,
  client: PlayerClient,
  videoId: string,
  visitor: string,
  signal: AbortSignal,
): Promise<PlayerResponse> {
  const answer = await fetcher.send(
    {
      url: new URL('/youtubei/v1/player?prettyPrint=false', origin),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: '*/*',
        'user-agent': client.userAgent,
        'x-youtube-client-name': String(client.number),
        'x-youtube-client-version': client.version,
        ...(visitor === '' ? {} : { 'x-goog-visitor-id': visitor }),
      },
      body: playerRequestBody(client, videoId, visitor),
    },
    { signal },
  )
  checkStatus(answer.status)
  const player = readPlayerResponse(parseJson(textOf(answer.bytes)))
  if (player === null) throw videoError('video_blocked')
  checkVideo(player, videoId)
  return player
}

/** A watch page: what its player is told, and what it knows besides. */
export interface WatchPage {
  player: PlayerResponse
  facts: VideoFacts
}

/**
 * Fetches the page on which people watch a video.
 *
 * @throws AppError video_needs_consent, video_blocked, source_unreachable, and those of `PageFetcher.send`
 */
export async function fetchWatchPage(
  { fetcher, origin }: Wire,
  videoId: string,
  signal: AbortSignal,
): Promise<WatchPage> {
  const url = new URL('/watch', origin)
  url.search = new URLSearchParams({
    v: videoId,
    hl: REQUEST_LANGUAGE,
    bpctr: '9999999999',
    has_verified: '1',
  }).toString()
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

/** The address of captions, where it is one of YouTube's; all of youtube.com is asked at the configured origin. */
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
 * @param format json3, or null for the format that the address names
 * @throws AppError video_blocked, url_not_allowed, and those of `PageFetcher.send`
 */
export async function fetchCaptions(
  { fetcher, origin }: Wire,
  written: string,
  format: 'json3' | null,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const url = captionAddress(written, origin)
  if (format !== null) url.searchParams.set('fmt', format)
  const answer = await fetcher.send(
    { url, method: 'GET', headers: { 'user-agent': PAGE_USER_AGENT, accept: '*/*' } },
    { signal },
  )
  checkStatus(answer.status)
  const head = textOf(answer.bytes.subarray(0, 1000)).trimStart()
  // Askers without proof of what they are get an answer of nothing, or a page.
  if (head === '' || /^<(?:!doctype html|html)[\s>]/iu.test(head)) throw videoError('video_blocked')
  return answer.bytes
}

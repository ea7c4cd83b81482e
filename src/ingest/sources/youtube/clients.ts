/** One of YouTube's own players, as the player endpoint wants to hear of it. */
export interface PlayerClient {
  /** Also the stand-in's name for it. */
  name: string
  /** YouTube's number for the client, sent as X-YouTube-Client-Name. */
  number: number
  version: string
  userAgent: string
  /** What else the client says of itself. */
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
export const REQUEST_LANGUAGE = 'en'

/**
 * The body of a request to the player endpoint.
 *
 * @param visitor YouTube's mark of a visit, out of an earlier answer; empty at first
 */
export function playerRequestBody(client: PlayerClient, videoId: string, visitor: string): string {
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

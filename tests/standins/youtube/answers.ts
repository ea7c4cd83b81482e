/** A caption track of a scenario. */
export interface TrackOptions {
  languageCode: string
  /** Unset: written by a human. */
  kind?: 'asr'
  name?: string
  /** Additional parts of the URL: parameters, or another path. */
  query?: string
  baseUrl?: string
}

/** Content of a player response; unset fields are omitted. */
export interface PlayerOptions {
  videoId: string
  title?: string
  author?: string
  lengthSeconds?: number
  description?: string
  status?: string
  reason?: string
  subreason?: string
  tracks?: readonly TrackOptions[]
  /** Additional fields of videoDetails: isLive, isUpcoming, isPrivate. */
  details?: Readonly<Record<string, unknown>>
  publishDate?: string
  /** Audio languages: the original first, then dubbed ones. */
  audio?: readonly string[]
  visitorData?: string
}

function captionTrack(videoId: string, { languageCode, kind, name, query = '', baseUrl }: TrackOptions) {
  const kindQuery = kind === undefined ? '' : `&kind=${kind}`
  return {
    baseUrl: baseUrl ?? `https://www.youtube.com/api/timedtext?v=${videoId}&lang=${languageCode}${kindQuery}${query}`,
    name: { runs: [{ text: name ?? languageCode }] },
    vssId: `${kind === 'asr' ? 'a' : ''}.${languageCode}`,
    languageCode,
    ...(kind === undefined ? {} : { kind }),
    isTranslatable: true,
  }
}

function details(options: PlayerOptions) {
  const { videoId, title = 'A video', author = 'A channel', lengthSeconds = 60, description = '' } = options
  return {
    videoId,
    title,
    author,
    lengthSeconds: String(lengthSeconds),
    shortDescription: description,
    thumbnail: {
      thumbnails: [
        { url: `https://i.ytimg.com/vi/${videoId}/default.jpg`, width: 120, height: 90 },
        { url: `https://i.ytimg.com/vi/${videoId}/sddefault.jpg`, width: 640, height: 480 },
      ],
    },
    ...options.details,
  }
}

/** A response of the player endpoint, in YouTube's format. */
export function playerAnswer(options: PlayerOptions): Record<string, unknown> {
  const { videoId, status = 'OK', reason, subreason, tracks = [], publishDate, audio = [], visitorData } = options
  const screen = { reason: { simpleText: reason ?? '' }, subreason: { simpleText: subreason ?? '' } }
  return {
    responseContext: { visitorData: visitorData ?? '' },
    playabilityStatus: {
      status,
      ...(reason === undefined ? {} : { reason, errorScreen: { playerErrorMessageRenderer: screen } }),
    },
    ...(status === 'OK' || options.details !== undefined ? { videoDetails: details(options) } : {}),
    ...(tracks.length === 0
      ? {}
      : {
          captions: {
            playerCaptionsTracklistRenderer: {
              captionTracks: tracks.map((track) => captionTrack(videoId, track)),
              audioTracks: audio.map((language, at) => ({ audioTrackId: `${language}.${at === 0 ? 4 : 3}` })),
              defaultAudioTrackIndex: 0,
            },
          },
        }),
    ...(publishDate === undefined ? {} : { microformat: { playerMicroformatRenderer: { publishDate } } }),
  }
}

/** A watch page with an embedded player response. */
export function watchPage(player: unknown, initialData: unknown = {}): string {
  return `<!DOCTYPE html><html><head><title>YouTube</title></head><body>
<script>var ytInitialPlayerResponse = null;</script>
<script>var ytInitialPlayerResponse = ${JSON.stringify(player)};var meta = document.createElement('meta');</script>
<script>var ytInitialData = ${JSON.stringify(initialData)};</script></body></html>`
}

/** Data of a watch page with chapters. */
export function chapterData(chapters: readonly (readonly [seconds: number, title: string])[]): unknown {
  const bar = chapters.map(([seconds, title]) => ({
    chapterRenderer: { title: { simpleText: title }, timeRangeStartMillis: seconds * 1000 },
  }))
  return { playerOverlays: { markersMap: [{ key: 'DESCRIPTION_CHAPTERS', value: { chapters: bar } }] } }
}

/** The cookie consent page. */
export const consentPage = `<!DOCTYPE html><html><body><h1>Before you continue</h1>
<form action="https://consent.youtube.com/s" method="POST"><input type="hidden" name="v" value="cb.1"><button>Accept</button></form>
</body></html>`

/** The CAPTCHA page. */
export const robotPage = `<!DOCTYPE html><html><body><form action="/das_captcha?fw=1" method="POST">
<div class="g-recaptcha"></div></form></body></html>`

/** One caption: start in seconds, duration, text. */
export type Line = readonly [start: number, duration: number, text: string]

/** Captions in YouTube's json3 format. */
export function json3Captions(lines: readonly Line[]): unknown {
  return {
    wireMagic: 'pb3',
    events: [
      { tStartMs: 0, dDurationMs: 1_000_000, id: 1, wpWinPosId: 1 },
      ...lines.map(([start, duration, text]) => ({
        tStartMs: start * 1000,
        dDurationMs: duration * 1000,
        segs: [{ utf8: text }],
      })),
    ],
  }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Captions in the srv1 format, a plain transcript. */
export function srv1Captions(lines: readonly Line[]): string {
  const texts = lines.map(
    ([start, duration, text]) => `<text start="${start}" dur="${duration}">${escaped(text)}</text>`,
  )
  return `<?xml version="1.0" encoding="utf-8" ?><transcript>${texts.join('')}</transcript>`
}

/** Captions in the srv3 format, with YouTube's head element. */
export function srv3Captions(lines: readonly Line[]): string {
  const texts = lines.map(
    ([start, duration, text]) => `<p t="${start * 1000}" d="${duration * 1000}" w="1"><s>${escaped(text)}</s></p>`,
  )
  return `<?xml version="1.0" encoding="utf-8" ?><timedtext format="3"><head><ws id="0"/><wp id="1" ap="6"/></head>
<body><w t="0" id="1" wp="1" ws="1"/>${texts.join('\n')}</body></timedtext>`
}

const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23)

/** Captions in WebVTT. */
export function vttCaptions(lines: readonly Line[]): string {
  const cues = lines.map(
    ([start, duration, text]) =>
      `${clock(start)} --> ${clock(start + duration)} align:start position:0%\n${escaped(text)}`,
  )
  return `WEBVTT\nKind: captions\nLanguage: en\n\n${cues.join('\n\n')}\n`
}

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseCaptions } from '../../src/ingest/formats/subtitles/parse-captions.ts'
import { createIngest } from '../../src/ingest/index.ts'
import { needsProof, rankTracks, spokenLanguage, tracksOf } from '../../src/ingest/sources/youtube/caption-tracks.ts'
import { type PlayerResponse, readPlayerResponse } from '../../src/ingest/sources/youtube/player-response.ts'
import { pageError, playerOfPage } from '../../src/ingest/sources/youtube/requests.ts'
import { playabilityError } from '../../src/ingest/sources/youtube/video-errors.ts'
import { AppError } from '../../src/shared/errors.ts'
import { json3Captions, type Line } from '../../tests/standins/youtube/answers.ts'
import { recordedScenario } from '../../tests/standins/youtube/recorded.ts'
import { openYouTubeStandIn, type Scenario } from '../../tests/standins/youtube/server.ts'

interface Expected {
  outcome?: string
  reason?: string | null
  isLive?: boolean
  videoId?: string | null
  title?: string | null
  author?: string | null
  lengthSeconds?: string | null
  captionTracks?: { languageCode: string; kind: string; name: string; vssId: string; isTranslatable: boolean }[]
  cues?: { text: string; start?: number; startMs?: number; duration?: number; durationMs?: number; time?: string }[]
}

interface Item {
  name: string
  folder: string
  expected: Expected
  content: string
  fileName: string
}

function loadItems(corpus: string): Item[] {
  const lines = readFileSync(join(corpus, 'manifest.jsonl'), 'utf8').trim().split('\n')
  return lines.map((line) => {
    const entry: { id: string; dir: string; files: string[]; expected: string } = JSON.parse(line)
    const [fileName = ''] = entry.files
    const direct = join(corpus, entry.dir, fileName)
    const file = existsSync(direct) ? direct : join(corpus, fileName)
    return {
      name: entry.id,
      folder: dirname(file),
      expected: JSON.parse(readFileSync(join(corpus, entry.expected), 'utf8')),
      content: readFileSync(file, 'utf8'),
      fileName,
    }
  })
}

/** Outcomes of the recordings in their collectors' terms, and the equivalent error codes; "OK" has none. */
function expectedCode({ outcome = 'OK', reason, isLive }: Expected): string {
  if (isLive === true) return 'video_live'
  if (outcome.startsWith('OK')) return 'OK'
  if (outcome.startsWith('unavailable'))
    return /member/u.test(reason ?? '') ? 'video_members_only' : 'video_unavailable'
  if (outcome === 'no captions') return 'video_no_captions'
  if (outcome === 'AgeRestricted') return 'video_age_restricted'
  if (outcome === 'VideoUnplayable') return 'video_unavailable'
  return /consent/iu.test(outcome) ? 'video_needs_consent' : 'video_blocked'
}

const clock = (ms: number): string => new Date(ms).toISOString().slice(11, 23).replace('.', ',')

function captionFailures({ name, content, expected }: Item): string[] {
  const cues = parseCaptions(content)
  const wanted = expected.cues ?? []
  const wrong = wanted.flatMap((cue, at) => {
    const found = cues[at]
    if (found === undefined) return [`cue ${at} is missing`]
    const start = cue.startMs ?? (cue.start === undefined ? undefined : Math.round(cue.start * 1000))
    const duration = cue.durationMs ?? (cue.duration === undefined ? undefined : Math.round(cue.duration * 1000))
    const time = `${clock(found.startMs)} --> ${clock(found.endMs)}`
    if (found.text !== cue.text) return [`cue ${at} reads “${found.text}”`]
    if (start !== undefined && found.startMs !== start) return [`cue ${at} starts at ${found.startMs}`]
    if (duration !== undefined && found.endMs - found.startMs !== duration) return [`cue ${at} ends at ${found.endMs}`]
    return cue.time !== undefined && cue.time !== time ? [`cue ${at} stands at ${time}`] : []
  })
  const extra = cues.length === wanted.length ? [] : [`${cues.length} cues of ${wanted.length}`]
  return [...extra, ...wrong].slice(0, 3).map((line) => `${name}: ${line}`)
}

function playerOf({ content, fileName }: Item): PlayerResponse | null {
  return fileName.endsWith('.html') ? playerOfPage(content) : readPlayerResponse(JSON.parse(content))
}

/** A client gets no helpful response if the best track is withheld; a page is complete without its captions. */
function isKept(item: Item, player: PlayerResponse): boolean {
  const [best] = rankTracks(tracksOf(player), spokenLanguage(player))
  return !item.fileName.endsWith('.html') && best !== undefined && needsProof(best)
}

function outcomeOf(item: Item, player: PlayerResponse | null): string {
  const error = player === null ? pageError(item.content, '') : playabilityError(player)
  if (error === null && player !== null && isKept(item, player)) return 'video_blocked'
  return error?.code ?? 'OK'
}

function tracksLine(tracks: Expected['captionTracks']): string {
  const picked = (tracks ?? []).map(({ languageCode, kind, name, vssId, isTranslatable }) =>
    [languageCode, kind, name, vssId, isTranslatable].join('|'),
  )
  return picked.join('\n')
}

function responseFailures(item: Item): string[] {
  const { expected, name } = item
  const player = playerOf(item)
  const details = player?.videoDetails ?? null
  const failures: string[] = []
  const outcome = outcomeOf(item, player)
  if (outcome !== expectedCode(expected)) failures.push(`outcome ${outcome} for ${expected.outcome}`)
  const tracks = tracksLine(player === null ? [] : tracksOf(player))
  if (expected.captionTracks !== undefined && tracks !== tracksLine(expected.captionTracks))
    failures.push('other tracks')
  const facts = [
    ['videoId', details?.videoId, expected.videoId],
    ['title', details?.title, expected.title],
    ['author', details?.author, expected.author],
    ['lengthSeconds', details === null ? undefined : String(details.lengthSeconds), expected.lengthSeconds],
  ] as const
  for (const [fact, found, wanted] of facts) {
    if (wanted !== undefined && wanted !== null && found !== wanted) failures.push(`${fact} ${found}`)
  }
  return failures.map((line) => `${name}: ${line}`)
}

/** Enough speech for a video of any length in the corpus. */
const speech: Line[] = Array.from({ length: 4000 }, (_, at) => [
  at * 2,
  2,
  `This is sentence number ${at} of what was said.`,
])
const MISSING_ID = 'AAAAAAAAAAA'

/**
 * Reads recordings like a user's request: through the whole chain, against a server that replays them.
 * @returns errors by item
 */
async function measureFlow(items: readonly Item[]): Promise<Map<Item, string[]>> {
  let scenario: Scenario = {}
  const standIn = await openYouTubeStandIn(() => scenario)
  const youtube = { origin: standIn.origin, ytDlpPath: null }
  const ingest = createIngest({ allowPrivateAddresses: false, outboundProxyUrl: null, youtube })
  const failures = new Map<Item, string[]>()
  for (const item of items) {
    const status = /too_many_requests/u.test(item.fileName) ? 429 : 200
    scenario = recordedScenario(item.folder, { body: json3Captions(speech) }, status)
    const id = playerOf(item)?.videoDetails?.videoId || MISSING_ID
    const outcome = await ingest
      .read({ kind: 'url', url: `https://youtu.be/${id}` }, { signal: AbortSignal.timeout(30_000) })
      .then(() => 'OK')
      .catch((error: unknown) => (error instanceof AppError ? error.code : String(error)))
    const asExpected = outcome === expectedCode(item.expected)
    failures.set(item, asExpected ? [] : [`${item.name}: the chain ends with ${outcome} for ${item.expected.outcome}`])
  }
  await ingest.close()
  await standIn.close()
  return failures
}

const isCaptions = (item: Item): boolean => item.name.startsWith('captions/')

interface YouTubeMeasure {
  items: number
  /** Items whose tracks, metadata, outcome and cues are all as expected, read directly and through the chain. */
  exact: number
  /** Differences by item. */
  failures: string[]
  /** Recordings read, from bytes to tracks, outcome or cues. */
  perSecond: number
}

/** Rounds of reading all items; the fastest counts. */
const ROUNDS = 5

/**
 * Reads the recorded responses and captions of a folder.
 * @param corpusFolder contains `manifest.jsonl`
 */
export async function measureYoutube(corpusFolder: string): Promise<YouTubeMeasure> {
  const items = loadItems(corpusFolder)
  const flow = await measureFlow(items.filter((item) => !isCaptions(item)))
  const byItem = items.map((item) =>
    isCaptions(item) ? captionFailures(item) : [...responseFailures(item), ...(flow.get(item) ?? [])],
  )
  let fastest = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now()
    for (const item of items) {
      if (isCaptions(item)) parseCaptions(item.content)
      else {
        const player = playerOf(item)
        outcomeOf(item, player)
        if (player !== null) tracksOf(player)
      }
    }
    fastest = Math.min(fastest, (performance.now() - start) / 1000)
  }
  const exact = byItem.filter((lines) => lines.length === 0).length
  return { items: items.length, exact, failures: byItem.flat(), perSecond: items.length / fastest }
}

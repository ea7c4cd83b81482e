import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { delimiter, dirname, isAbsolute } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { UPLOAD_TRANSCRIPT } from '../../advice.ts'
import { foldText, parseJson } from '../../formats/clean-text.ts'
import { type CaptionTrack, type FoundVideo, rankTracks, readListedTracks } from './caption-tracks.ts'
import { isoDate } from './player-response.ts'
import { meaningOf, videoError } from './video-errors.ts'

export interface YtDlpConfig {
  path: string
  proxyUrl: string | null
}

const TIME_LIMIT_MS = 60_000
const MAX_OUTPUT_BYTES = 20 * 1024 * 1024
const MAX_COMPLAINT_BYTES = 16 * 1024

/** Describe one video on the standard output; read no configuration, write no file, run nothing, fetch no media. */
const flags = `--ignore-config --no-plugin-dirs --no-cache-dir --no-update --no-exec --no-playlist --no-warnings
  --skip-download --ignore-no-formats-error --socket-timeout 10 --retries 1 --extractor-args
  youtube:skip=hls,dash,translated_subs --dump-single-json`.split(/\s+/u)

function kill(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

/** Runs the program without a shell, with limits of time and output, and without our environment. */
async function run({ path, proxyUrl }: YtDlpConfig, address: string, signal: AbortSignal) {
  const proxy = proxyUrl === null ? [] : ['--proxy', proxyUrl]
  // A name without folders is searched in the usual places, never in the world-writable working directory.
  const own = isAbsolute(path) ? [dirname(path)] : []
  const places = [...own, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin']
  const child = spawn(path, [...flags, ...proxy, '--', address], {
    cwd: tmpdir(),
    detached: true,
    env: { PATH: places.join(delimiter), LANG: 'C.UTF-8', PYTHONIOENCODING: 'utf-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)])
  const stop = (): void => kill(child.pid)
  bounded.addEventListener('abort', stop, { once: true })
  const output: Buffer[] = []
  const complaint: Buffer[] = []
  let bytes = 0
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_OUTPUT_BYTES) stop()
    else output.push(chunk)
  })
  child.stderr.on('data', (chunk: Buffer) => {
    if (complaint.reduce((sum, part) => sum + part.length, 0) < MAX_COMPLAINT_BYTES) complaint.push(chunk)
  })
  try {
    const failed = await new Promise<boolean>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve(code !== 0))
    })
    return { output: Buffer.concat(output).toString(), complaint: Buffer.concat(complaint).toString(), failed }
  } finally {
    bounded.removeEventListener('abort', stop)
    stop()
  }
}

const word = z.string().catch('')
const described = z.object({
  title: word,
  channel: word,
  uploader: word,
  description: word,
  duration: z.number().min(0).catch(0),
  upload_date: word,
  language: z.string().nullable().catch(null),
  live_status: word,
  thumbnails: z.array(z.object({ url: z.string(), width: z.number().catch(0), height: z.number().catch(0) })).catch([]),
  chapters: z.array(z.object({ title: word, start_time: z.number().min(0).catch(0) })).catch([]),
  subtitles: z.unknown().optional(),
  automatic_captions: z.unknown().optional(),
})

/** Only the automatic captions in the spoken language are speech recognition; the others are translations. */
function tracksOf(video: z.output<typeof described>): CaptionTrack[] {
  const manual = readListedTracks(video.subtitles, 'manual')
  const automatic = readListedTracks(video.automatic_captions, 'asr')
  const heard = automatic.find((track) => track.kind === 'asr')
  return rankTracks([...manual, ...automatic], video.language ?? heard?.languageCode ?? null)
}

/**
 * Asks yt-dlp, the operator's program at YT_DLP_PATH, about a video. It returns the URLs of captions, which are then fetched
 * without it.
 *
 * @throws AppError of the `video_*` family, cancelled, source_unreachable
 */
export async function askYtDlp(config: YtDlpConfig, videoId: string, signal: AbortSignal): Promise<FoundVideo> {
  const address = `https://www.youtube.com/watch?v=${videoId}`
  const unusable = (cause?: unknown): AppError =>
    new AppError('source_unreachable', `We couldn’t read YouTube. Try again later, or ${UPLOAD_TRANSCRIPT}`, { cause })
  const ran = await run(config, address, signal).catch((error: unknown) => {
    throw unusable(error)
  })
  if (signal.aborted) throw new AppError('cancelled', 'Reading the video was canceled.')
  const video = ran.failed ? undefined : described.safeParse(parseJson(ran.output)).data
  if (video === undefined) {
    const meaning = meaningOf(ran.complaint)
    throw meaning === null ? unusable() : videoError(meaning)
  }
  if (video.live_status === 'is_live' || video.live_status === 'is_upcoming') throw videoError('video_live')
  const tracks = tracksOf(video)
  if (tracks.length === 0) throw videoError('video_no_captions')
  return {
    facts: {
      title: foldText(video.title),
      channel: foldText(video.channel || video.uploader),
      description: video.description,
      durationSeconds: video.duration,
      thumbnails: video.thumbnails,
      publishedAt: isoDate(video.upload_date),
      chapters: video.chapters.map(({ title, start_time: startSeconds }) => ({ title: foldText(title), startSeconds })),
    },
    tracks,
  }
}

import { spawn } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { RecordingLimits } from '../../../shared/transcriber.ts'
import { UPLOAD_TRANSCRIPT } from '../../advice.ts'
import { foldText, parseJson } from '../../formats/clean-text.ts'
import { type CaptionTrack, type FoundVideo, rankTracks, readListedTracks } from './caption-tracks.ts'
import { isoDate, type VideoFacts } from './player-response.ts'
import { meaningOf, videoError } from './video-errors.ts'

export interface YtDlpConfig {
  path: string
  proxyUrl: string | null
}

const TIME_LIMIT_MS = 60_000
const MAX_OUTPUT_BYTES = 20 * 1024 * 1024
const MAX_COMPLAINT_BYTES = 16 * 1024

/** Describe one video on the standard output; read no configuration, run nothing. */
const sharedFlags = `--ignore-config --no-plugin-dirs --no-cache-dir --no-update --no-exec --no-playlist --no-warnings
  --socket-timeout 10 --dump-single-json`.split(/\s+/u)

/** Write no file, fetch no media. */
const captionFlags = `--skip-download --ignore-no-formats-error --retries 1 --extractor-args
  youtube:skip=hls,dash,translated_subs`.split(/\s+/u)

/** Fetch the sound as it is, into one file, which no other program touches. */
const soundFlags = `--no-simulate --format bestaudio[ext=m4a]/bestaudio/worst --fixup never --no-part --no-mtime
  --no-write-subs --no-write-thumbnail --no-embed-metadata --retries 3`.split(/\s+/u)

/** Time for the sound of a video of hours. */
const SOUND_LIMIT_MS = 10 * 60_000
const SIZE_EVERY_MS = 500

function kill(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

interface RunOptions {
  flags: readonly string[]
  limitMs: number
  signal: AbortSignal
}

/** Runs the program without a shell, with limits of time and output, and without our environment. */
async function run({ path, proxyUrl }: YtDlpConfig, address: string, { flags, limitMs, signal }: RunOptions) {
  const proxy = proxyUrl === null ? [] : ['--proxy', proxyUrl]
  // A name without folders is searched in the usual places, never in the world-writable working directory.
  const own = isAbsolute(path) ? [dirname(path)] : []
  const places = [...own, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin']
  const child = spawn(path, [...sharedFlags, ...flags, ...proxy, '--', address], {
    cwd: tmpdir(),
    detached: true,
    env: { PATH: places.join(delimiter), LANG: 'C.UTF-8', PYTHONIOENCODING: 'utf-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
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
  const video = await describe(config, videoId, { flags: captionFlags, limitMs: TIME_LIMIT_MS, signal })
  const tracks = tracksOf(video)
  if (tracks.length === 0) throw videoError('video_no_captions')
  return { facts: factsOf(video), tracks }
}

/** @throws AppError of the `video_*` family, cancelled, source_unreachable */
async function describe(config: YtDlpConfig, videoId: string, options: RunOptions) {
  const { signal } = options
  const ran = await run(config, `https://www.youtube.com/watch?v=${videoId}`, options).catch((error: unknown) => {
    throw unusable(error)
  })
  if (signal.aborted) throw new AppError('cancelled', 'Reading the video was canceled.')
  const video = ran.failed ? undefined : described.safeParse(parseJson(ran.output)).data
  if (video === undefined) {
    const meaning = meaningOf(ran.complaint)
    throw meaning === null ? unusable() : videoError(meaning)
  }
  if (video.live_status === 'is_live' || video.live_status === 'is_upcoming') throw videoError('video_live')
  return video
}

const unusable = (cause?: unknown): AppError =>
  new AppError('source_unreachable', `We couldn’t read YouTube. Try again later, or ${UPLOAD_TRANSCRIPT}`, { cause })

const factsOf = (video: z.output<typeof described>): VideoFacts => ({
  title: foldText(video.title),
  channel: foldText(video.channel || video.uploader),
  description: video.description,
  durationSeconds: video.duration,
  thumbnails: video.thumbnails,
  publishedAt: isoDate(video.upload_date),
  chapters: video.chapters.map(({ title, start_time: startSeconds }) => ({ title: foldText(title), startSeconds })),
})

interface SoundOptions {
  /** Empty folder for the file. */
  folder: string
  limits: RecordingLimits
  signal: AbortSignal
  onBytes?: ((bytes: number) => void) | undefined
}

/** Size of all files in a folder. */
async function sizeOf(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const tooLarge = ({ maxBytes, maxMinutes }: RecordingLimits): AppError =>
  new AppError(
    'source_too_large',
    `This video has no captions, and its sound is larger than ${Math.round(maxBytes / 1024 / 1024)} MB or longer than ${maxMinutes} minutes. ${UPLOAD_TRANSCRIPT.replace(/^u/u, 'U')}`,
  )

/**
 * Has yt-dlp fetch the sound of a video without captions.
 *
 * @returns the facts of the video, and the path of its sound
 * @throws AppError of the `video_*` family, cancelled, source_unreachable, source_too_large
 */
export async function fetchSound(
  config: YtDlpConfig,
  videoId: string,
  { folder, limits, signal, onBytes }: SoundOptions,
): Promise<{ facts: VideoFacts; path: string }> {
  const over = new AbortController()
  const checkSize = async (): Promise<void> => {
    const bytes = await sizeOf(folder)
    onBytes?.(bytes)
    if (bytes > limits.maxBytes) over.abort()
  }
  // Not all servers declare the size. A file that is renamed during a measurement is included in the next one.
  const watch = setInterval(() => void checkSize().catch(() => {}), SIZE_EVERY_MS)
  const flags = [
    ...soundFlags,
    '--max-filesize',
    String(limits.maxBytes),
    '--match-filters',
    `!is_live & duration <=? ${limits.maxMinutes * 60}`,
    '--output',
    join(folder, 'sound.%(ext)s'),
  ]
  try {
    const options = { flags, limitMs: SOUND_LIMIT_MS, signal: AbortSignal.any([signal, over.signal]) }
    const video = await describe(config, videoId, options).catch((error: unknown) => {
      throw over.signal.aborted && !signal.aborted ? tooLarge(limits) : error
    })
    const [name] = await readdir(folder)
    if (name === undefined || (await sizeOf(folder)) > limits.maxBytes) throw tooLarge(limits)
    return { facts: factsOf(video), path: join(folder, name) }
  } finally {
    clearInterval(watch)
  }
}

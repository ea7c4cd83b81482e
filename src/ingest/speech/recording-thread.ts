import type { MessagePort } from 'node:worker_threads'
import type { SpeechPiece } from '../../shared/transcriber.ts'
import { SPEECH_RATE } from '../../shared/transcriber.ts'
import { threadWork } from '../../threads/thread-work.ts'
import type { Sound } from './decode/codecs.ts'
import type { Declared } from './decode/declared.ts'
import { decodeWithFfmpeg } from './decode/ffmpeg.ts'
import { toMono } from './decode/mono.ts'
import { NotDecodable, type OpenRecording, openRecording } from './decode/open-recording.ts'
import { Resampler } from './decode/resample.ts'
import { Leveler } from './leveler.ts'
import { PieceCutter } from './pieces.ts'
import { loadRuntime } from './runtime.ts'
import { FRAME, VoiceActivity } from './voice-activity.ts'

export interface RecordingTask {
  /** Whether only its length is wanted: its sound is decoded no further than its first samples, if the file declares it. */
  isInspection: boolean
  /** Path of the file. */
  file: string
  maxPieceSeconds: number
  /** Decoding stops with an error once that many are decoded. */
  maxSeconds: number
  /** Program that decodes what the built-in decoders can't; null for none. */
  ffmpegPath: string | null
  /** Each message to it asks for the next `Listened`. */
  port: MessagePort
}

export interface RecordingFacts {
  seconds: number
  declared: Declared
  /** Whether the file broke off amid its sound. */
  isCut: boolean
}

export type RecordingFailure = 'no sound' | 'codec' | 'damaged' | 'too long' | 'not installed'

/** Answer to each message. */
export type Listened =
  /** The first one. */
  | { begun: true }
  /** A piece, or null after a while without speech, and how far the recording is decoded. */
  | { piece: SpeechPiece | null; seconds: number; declared: Declared }
  | { end: RecordingFacts }
  | { failure: RecordingFailure; detail: string | null }

class TooLong extends Error {}

/** Time without speech after which progress is reported. */
const PROGRESS_SECONDS = 120

/** Rates of sound that files may declare; lower ones become many times as many samples. */
const RATES = { least: 2000, most: 768_000 }

function resamplerOf({ sampleRate }: Sound): Resampler {
  if (!(sampleRate >= RATES.least && sampleRate <= RATES.most)) throw new NotDecodable('damaged')
  return new Resampler(sampleRate)
}

/** Frames of a recording at the rate of speech models. Damage amid the sound ends it. */
class Frames {
  isCut = false
  /** Samples that were given. */
  given = 0
  readonly #maxSamples: number

  constructor(maxSeconds: number) {
    this.#maxSamples = maxSeconds * SPEECH_RATE
  }

  async *read({ sound }: OpenRecording): AsyncGenerator<Float32Array> {
    const leveler = new Leveler()
    let resampler: Resampler | undefined
    try {
      for await (const some of sound) {
        const mono = toMono(some)
        if (mono.length === 0) continue
        resampler ??= resamplerOf(some)
        for (const block of leveler.push(resampler.push(mono))) yield* this.#framesOf(block)
      }
    } catch (error) {
      if (resampler === undefined || error instanceof TooLong) throw error
      this.isCut = true
    }
    if (resampler === undefined) throw new NotDecodable('damaged')
    for (const block of [...leveler.push(resampler.flush()), leveler.flush()]) yield* this.#framesOf(block)
  }

  *#framesOf(block: Float32Array): Generator<Float32Array> {
    for (let at = 0; at < block.length; at += FRAME) {
      this.given += FRAME
      if (this.given > this.#maxSamples) throw new TooLong()
      yield block.subarray(at, at + FRAME)
    }
  }
}

async function open({ file, ffmpegPath, maxSeconds }: RecordingTask): Promise<OpenRecording> {
  try {
    return await openRecording(file)
  } catch (error) {
    if (ffmpegPath === null || (error instanceof NotDecodable && error.reason === 'no sound')) throw error
    return decodeWithFfmpeg(ffmpegPath, file, maxSeconds)
  }
}

const causeOf = ({ cause }: Error): string | null => (cause instanceof Error ? (cause.stack ?? cause.message) : null)

function failureOf(error: unknown): Listened {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
  if (error instanceof TooLong) return { failure: 'too long', detail: null }
  if (error instanceof NotDecodable) return { failure: error.reason, detail: causeOf(error) }
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
  return { failure: isMissing ? 'not installed' : 'damaged', detail }
}

/** Answers each message of the listener with one result: decoding never runs ahead of transcribing. */
class PullPort {
  readonly #port: MessagePort
  #asked = 0
  #wake: (() => void) | undefined

  constructor(port: MessagePort) {
    this.#port = port
    port.on('message', () => {
      this.#asked += 1
      this.#wake?.()
    })
  }

  async send(listened: Listened): Promise<void> {
    while (this.#asked === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    this.#asked -= 1
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    this.#port.postMessage(listened)
  }
}

/** The length of a recording: as declared, if it begins with sound, else as decoded. */
async function inspect(task: RecordingTask, recording: OpenRecording): Promise<RecordingFacts> {
  const { declared } = recording
  const frames = new Frames(task.maxSeconds)
  if ((declared.seconds ?? 0) > task.maxSeconds) throw new TooLong()
  for await (const _ of frames.read(recording)) if (declared.seconds !== null) break
  return { seconds: declared.seconds ?? frames.given / SPEECH_RATE, declared, isCut: recording.isCut || frames.isCut }
}

async function listen(task: RecordingTask, port: PullPort): Promise<RecordingFacts> {
  // Also before an inspection, which reports missing packages.
  const runtime = await loadRuntime()
  const recording = await open(task)
  if (task.isInspection) return inspect(task, recording)
  const activity = await VoiceActivity.open(runtime)
  const { declared } = recording
  const cutter = new PieceCutter(task.maxPieceSeconds)
  const frames = new Frames(task.maxSeconds)
  let sentAt = 0
  const send = async (piece: SpeechPiece | null): Promise<void> => {
    sentAt = frames.given
    await port.send({ piece, seconds: frames.given / SPEECH_RATE, declared })
  }
  for await (const frame of frames.read(recording)) {
    for (const piece of cutter.push(frame, await activity.probability(frame))) await send(piece)
    if (frames.given - sentAt > PROGRESS_SECONDS * SPEECH_RATE) await send(null)
  }
  for (const piece of cutter.flush()) await send(piece)
  return { seconds: frames.given / SPEECH_RATE, declared, isCut: recording.isCut || frames.isCut }
}

/** Decodes a recording and finds the speech in it. Its pieces and its end are sent through the task's port. */
export default threadWork(async (task: RecordingTask): Promise<null> => {
  // The decoders print what is wrong with a file.
  const { error, warn } = console
  Object.assign(console, { error: () => {}, warn: () => {} })
  const port = new PullPort(task.port)
  try {
    await port.send({ begun: true })
    await port.send({ end: await listen(task, port) })
  } catch (cause) {
    await port.send(failureOf(cause))
  } finally {
    Object.assign(console, { error, warn })
    task.port.close()
  }
  return null
})

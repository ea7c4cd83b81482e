import { createOpenAI } from '@ai-sdk/openai'
import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { formatClock } from '../../shared/text/format.ts'
import {
  SPEECH_RATE,
  type SpeechPiece,
  type SpeechSegment,
  type TranscribedPiece,
  type Transcriber,
} from '../../shared/transcriber.ts'
import { mostTries, waitMs } from './ask-model.ts'
import { CircuitBreaker } from './circuit-breaker.ts'
import { type ModelParts, pauseFor } from './create-models.ts'
import { readFailure, TryFailure } from './failures.ts'
import { createTransport, type Fetch } from './provider-model.ts'
import { createRedact } from './redact.ts'
import { startLimits } from './time-limits.ts'
import prices from './transcription.json' with { type: 'json' }
import { toWav } from './wav.ts'

export interface TranscriptionSettings {
  /** `openai:NAME`, or `local:NAME` for any server with OpenAI's transcription call. */
  model: string
  /** Server of a `local:` model, as far as and with `/v1`; else another server than OpenAI's, or null. */
  url: string | null
  key: string | null
  /** Longest time of one try, for a piece. */
  callTimeoutMs: number
}

const OPENAI_URL = 'https://api.openai.com/v1'

/** 19 MB as WAV: OpenAI takes files of up to 25 MB. */
const HOSTED_PIECE_SECONDS = 600
/** Self-hosted servers may take as long as the recording. */
const LOCAL_PIECE_SECONDS = 120
/** Without times in the answer, a citation leads to the beginning of its piece. */
const UNTIMED_PIECE_SECONDS = 30
const HOSTED_CONCURRENCY = 4

/** Services refuse shorter pieces, which hold no word. */
const MIN_PIECE_SECONDS = 0.1

/** A piece that is refused as too large is halved, as long as its halves are no shorter. */
const MIN_HALF_SECONDS = 5

type AnswerFormat = 'verbose_json' | 'diarized_json' | 'json'

/** Format of answers by model: OpenAI's newer models give times only with speakers. */
function formatOf(provider: string, modelId: string): AnswerFormat {
  if (modelId.includes('diarize')) return 'diarized_json'
  return provider === 'local' || modelId.startsWith('whisper') ? 'verbose_json' : 'json'
}

/** List price in US dollars of a model's minute; null where none is known. */
export function transcriptionPrice(model: string, url: string | null): number | null {
  const priced: Readonly<Record<string, number>> = prices.usdPerMinute
  return model.startsWith('openai:') && url === null ? (priced[model.slice('openai:'.length)] ?? null) : null
}

const seconds = z.number().min(0)
const answerSchema = z.object({
  text: z.string(),
  segments: z
    .array(z.object({ start: seconds, end: seconds, text: z.string(), speaker: z.string().nullish().catch(null) }))
    .nullish()
    .catch(null),
})
type Answer = z.output<typeof answerSchema>

/** Fields of Whisper's segments that the AI SDK requires, and whisper.cpp and LocalAI partly leave out. */
const segmentDefaults = {
  id: 0,
  seek: 0,
  tokens: [],
  temperature: 0,
  avg_logprob: 0,
  compression_ratio: 0,
  no_speech_prob: 0,
}

const withSegments = z.looseObject({ segments: z.array(z.looseObject({})) })

/** Completes the segments of an answer for the AI SDK; other answers stay as they are. */
const completing =
  (ask: Fetch): Fetch =>
  async (input, init) => {
    const response = await ask(input, init)
    if (!response.ok) return response
    const text = await response.text()
    return new Response(completed(text), { status: response.status, headers: { 'content-type': 'application/json' } })
  }

function completed(text: string): string {
  try {
    const answer = withSegments.safeParse(JSON.parse(text))
    if (!answer.success) return text
    const segments = answer.data.segments.map((segment) =>
      'type' in segment ? segment : { ...segmentDefaults, ...segment },
    )
    return JSON.stringify({ ...answer.data, segments })
  } catch {
    return text
  }
}

/** Older servers of LocalAI give nanoseconds. */
const NANOSECONDS = 1e9

/** Segments on the clock of the recording, in order, within their piece. */
function segmentsOf({ text, segments }: Answer, { samples, start }: SpeechPiece): SpeechSegment[] {
  const length = samples.length / SPEECH_RATE
  if (segments == null || segments.length === 0) {
    const whole = text.trim()
    return whole === '' ? [] : [{ start, end: start + length, text: whole }]
  }
  const last = Math.max(...segments.map(({ end }) => end))
  const unit = last > length * 1e6 ? NANOSECONDS : 1
  return segments.flatMap((segment) => {
    const words = segment.text.trim()
    if (words === '') return []
    const from = Math.min(length, segment.start / unit)
    const to = Math.min(length, Math.max(from, segment.end / unit))
    const speaker = segment.speaker?.trim() || undefined
    return [
      {
        start: start + from,
        end: start + to,
        text: words,
        ...(speaker === undefined ? {} : { speaker: speakerName(speaker, start) }),
      },
    ]
  })
}

/** Services label the speakers of each piece separately, so labels of different pieces can't be compared. */
const speakerName = (label: string, start: number): string => {
  const name = /^[A-Z]$|^\d{1,2}$/u.test(label) ? `Speaker ${label}` : label
  return start === 0 ? name : `${name} (from ${formatClock(start)})`
}

const BUSY = 'Please try again in a few minutes.'

/** The error for readers; the log has the reason. */
function refusal(failure: TryFailure): AppError {
  const [code, message] =
    failure.kind === 'refused'
      ? (['model_refused', 'The service that transcribes recordings declined this one. Nothing was counted.'] as const)
      : failure.kind === 'denied' || failure.kind === 'rejected'
        ? ([
            'model_unavailable',
            'The service that transcribes recordings turned our request down, so the operator of this site has to look at it. Nothing was counted.',
          ] as const)
        : ([
            'model_unavailable',
            `The service that transcribes recordings isn’t answering at the moment. Nothing was counted. ${BUSY}`,
          ] as const)
  return new AppError(code, message, { cause: failure })
}

/** Quietest moment near the middle, so that no word is cut. */
function quietMiddle(samples: Float32Array): number {
  const frame = SPEECH_RATE / 50
  let quietest = Math.floor(samples.length / 2)
  let least = Number.POSITIVE_INFINITY
  for (let at = Math.floor(samples.length / 3); at < (samples.length * 2) / 3; at += frame) {
    let energy = 0
    for (const sample of samples.subarray(at, at + frame)) energy += sample * sample
    if (energy < least) {
      least = energy
      quietest = at + frame / 2
    }
  }
  return quietest
}

/**
 * Creates the transcriber that sends pieces to a service with OpenAI's call
 * (https://platform.openai.com/docs/api-reference/audio/createTranscription). Throws for an unknown provider, or a
 * missing URL or key.
 */
export function createServiceTranscriber(settings: TranscriptionSettings, parts: ModelParts = {}): Transcriber {
  const { clock = { now: () => new Date() }, log, pause = pauseFor, random = Math.random } = parts
  const [provider = '', ...rest] = settings.model.split(':')
  const modelId = rest.join(':')
  const isLocal = provider === 'local'
  if ((!isLocal && provider !== 'openai') || modelId === '')
    throw new Error(`Not the name of a model that transcribes: ${settings.model}`)
  if (isLocal && settings.url === null) throw new Error('No URL is set for the transcription server.')
  if (!isLocal && settings.key === null) throw new Error('No API key is set for transcription.')
  const model = createOpenAI({
    // Self-hosted servers mostly need no key, but the client requires one.
    apiKey: settings.key ?? 'none',
    baseURL: settings.url ?? OPENAI_URL,
    fetch: completing(createTransport(parts.fetch)),
  }).transcription(modelId)
  const breaker = new CircuitBreaker(() => clock.now().getTime())
  const redact = createRedact(settings.key === null ? [] : [settings.key])
  let format = formatOf(provider, modelId)

  /** @throws TryFailure, or the signal's reason */
  async function tryOnce(piece: SpeechPiece, signal: AbortSignal): Promise<TranscribedPiece> {
    const limits = startLimits(
      { limitMs: settings.callTimeoutMs, onlyToFirstWord: false, stallMs: settings.callTimeoutMs },
      signal,
    )
    try {
      const asked = model.doGenerate({
        audio: await toWav(piece.samples),
        mediaType: 'audio/wav',
        abortSignal: limits.signal,
        providerOptions: { openai: { responseFormat: format } },
      })
      const { language, response } = await Promise.race([asked, limits.over])
      const answer = answerSchema.safeParse(response.body)
      if (!answer.success) throw new TryFailure('broken', 'sent an invalid response')
      return { segments: segmentsOf(answer.data, piece), ...(language === undefined ? {} : { language }) }
    } catch (error) {
      signal.throwIfAborted()
      if (limits.signal.aborted) throw limits.signal.reason
      if (error instanceof TryFailure) throw error
      throw readFailure(error, (message) => redact(message, ''), clock.now())
    } finally {
      limits.end()
    }
  }

  async function ask(piece: SpeechPiece, signal: AbortSignal): Promise<TranscribedPiece> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await breaker.run(async () => tryOnce(piece, signal))
      } catch (error) {
        if (!(error instanceof TryFailure)) throw error
        // Some servers know plain answers only.
        if (error.kind === 'rejected' && format !== 'json' && /response_?format|verbose/iu.test(error.complaint)) {
          format = 'json'
          continue
        }
        const again = tries < mostTries[error.kind] && breaker.restMs() === 0
        const wait = again ? waitMs(error, tries, { callTimeoutMs: settings.callTimeoutMs, random }) : null
        const fields = { model: settings.model, failure: error.kind, status: error.status, retryInMs: wait }
        log?.warn(fields, `${settings.model} ${error.message}`)
        if (wait === null) throw error
        if (wait > 0) await pause(wait, signal)
      }
    }
  }

  async function transcribe(piece: SpeechPiece, signal: AbortSignal): Promise<TranscribedPiece> {
    if (piece.samples.length < MIN_PIECE_SECONDS * SPEECH_RATE) return { segments: [] }
    try {
      return await ask(piece, signal)
    } catch (error) {
      const { samples, start } = piece
      if (signal.aborted || !(error instanceof TryFailure)) throw error
      if (error.kind !== 'too_long' || samples.length < 2 * MIN_HALF_SECONDS * SPEECH_RATE) throw refusal(error)
      const middle = quietMiddle(samples)
      const first = await transcribe({ samples: samples.subarray(0, middle), start }, signal)
      const second = await transcribe(
        { samples: samples.subarray(middle), start: start + middle / SPEECH_RATE },
        signal,
      )
      const language = first.language ?? second.language
      return { segments: [...first.segments, ...second.segments], ...(language === undefined ? {} : { language }) }
    }
  }

  return {
    name: modelId,
    maxPieceSeconds: format === 'json' ? UNTIMED_PIECE_SECONDS : isLocal ? LOCAL_PIECE_SECONDS : HOSTED_PIECE_SECONDS,
    concurrency: isLocal ? 1 : HOSTED_CONCURRENCY,
    async transcribe(piece, signal) {
      try {
        return await transcribe(piece, signal)
      } catch (error) {
        if (signal.aborted) throw new AppError('cancelled', 'Reading the recording was canceled.', { cause: error })
        throw error
      }
    },
    close: async () => {},
  }
}

import type { z } from 'zod'
import { estimateTokens, type TokenEstimate } from './estimate-tokens.ts'
import { TryFailure } from './failures.ts'
import type { Spent } from './meter.ts'
import type { LanguageModel, StreamOptions } from './provider-model.ts'
import type { TryLimits } from './time-limits.ts'

/** Most characters of an answer that are kept. */
const MOST_ANSWER_CHARACTERS = 2_000_000

const thoughtEnd = /<\/(?:think|thinking|thought|reasoning)>/giu
const thoughtStart = /^\s*<(?:think|thinking|thought|reasoning)>/iu

/**
 * Parts of an answer that may be more than thoughts: the text after the first and the last mark that ends them, which
 * the answer may also quote, and all of it unless it begins with thoughts.
 */
function beyondThoughts(answer: string): string[] {
  const ends = Array.from(answer.matchAll(thoughtEnd), (match) => match.index + match[0].length)
  const rests = [...new Set([ends[0], ends.at(-1)])].flatMap((end) => (end === undefined ? [] : [answer.slice(end)]))
  return thoughtStart.test(answer) ? rests : [answer, ...rests]
}

/** Texts that may be JSON: all of a text, and the part within the outermost braces, as in a code fence. */
const candidates = (text: string): string[] => [text, text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)]

function parseJson(text: string): { value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return { value }
  } catch {
    return null
  }
}

/** The value of an answer, held to the schema; null when no part of the answer fits. */
export function readAnswer<T>(answer: string, schema: z.ZodType<T>): { value: T } | null {
  for (const part of beyondThoughts(answer)) {
    for (const candidate of candidates(part)) {
      const json = parseJson(candidate)
      if (json === null) continue
      const parsed = schema.safeParse(json.value)
      if (parsed.success) return { value: parsed.data }
    }
  }
  return null
}

/** The JSON of an answer as far as it has come: without thinking aloud and without the fence around it. */
export function jsonSoFar(answer: string): string {
  if (/^\s*\{/u.test(answer)) return answer
  const [rest = ''] = beyondThoughts(answer).toReversed()
  const start = rest.indexOf('{')
  return start === -1 ? '' : rest.slice(start)
}

/** Time between two looks at an answer that is coming: each look parses all of it. */
const LOOK_EVERY_MS = 100

/**
 * Tells a listener what an answer holds so far, a few times a second.
 *
 * @param answer all that came until now
 */
type PartialListener = (answer: string) => Promise<void>

function createPartialListener(onPartial: ((partial: unknown) => void) | undefined): PartialListener {
  let looked = Number.NEGATIVE_INFINITY
  return async (answer) => {
    if (onPartial === undefined || performance.now() - looked < LOOK_EVERY_MS) return
    const json = jsonSoFar(answer)
    if (json === '') return
    // Loaded with the first answer that somebody watches: it is large, and the built-in engine needs none of it.
    const { parsePartialJson } = await import('ai')
    const { value } = await parsePartialJson(json)
    if (value !== undefined) onPartial(value)
    looked = performance.now()
  }
}

type StreamPart =
  Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

/** How an answer ended, as the provider tells it. */
export type Finish = Extract<StreamPart, { type: 'finish' }>

/** The part of an answer received so far. */
export interface Incoming {
  begun: boolean
  text: string
  thoughtCharacters: number
  finish: Finish | null
}

export const nothingYet = (): Incoming => ({ begun: false, text: '', thoughtCharacters: 0, finish: null })

/** Wraps an error thrown by a listener, which isn't a failure of the model. */
export class ListenerError extends Error {}

/** Takes one part in. Only words and thoughts are progress: pings and empty parts keep a dead answer alive. */
function take(part: StreamPart, incoming: Incoming, limits: TryLimits): void {
  if (part.type === 'error') throw part.error
  if (part.type === 'finish') incoming.finish = part
  if ((part.type !== 'text-delta' && part.type !== 'reasoning-delta') || part.delta === '') return
  incoming.begun = true
  limits.progress()
  if (part.type === 'reasoning-delta') {
    incoming.thoughtCharacters += part.delta.length
    return
  }
  incoming.text += part.delta
  if (incoming.text.length > MOST_ANSWER_CHARACTERS) throw new TryFailure('invalid', 'answered without end')
}

/**
 * Sends a request and takes the answer in, part by part, until it ends or its time is over.
 *
 * @param incoming filled as the answer comes, so that it holds what came when the try fails
 * @throws whatever the AI SDK throws or the stream tells of; the reason of the limits; ListenerError
 */
export async function receive(
  model: LanguageModel,
  options: StreamOptions,
  incoming: Incoming,
  limits: TryLimits,
  onPartial: ((partial: unknown) => void) | undefined,
): Promise<void> {
  const opening = Promise.resolve(model.doStream({ ...options, abortSignal: limits.signal }))
  // When the time is over first, nobody is left to hear how the opening ends; the same holds for reading.
  opening.catch(() => undefined)
  const { stream } = await Promise.race([opening, limits.over])
  const reader = stream.getReader()
  const tell = createPartialListener(onPartial)
  for (;;) {
    const reading = reader.read()
    reading.catch(() => undefined)
    const { done, value } = await Promise.race([reading, limits.over])
    if (done) return
    take(value, incoming, limits)
    if (value.type !== 'text-delta') continue
    try {
      await tell(incoming.text)
    } catch (error) {
      throw new ListenerError('A listener failed.', { cause: error })
    }
  }
}

/**
 * What a try took; null when the model did not begin to answer. A stream that was cut reports nothing, though the
 * provider bills what it read and wrote: then both are estimated from the texts.
 */
export function spentOn(incoming: Incoming, sent: TokenEstimate): Spent | null {
  const usage = incoming.finish?.usage
  const reported = usage?.inputTokens.total ?? usage?.outputTokens.total
  if (!incoming.begun && reported === undefined) return null
  const written = estimateTokens(incoming.text).likely + Math.ceil(incoming.thoughtCharacters / 4)
  return {
    inputTokens: usage?.inputTokens.total ?? sent.likely,
    cacheReadTokens: usage?.inputTokens.cacheRead ?? 0,
    cacheWriteTokens: usage?.inputTokens.cacheWrite ?? 0,
    outputTokens: usage?.outputTokens.total ?? written,
  }
}

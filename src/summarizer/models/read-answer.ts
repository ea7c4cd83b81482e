import type { z } from 'zod'
import { estimateTokens, type TokenEstimate } from './estimate-tokens.ts'
import { TryFailure } from './failures.ts'
import type { Spent } from './meter.ts'
import type { LanguageModel, StreamOptions } from './provider-model.ts'
import type { TryLimits } from './time-limits.ts'

const MAX_ANSWER_CHARACTERS = 2_000_000

const thoughtEnd = /<\/(?:think|thinking|thought|reasoning)>/giu
const thoughtStart = /^\s*<(?:think|thinking|thought|reasoning)>/iu

/** Parts beyond thoughts: after their first and last end mark, and the whole unless it begins with thoughts. */
function beyondThoughts(answer: string): string[] {
  const ends = Array.from(answer.matchAll(thoughtEnd), (match) => match.index + match[0].length)
  const rests = [...new Set([ends[0], ends.at(-1)])].flatMap((end) => (end === undefined ? [] : [answer.slice(end)]))
  return thoughtStart.test(answer) ? rests : [answer, ...rests]
}

/** Texts that may be JSON: all of a text, and the part within the outermost braces, as in a code fence. */
const candidates = (text: string): string[] => [text, text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)]

/** Parses an answer; null if no part of it fits the schema. */
export function readAnswer<T>(answer: string, schema: z.ZodType<T>): { value: T } | null {
  for (const candidate of beyondThoughts(answer).flatMap(candidates)) {
    try {
      return { value: schema.parse(JSON.parse(candidate)) }
    } catch {
      // No JSON, or of another shape.
    }
  }
  return null
}

/** The JSON of an answer so far, without thoughts and code fences. */
export function jsonSoFar(answer: string): string {
  if (/^\s*\{/u.test(answer)) return answer
  const [rest = ''] = beyondThoughts(answer).toReversed()
  const start = rest.indexOf('{')
  return start === -1 ? '' : rest.slice(start)
}

/** Interval of partial answers, each of which parses the whole answer so far. */
const LOOK_EVERY_MS = 100

/** Passes the parsed answer so far to a listener, a few times a second. */
function createPartialListener(onPartial: ((partial: unknown) => void) | undefined) {
  let looked = Number.NEGATIVE_INFINITY
  return async (answer: string) => {
    if (onPartial === undefined || performance.now() - looked < LOOK_EVERY_MS) return
    const json = jsonSoFar(answer)
    if (json === '') return
    // Loaded late because it is large and the built-in engine does not need it.
    const { parsePartialJson } = await import('ai')
    const { value } = await parsePartialJson(json)
    if (value !== undefined) onPartial(value)
    looked = performance.now()
  }
}

type StreamPart =
  Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

/** End of an answer as the provider reports it. */
export type Finish = Extract<StreamPart, { type: 'finish' }>

/** The part of an answer received so far. */
export class Incoming {
  begun = false
  text = ''
  thoughtCharacters = 0
  finish: Finish | null = null
}

/** Wraps an error thrown by a listener, which isn't a failure of the model. */
export class ListenerError extends Error {}

/** Adds one part. Only words and thoughts count as progress; pings do not. */
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
  if (incoming.text.length > MAX_ANSWER_CHARACTERS) throw new TryFailure('invalid', 'answered without end')
}

/** Receives an answer into `incoming`, also if it fails. Throws the SDK's errors, the limits' reason, ListenerError. */
export async function receive(
  model: LanguageModel,
  options: StreamOptions,
  incoming: Incoming,
  limits: TryLimits,
  onPartial: ((partial: unknown) => void) | undefined,
): Promise<void> {
  const opening = Promise.resolve(model.doStream({ ...options, abortSignal: limits.signal }))
  // After a timeout, no one awaits the opening; the same applies to reading.
  opening.catch(() => undefined)
  const { stream } = await Promise.race([opening, limits.over])
  const reader = stream.getReader()
  const onText = createPartialListener(onPartial)
  for (;;) {
    const reading = reader.read()
    reading.catch(() => undefined)
    const { done, value } = await Promise.race([reading, limits.over])
    if (done) return
    take(value, incoming, limits)
    if (value.type !== 'text-delta') continue
    try {
      await onText(incoming.text)
    } catch (error) {
      throw new ListenerError('A listener failed.', { cause: error })
    }
  }
}

/** Null if the model did not begin to answer. Estimated for interrupted streams, which report none but are billed. */
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

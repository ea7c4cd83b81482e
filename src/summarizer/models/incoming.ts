import { estimateTokens, type TokenEstimate } from './estimate-tokens.ts'
import { TryFailure } from './failure.ts'
import type { Spent } from './meter.ts'
import { createPartialListener } from './partial-listener.ts'
import type { LanguageModel, StreamOptions } from './provider-model.ts'
import { MOST_ANSWER_CHARACTERS } from './read-answer.ts'
import type { TryLimits } from './try-limits.ts'

type StreamPart =
  Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never

/** How an answer ended, as the provider tells it. */
export type Finish = Extract<StreamPart, { type: 'finish' }>

/** What has come of an answer. */
export interface Incoming {
  begun: boolean
  text: string
  thoughtCharacters: number
  finish: Finish | null
}

export const nothingYet = (): Incoming => ({ begun: false, text: '', thoughtCharacters: 0, finish: null })

/** What a listener threw, as the cause: that is no failure of the model. */
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

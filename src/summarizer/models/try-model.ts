import { type Dialect, jsonSchemaOf, withSchemaInWords } from './dialect.ts'
import { estimateTokens, type TokenEstimate } from './estimate-tokens.ts'
import { readFailure, TryFailure } from './failure.ts'
import type { Spent } from './meter.ts'
import type { ModelCall } from './model.ts'
import { createPartialListener } from './partial-listener.ts'
import type { LanguageModel, ProviderModel, StreamOptions } from './provider-model.ts'
import { MOST_ANSWER_CHARACTERS, readAnswer } from './read-answer.ts'
import type { Redact } from './redact.ts'
import { wasTruncated } from './truncation.ts'
import { startLimits, type TryLimits } from './try-limits.ts'

/** What every try needs beside the model and the call. */
export interface TryTools {
  callTimeoutMs: number
  stallTimeoutMs: number
  redact: Redact
  now: () => Date
  /** Hears what the try took, also when it fails: once, and only when the model began to answer. */
  spend: (model: ProviderModel, spent: Spent) => void
}

type StreamPart =
  Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never
type Finish = Extract<StreamPart, { type: 'finish' }>

/** What has come of an answer. */
interface Incoming {
  begun: boolean
  text: string
  thoughtCharacters: number
  finish: Finish | null
}

/** Tokens for the answer, with room for thinking as far as the window has it; undefined leaves it to the server. */
function outputLimit(
  model: ProviderModel,
  limit: Dialect['limit'],
  asked: number,
  sent: TokenEstimate,
): number | undefined {
  if (limit === 'none') return undefined
  if (limit === 'exact') return asked
  return asked + Math.max(0, Math.min(model.thinkingTokens, model.windowTokens - sent.likely - asked))
}

/** The request as the AI SDK takes it. */
function requestOf<T>(
  model: ProviderModel,
  call: ModelCall<T>,
  dialect: Dialect,
  maxOutputTokens: number | undefined,
  signal: AbortSignal,
): StreamOptions {
  const schema = jsonSchemaOf(call.schema)
  const instructions = dialect.words ? withSchemaInWords(call.instructions, schema) : call.instructions
  const asJson = dialect.format === 'schema' ? { name: call.schemaName, schema } : {}
  return {
    prompt: [
      { role: 'system', content: instructions },
      { role: 'user', content: [{ type: 'text', text: call.prompt }] },
    ],
    responseFormat: dialect.format === 'text' ? { type: 'text' } : { type: 'json', ...asJson },
    maxOutputTokens,
    reasoning: dialect.reasoning ? 'low' : undefined,
    providerOptions: model.providerOptions,
    abortSignal: signal,
  }
}

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

async function receive(
  model: ProviderModel,
  request: StreamOptions,
  incoming: Incoming,
  limits: TryLimits,
  onPartial?: (partial: unknown) => void,
): Promise<void> {
  const opening = Promise.resolve(model.model.doStream(request))
  // When the time is over first, nobody is left to hear how the opening ends.
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
    if (value.type === 'text-delta') await tell(incoming.text)
  }
}

/** What the try took; null when the model did not begin to answer. Missing counts are estimated from the texts. */
function spentOn(incoming: Incoming, sent: TokenEstimate): Spent | null {
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

/** The value of an answer that has come to its end. */
function valueOf<T>(
  model: ProviderModel,
  call: ModelCall<T>,
  incoming: Incoming,
  sent: TokenEstimate,
  limit: number | undefined,
): T {
  const { finish, text } = incoming
  const why = finish?.finishReason.unified ?? 'interrupted'
  if (why === 'content-filter') throw new TryFailure('refused', 'declined to work on this material')
  const counted = finish?.usage.inputTokens.total ?? null
  if (wasTruncated(counted, sent, model.local)) {
    throw new TryFailure('too_long', `read ${counted} tokens of about ${sent.likely} and left out the rest`)
  }
  if (why === 'interrupted' || why === 'error') throw new TryFailure('broken', 'broke off within its answer')
  const answer = readAnswer(text, call.schema)
  if (answer !== null) return answer.value
  if (why !== 'length') throw new TryFailure('invalid', 'answered in another shape than was asked for')
  const written = finish?.usage.outputTokens.total
  // It ended although it was allowed more: what the model takes altogether was full.
  if (limit !== undefined && written !== undefined && written < limit * 0.9) {
    throw new TryFailure('too_long', `had room for ${written} tokens of an answer`)
  }
  throw new TryFailure('cut', `answered at greater length than the ${limit ?? 'allowed'} tokens`)
}

/**
 * Asks one model once.
 *
 * @param dialect how to ask
 * @param maxOutputTokens longest answer, without room for thinking
 * @throws TryFailure when there is no answer that can be used; the signal's reason when it fires
 */
export async function tryModel<T>(
  model: ProviderModel,
  call: ModelCall<T>,
  dialect: Dialect,
  maxOutputTokens: number,
  tools: TryTools,
): Promise<T> {
  const { instructions, prompt, signal } = call
  const sent = estimateTokens(`${instructions}\n${prompt}`)
  const limit = outputLimit(model, dialect.limit, maxOutputTokens, sent)
  const incoming: Incoming = { begun: false, text: '', thoughtCharacters: 0, finish: null }
  const limits = startLimits(tools.callTimeoutMs, tools.stallTimeoutMs, signal)
  try {
    await receive(model, requestOf(model, call, dialect, limit, limits.signal), incoming, limits, call.onPartial)
    return valueOf(model, call, incoming, sent, limit)
  } catch (error) {
    signal.throwIfAborted()
    if (limits.signal.aborted) throw limits.signal.reason
    if (error instanceof TryFailure) throw error
    throw readFailure(error, (message) => tools.redact(message, `${instructions}\n${prompt}`), tools.now())
  } finally {
    limits.end()
    const spent = spentOn(incoming, sent)
    if (spent !== null) tools.spend(model, spent)
  }
}

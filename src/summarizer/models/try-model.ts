import { type Dialect, jsonSchemaOf, withSchemaInWords } from './dialect.ts'
import { estimateTokens, type TokenEstimate } from './estimate-tokens.ts'
import { readFailure, TryFailure } from './failures.ts'
import type { Spent } from './meter.ts'
import type { ModelCall } from './model.ts'
import type { ProviderModel, StreamOptions } from './provider-model.ts'
import { type Finish, Incoming, ListenerError, readAnswer, receive, spentOn } from './read-answer.ts'
import type { Redact } from './redact.ts'
import { startLimits } from './time-limits.ts'

/** Lower counts are ignored: servers that cache prompts may report new tokens only. */
const FEWEST_TOKENS = 512
/** Context sizes of self-hosted servers are multiples of this. */
const STEP_TOKENS = 1024

/**
 * Whether a server silently truncated the request, as Ollama does beyond its `num_ctx`
 * (https://github.com/ollama/ollama/issues/3839). There are two signs:
 * - it counted fewer tokens than the text can have
 * - a self-hosted server counted exactly a round number, or two more than one (`num_ctx`, or `num_ctx / 2 + 2` since
 *   Ollama 0.32, https://github.com/ollama/ollama/issues/17427), and the text probably has more
 *
 * @param counted tokens of the request as the server reports them; null if it does not
 */
function wasTruncated(counted: number | null, sent: TokenEstimate, local: boolean): boolean {
  if (counted === null || counted < FEWEST_TOKENS) return false
  if (counted < sent.least) return true
  const over = counted % STEP_TOKENS
  return local && (over === 0 || over === 2) && counted < sent.likely
}

/** Tokens of a picture of 2,048 pixels: between 1,100 and 2,500, by provider. */
const PICTURE_TOKENS = 2000

/** Token limit of an answer, with tokens for thinking if the window permits. */
function outputLimit(model: ProviderModel, limit: Dialect['limit'], asked: number, sent: TokenEstimate) {
  if (limit === 'none') return undefined
  if (limit === 'exact') return asked
  return asked + Math.max(0, Math.min(model.thinkingTokens, model.windowTokens - sent.likely - asked))
}

/** Throws for a schema that JSON schema cannot express. */
function prepareRequest<T>(model: ProviderModel, call: ModelCall<T>, dialect: Dialect, maxAnswerTokens: number) {
  const schema = jsonSchemaOf(call.schema)
  const instructions = dialect.words ? withSchemaInWords(call.instructions, schema) : call.instructions
  /** Everything that is sent, as one text. */
  const material = `${instructions}\n${call.prompt}`
  const text = estimateTokens(material)
  const sent = call.picture === undefined ? text : { ...text, likely: text.likely + PICTURE_TOKENS }
  const picture =
    call.picture === undefined
      ? []
      : [{ type: 'file', mediaType: 'image/jpeg', data: { type: 'data', data: call.picture } } as const]
  const shape = dialect.format === 'schema' ? { name: call.schemaName, schema } : {}
  const options: StreamOptions = {
    prompt: [
      { role: 'system', content: instructions },
      { role: 'user', content: [...picture, { type: 'text', text: call.prompt }] },
    ],
    responseFormat: dialect.format === 'text' ? { type: 'text' } : { type: 'json', ...shape },
    maxOutputTokens: outputLimit(model, dialect.limit, maxAnswerTokens, sent),
    reasoning: dialect.reasoning ? 'low' : undefined,
    providerOptions: model.providerOptions,
  }
  return { material, sent, options }
}

export interface TryTools {
  callTimeoutMs: number
  /** For self-hosted servers, instead of the limit of the whole try. */
  firstWordTimeoutMs: number
  stallTimeoutMs: number
  redact: Redact
  now: () => Date
  /** Called once with the usage of a try, also if it fails, but only if the model began to answer. */
  spend: (model: ProviderModel, spent: Spent) => void
}

/** Share of the token limit below which the limit did not end an answer. */
const ENDED_EARLY_SHARE = 0.9

/** Whether the context window ended an answer; self-hosted servers do not report it. */
function windowWasFull(model: ProviderModel, finish: Finish | null, limit: number | undefined): boolean {
  if (finish?.finishReason.raw === 'model_context_window_exceeded') return true
  const written = finish?.usage.outputTokens.total
  return model.local && limit !== undefined && written !== undefined && written < limit * ENDED_EARLY_SHARE
}

function valueOf<T>(
  model: ProviderModel,
  call: ModelCall<T>,
  { finish, text }: Incoming,
  { sent, options: { maxOutputTokens } }: ReturnType<typeof prepareRequest>,
): T {
  const why = finish?.finishReason.unified ?? 'interrupted'
  if (why === 'content-filter') throw new TryFailure('refused', 'declined to process this material')
  const counted = finish?.usage.inputTokens.total ?? null
  if (wasTruncated(counted, sent, model.local)) {
    throw new TryFailure('too_long', `read ${counted} tokens of about ${sent.likely} and left out the rest`)
  }
  const answer = readAnswer(text, call.schema)
  if (answer !== null) return answer.value
  if (why === 'interrupted' || why === 'error') throw new TryFailure('broken', 'broke off within its answer')
  if (why !== 'length') throw new TryFailure('invalid', 'answered in another shape than was asked for')
  if (windowWasFull(model, finish, maxOutputTokens)) throw new TryFailure('too_long', 'had no room for a whole answer')
  throw new TryFailure('cut', `answered at greater length than ${maxOutputTokens ?? 'it may'} tokens`)
}

/** Asks one model once. Throws TryFailure without a usable answer, or the signal's reason. */
export async function tryModel<T>(
  model: ProviderModel,
  call: ModelCall<T>,
  dialect: Dialect,
  maxOutputTokens: number,
  tools: TryTools,
): Promise<T> {
  const request = prepareRequest(model, call, dialect, maxOutputTokens)
  const incoming = new Incoming()
  const limitMs = model.local ? tools.firstWordTimeoutMs : tools.callTimeoutMs
  const times = { limitMs, onlyToFirstWord: model.local, stallMs: tools.stallTimeoutMs }
  const limits = startLimits(times, call.signal)
  try {
    await receive(model.model, request.options, incoming, limits, call.onPartial)
    return valueOf(model, call, incoming, request)
  } catch (error) {
    call.signal.throwIfAborted()
    if (limits.signal.aborted) throw limits.signal.reason
    if (error instanceof TryFailure) throw error
    if (error instanceof ListenerError) throw error.cause
    // A complete answer counts even if its stream ends with an error.
    const whole = readAnswer(incoming.text, call.schema)
    if (whole !== null) return whole.value
    throw readFailure(error, (message) => tools.redact(message, request.material), tools.now())
  } finally {
    limits.end()
    const spent = spentOn(incoming, request.sent)
    if (spent !== null) tools.spend(model, spent)
  }
}

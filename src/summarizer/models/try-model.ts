import type { Dialect } from './dialect.ts'
import { readFailure, TryFailure } from './failure.ts'
import { type Finish, type Incoming, ListenerError, nothingYet, receive, spentOn } from './incoming.ts'
import type { Spent } from './meter.ts'
import type { ModelCall } from './model.ts'
import type { ProviderModel } from './provider-model.ts'
import { readAnswer } from './read-answer.ts'
import type { Redact } from './redact.ts'
import { type ModelRequest, prepareRequest } from './request.ts'
import { wasTruncated } from './truncation.ts'
import { startLimits } from './try-limits.ts'

/** What every try needs beside the model and the call. */
export interface TryTools {
  callTimeoutMs: number
  stallTimeoutMs: number
  redact: Redact
  now: () => Date
  /** Hears what the try took, also when it fails: once, and only when the model began to answer. */
  spend: (model: ProviderModel, spent: Spent) => void
}

/** Share of the allowed tokens below which an answer was not ended by their number. */
const ENDED_EARLY_SHARE = 0.9

/** Whether an answer that was cut ended at the model's context: servers of one's own do so without another sign. */
function windowWasFull(model: ProviderModel, finish: Finish | null, limit: number | undefined): boolean {
  if (finish?.finishReason.raw === 'model_context_window_exceeded') return true
  const written = finish?.usage.outputTokens.total
  return model.local && limit !== undefined && written !== undefined && written < limit * ENDED_EARLY_SHARE
}

/** The value of an answer that has come to its end. */
function valueOf<T>(model: ProviderModel, call: ModelCall<T>, incoming: Incoming, request: ModelRequest): T {
  const { finish, text } = incoming
  const { sent, maxOutputTokens } = request
  const why = finish?.finishReason.unified ?? 'interrupted'
  if (why === 'content-filter') throw new TryFailure('refused', 'declined to work on this material')
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
  const request = prepareRequest(model, call, dialect, maxOutputTokens)
  const incoming = nothingYet()
  const limits = startLimits(tools.callTimeoutMs, tools.stallTimeoutMs, call.signal)
  try {
    await receive(model.model, request.options, incoming, limits, call.onPartial)
    return valueOf(model, call, incoming, request)
  } catch (error) {
    call.signal.throwIfAborted()
    if (limits.signal.aborted) throw limits.signal.reason
    if (error instanceof TryFailure) throw error
    if (error instanceof ListenerError) throw error.cause
    // An answer that is whole needs no good end.
    const whole = readAnswer(incoming.text, call.schema)
    if (whole !== null) return whole.value
    throw readFailure(error, (message) => tools.redact(message, request.material), tools.now())
  } finally {
    limits.end()
    const spent = spentOn(incoming, request.sent)
    if (spent !== null) tools.spend(model, spent)
  }
}

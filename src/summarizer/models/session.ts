import { type AskTools, askModel } from './ask-model.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { TryFailure } from './failure.ts'
import { type ModelAnswer, type ModelCall, ModelFailure, type ModelFailureKind } from './model.ts'
import type { ProviderModel } from './provider-model.ts'

/** Longest that a call waits for models that are all left alone, in milliseconds: they rest for half of it. */
const LONGEST_REST_MS = 60_000

interface NoAnswer {
  model: ProviderModel
  failure: TryFailure
}

/** What the models' failures come to, for whoever asked: the last one that read the material decides. */
function kindOf(failures: readonly NoAnswer[]): ModelFailureKind {
  for (const { failure } of failures.toReversed()) {
    const { kind } = failure
    if (kind === 'refused' || kind === 'invalid' || kind === 'too_long' || kind === 'cut') return kind
  }
  return failures.at(-1)?.failure.kind === 'timed_out' ? 'timed_out' : 'unavailable'
}

function noAnswer(failures: readonly NoAnswer[]): ModelFailure {
  const lines = failures.map(({ model, failure }) => `${model.name} ${failure.message}`)
  return new ModelFailure(kindOf(failures), `No language model gave an answer: ${lines.join('; ')}`)
}

/** The value of one model, or why there is none: a model that can't take the call, even at the least, is not asked. */
async function answerOf<T>(
  model: ProviderModel,
  leastTokens: number,
  call: ModelCall<T>,
  tools: AskTools,
): Promise<{ value: T } | TryFailure> {
  const needed = leastTokens + call.maxOutputTokens
  if (needed > model.windowTokens) {
    const message = `takes ${model.windowTokens} tokens, and the request has at least ${needed}`
    return new TryFailure('too_long', message)
  }
  try {
    return { value: await askModel(model, call, tools) }
  } catch (error) {
    if (error instanceof TryFailure) return error
    throw error
  }
}

/**
 * Asks the models in their order. Those left alone by their breakers are passed over; when that leaves none, the call
 * waits for the one that may be asked soonest rather than fail at once: half a minute is short beside the work that
 * would be lost.
 *
 * @throws ModelFailure when none answers; the signal's reason when it fires
 */
export async function askModels<T>(
  models: readonly ProviderModel[],
  call: ModelCall<T>,
  tools: AskTools,
): Promise<ModelAnswer<T>> {
  call.signal.throwIfAborted()
  const { least } = estimateTokens(`${call.instructions}\n${call.prompt}`)
  const until = tools.now().getTime() + LONGEST_REST_MS
  for (;;) {
    const failures: NoAnswer[] = []
    const rests: number[] = []
    for (const model of models) {
      const answer = await answerOf(model, least, call, tools)
      if (!(answer instanceof TryFailure)) return { value: answer.value, model: model.name }
      failures.push({ model, failure: answer })
      if (answer.kind === 'resting') rests.push(model.breaker.restMs())
    }
    const rest = Math.min(...rests)
    if (failures.length > rests.length || tools.now().getTime() + rest > until) throw noAnswer(failures)
    await tools.pause(rest, call.signal)
  }
}

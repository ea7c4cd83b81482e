import { type Dialect, namesLimit, plainer } from './dialect.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { TryFailure, type TryFailureKind } from './failures.ts'
import { type ModelAnswer, type ModelCall, ModelFailure, type ModelFailureKind } from './model.ts'
import type { ProviderModel } from './provider-model.ts'
import { type TryTools, tryModel } from './try-model.ts'

export interface AskTools extends TryTools {
  pause: (ms: number, signal: AbortSignal) => Promise<void>
  random: () => number
  failed: (model: ProviderModel, failure: TryFailure, waitMs: number | null) => void
}

/** A try that timed out is not repeated: the next model may answer in that time. Rate limits deserve patience. */
export const mostTries: Record<TryFailureKind, number> = {
  limited: 5,
  broken: 3,
  stalled: 2,
  invalid: 3,
  cut: 2,
  timed_out: 1,
  too_long: 1,
  refused: 1,
  denied: 1,
  rejected: 1,
  resting: 1,
}

/** Longest backoff before the second try; it doubles with each further one. */
const FIRST_WAIT_MS = 500
const FIRST_LIMITED_WAIT_MS = 2000
const MAX_WAIT_MS = 20_000
/** Longest retry delay of a server; beyond it, the next model is asked. */
const MAX_RETRY_AFTER_MS = 60_000
/** Spreads calls that have the same retry delay. */
const SPREAD_MS = 250
/** Most changes to a plainer dialect within one call. */
const MAX_STEPS = 6

/**
 * Wait before the next try: the server's retry delay, else exponential backoff with full jitter
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/). Null if the delay is too long.
 */
export function waitMs(
  failure: TryFailure,
  tries: number,
  tools: Pick<AskTools, 'callTimeoutMs' | 'random'>,
): number | null {
  if (failure.retryAfterMs !== null) {
    const most = Math.min(MAX_RETRY_AFTER_MS, tools.callTimeoutMs)
    return failure.retryAfterMs > most ? null : failure.retryAfterMs + Math.ceil(tools.random() * SPREAD_MS)
  }
  // Waiting changes nothing.
  if (failure.kind === 'invalid' || failure.kind === 'cut') return 0
  const first = failure.kind === 'limited' ? FIRST_LIMITED_WAIT_MS : FIRST_WAIT_MS
  return Math.floor(tools.random() * Math.min(MAX_WAIT_MS, first * 2 ** (tries - 1)))
}

/** A plainer dialect after a rejection; without tokens for thinking if request and answer are too long together. */
function stepAfter(failure: TryFailure, dialect: Dialect): Dialect | null {
  if (failure.kind === 'rejected') return plainer(dialect, failure.complaint)
  if (failure.kind === 'too_long' && dialect.limit === 'roomy' && namesLimit(failure.complaint)) {
    return { ...dialect, limit: 'exact' }
  }
  return null
}

/** Puts the schema into the instructions: a model that missed it did not see it. */
const inWords = (dialect: Dialect): Dialect => ({
  ...dialect,
  format: dialect.format === 'schema' ? 'json' : dialect.format,
  words: true,
})

/** Asks one model until it answers or more tries are pointless. Throws its last TryFailure, or the signal's reason. */
async function askModel<T>(model: ProviderModel, call: ModelCall<T>, tools: AskTools): Promise<T> {
  let dialect = model.dialect
  let learned = dialect
  let maxOutputTokens = call.maxOutputTokens
  let last: TryFailure | null = null
  let tries = 0
  let steps = 0
  for (;;) {
    try {
      const attempt = () => tryModel(model, call, dialect, maxOutputTokens, tools)
      const value = await model.breaker.run(attempt)
      model.dialect = learned
      return value
    } catch (error) {
      if (!(error instanceof TryFailure)) throw error
      if (error.kind === 'resting') throw last ?? error
      last = error
    }
    const step = steps < MAX_STEPS ? stepAfter(last, dialect) : null
    if (step !== null) {
      steps += 1
      dialect = step
      if (last.kind === 'rejected') learned = step
      continue
    }
    tries += 1
    const again = tries < mostTries[last.kind] && model.breaker.restMs() === 0
    const wait = again ? waitMs(last, tries, tools) : null
    tools.failed(model, last, wait)
    if (wait === null) throw last
    if (last.kind === 'invalid') {
      dialect = inWords(dialect)
      learned = inWords(learned)
    }
    if (last.kind === 'cut') maxOutputTokens *= 2
    if (wait > 0) await tools.pause(wait, call.signal)
  }
}

/** Longest wait of a call while the circuit breakers of all models are open: twice their pause. */
const MAX_REST_MS = 60_000

/** Combines the models' failures: the last model that read the material counts. */
function kindOf(failures: readonly TryFailure[]): ModelFailureKind {
  for (const { kind } of failures.toReversed()) {
    if (kind === 'refused' || kind === 'invalid' || kind === 'too_long' || kind === 'cut') return kind
  }
  return failures.at(-1)?.kind === 'timed_out' ? 'timed_out' : 'unavailable'
}

/** Asks the models in order; waits if all are paused. Throws ModelFailure when none answers, or the signal's reason. */
export async function askModels<T>(
  models: readonly ProviderModel[],
  call: ModelCall<T>,
  tools: AskTools,
): Promise<ModelAnswer<T>> {
  call.signal.throwIfAborted()
  const { least } = estimateTokens(`${call.instructions}\n${call.prompt}`)
  const until = tools.now().getTime() + MAX_REST_MS
  for (;;) {
    const failures: TryFailure[] = []
    const rests: number[] = []
    for (const model of models) {
      try {
        const needed = least + call.maxOutputTokens
        if (needed > model.windowTokens)
          throw new TryFailure('too_long', `takes ${model.windowTokens} tokens, and the request has at least ${needed}`)
        return { value: await askModel(model, call, tools), model: model.name }
      } catch (error) {
        if (!(error instanceof TryFailure)) throw error
        failures.push(error)
        if (error.kind === 'resting') rests.push(model.breaker.restMs())
      }
    }
    const rest = Math.min(...rests)
    if (failures.length > rests.length || tools.now().getTime() + rest > until) {
      const lines = failures.map(({ message }, at) => `${models[at]?.name} ${message}`)
      throw new ModelFailure(kindOf(failures), `No language model gave an answer: ${lines.join('; ')}`)
    }
    await tools.pause(rest, call.signal)
  }
}

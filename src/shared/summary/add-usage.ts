import type { ModelUsage } from './summary.ts'

/** Adds up model usage, model by model. A cost with an unknown part is unknown. */
export function addUsage(before: readonly ModelUsage[] | null, more: readonly ModelUsage[]): ModelUsage[] {
  const sums = new Map((before ?? []).map((usage) => [usage.model, usage]))
  for (const usage of more) {
    const { model } = usage
    const known: ModelUsage = sums.get(model) ?? { model, calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 }
    const audioMinutes = (known.audioMinutes ?? 0) + (usage.audioMinutes ?? 0)
    sums.set(model, {
      model,
      calls: known.calls + usage.calls,
      inputTokens: known.inputTokens + usage.inputTokens,
      outputTokens: known.outputTokens + usage.outputTokens,
      costUsd: known.costUsd === null || usage.costUsd === null ? null : known.costUsd + usage.costUsd,
      ...(audioMinutes === 0 ? {} : { audioMinutes }),
    })
  }
  return [...sums.values()]
}

import type { ModelUsage } from '../../../shared/summary.ts'

const sumOf = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b)

/** What models were used for in two stretches of work, model by model. The cost of a sum with an unknown part is unknown. */
export function addUsage(before: readonly ModelUsage[] | null, more: readonly ModelUsage[]): ModelUsage[] {
  const sums = new Map((before ?? []).map((usage) => [usage.model, usage]))
  for (const usage of more) {
    const known = sums.get(usage.model)
    sums.set(
      usage.model,
      known === undefined
        ? usage
        : {
            model: usage.model,
            calls: known.calls + usage.calls,
            inputTokens: known.inputTokens + usage.inputTokens,
            outputTokens: known.outputTokens + usage.outputTokens,
            costUsd: sumOf(known.costUsd, usage.costUsd),
          },
    )
  }
  return [...sums.values()]
}

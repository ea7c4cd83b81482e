import { calcPrice } from '@pydantic/genai-prices'
import type { ModelUsage } from '../../shared/summary/summary.ts'
import type { ProviderModel } from './provider-model.ts'

/** Token usage of one try, as reported by the provider or estimated. */
export interface Spent {
  /** Including cached tokens. */
  inputTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
  /** Including thinking. */
  outputTokens: number
}

type PricedModel = Pick<ProviderModel, 'name' | 'modelId' | 'priceProvider'>

/** List price in US dollars. Requests are priced one by one, because some prices depend on a request's length. */
function costUsd(model: PricedModel, spent: Spent): number | null {
  if (model.priceProvider === null) return null
  const { inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens } = spent
  const usage = {
    input_tokens: Math.max(inputTokens, cacheReadTokens + cacheWriteTokens),
    cache_read_tokens: cacheReadTokens,
    cache_write_tokens: cacheWriteTokens,
    output_tokens: outputTokens,
  }
  try {
    return calcPrice(usage, model.modelId, { providerId: model.priceProvider })?.total_price ?? null
  } catch {
    // The table has no price for such a use of this model.
    return null
  }
}

export function createMeter() {
  const lines = new Map<string, ModelUsage>()
  return {
    add: (model: PricedModel, spent: Spent): void => {
      const { name } = model
      const line = lines.get(name) ?? { model: name, calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 }
      lines.set(name, line)
      const cost = costUsd(model, spent)
      line.calls += 1
      line.inputTokens += spent.inputTokens
      line.outputTokens += spent.outputTokens
      line.costUsd = line.costUsd === null || cost === null ? null : line.costUsd + cost
    },
    usage: (): ModelUsage[] => Array.from(lines.values(), (line) => ({ ...line })),
  }
}

import { describe, expect, it } from 'vitest'
import { createMeter } from './meter.ts'

const spent = { inputTokens: 100_000, cacheReadTokens: 0, cacheWriteTokens: 0, outputTokens: 1000 }
const mini = { name: 'openai:gpt-4o-mini', modelId: 'gpt-4o-mini', priceProvider: 'openai' }

describe('the meter', () => {
  it('adds up the usage of each model at its list price', () => {
    const meter = createMeter()
    meter.add(mini, spent)
    meter.add(mini, { ...spent, outputTokens: 3000 })
    const [line] = meter.usage()
    expect(meter.usage()).toHaveLength(1)
    expect(line).toMatchObject({ model: mini.name, calls: 2, inputTokens: 200_000, outputTokens: 4000 })
    // $0.15 and $0.60 a million tokens since 2024.
    expect(line?.costUsd).toBeCloseTo(0.03 + 0.0024, 6)
  })

  it('prices cached tokens at their own price', () => {
    const meter = createMeter()
    meter.add(mini, { ...spent, cacheReadTokens: 60_000 })
    expect(meter.usage()[0]?.costUsd).toBeCloseTo(0.04 * 0.15 + 0.06 * 0.075 + 0.0006, 6)
  })

  it('has no price for unknown models', () => {
    const meter = createMeter()
    meter.add({ name: 'local:any', modelId: 'gpt-4o-mini', priceProvider: null }, spent)
    meter.add({ name: 'openai:new', modelId: 'unheard-of', priceProvider: 'openai' }, spent)
    expect(meter.usage().map(({ costUsd }) => costUsd)).toEqual([null, null])
    expect(createMeter().usage()).toEqual([])
  })
})

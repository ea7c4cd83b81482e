import { expect, it } from 'vitest'
import { contextTokensOf, knownWindow, priceProvider, windowOf } from './context-window.ts'

it('finds the provider of a model by its URL', () => {
  expect(priceProvider('openai', null)).toBe('openai')
  expect(priceProvider('openai', 'https://api.openai.com/v1')).toBe('openai')
  expect(priceProvider('openai', 'https://models.example/v1')).toBeNull()
  expect(priceProvider('local', 'http://localhost:11434/v1')).toBeNull()
  expect(priceProvider('local', 'https://openrouter.ai/api/v1')).toBe('openrouter')
})

it('knows the windows of well-known models', () => {
  expect(knownWindow('openai', 'gpt-4o')).toBe(128_000)
  expect(knownWindow('anthropic', 'claude-sonnet-4-5')).toBe(200_000)
  expect(knownWindow('openai', 'unheard-of')).toBeNull()
  expect(knownWindow(null, 'gpt-4o')).toBeNull()
})

it('takes the configured number if the table has a lower one or none', () => {
  expect(windowOf(8192, false, 32_000)).toBe(32_000)
  expect(windowOf(200_000, false, 32_000)).toBe(200_000)
  expect(windowOf(null, true, 32_000)).toBe(32_000)
  expect([windowOf(null, true, null), windowOf(null, false, null)]).toEqual([8192, 128_000])
})

it('plans with the configured number, else with a share of the window', () => {
  expect(contextTokensOf(1_000_000, 500_000)).toBe(499_500)
  expect(contextTokensOf(1_000_000, null)).toBe(127_500)
  expect(contextTokensOf(8192, null)).toBe(7282)
})

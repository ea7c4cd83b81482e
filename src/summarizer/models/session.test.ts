import { describe, expect, it } from 'vitest'
import { fails, refuses, reportsUsage, runsOut, silent, wrongShape } from '../../../tests/standins/models/behaviors.ts'
import { always, byModel, type Script } from '../../../tests/standins/models/script.ts'
import { forEachTest } from '../../../tests/support/suite.ts'
import { anthropic, local, openai, providers, startTestModels, value } from '../../../tests/support/test-models.ts'

const models = forEachTest(startTestModels)

describe('the order of the models', () => {
  const script = (scripts: Record<string, Script>) => models.server.play(byModel(scripts))

  it('continues with the next when one refuses, fails or times out', async () => {
    script({
      'gpt-5-mini': always(refuses()),
      'claude-sonnet-4-5': always(fails('server_error')),
      'gemini-2.5-flash': always(silent),
    })
    const answer = await models.ask(providers, { callTimeoutMs: 800 })
    expect(answer).toEqual({ value, model: local })
    expect(models.server.requests.map(({ model }) => model)).toEqual([
      'gpt-5-mini',
      'claude-sonnet-4-5',
      'claude-sonnet-4-5',
      'claude-sonnet-4-5',
      'gemini-2.5-flash',
      'qwen3:8b',
    ])
  })

  it('keeps colons and slashes in the names of models', async () => {
    await models.ask(['local:meta-llama/llama-3.3-70b-instruct:free'])
    expect(models.server.requests[0]?.model).toBe('meta-llama/llama-3.3-70b-instruct:free')
  })

  it('reports the failure of the last model that read the material', async () => {
    script({ 'gpt-5-mini': always(refuses()), 'qwen3:8b': always(fails('server_error')) })
    await expect(models.ask([openai, local])).rejects.toMatchObject({ kind: 'refused' })
    script({ 'gpt-5-mini': always(wrongShape), 'qwen3:8b': always(refuses()) })
    await expect(models.ask([openai, local])).rejects.toMatchObject({ kind: 'refused' })
    script({ 'gpt-5-mini': always(refuses()), 'qwen3:8b': always(wrongShape) })
    await expect(models.ask([openai, local])).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringMatching(/openai:gpt-5-mini declined .*; local:qwen3:8b answered in another shape/),
    })
    script({ 'qwen3:8b': always(runsOut, reportsUsage({ outputTokens: 10_000 })) })
    await expect(models.ask([local], { contextTokens: 100_000 })).rejects.toMatchObject({ kind: 'cut' })
  })

  it('skips a model whose window is too small', async () => {
    const prompt = 'word '.repeat(9000)
    script({ 'gpt-5-mini': always(fails('server_error')) })
    await expect(models.ask([openai, local], {}, { prompt })).rejects.toMatchObject({ kind: 'too_long' })
    expect(models.server.requests.map(({ model }) => model)).not.toContain('qwen3:8b')
  })

  it('plans with the first model’s window, at most 128,000 tokens by default', () => {
    expect(models.create([openai, local], { openaiBaseUrl: null }).contextTokens).toBe(127_500)
    expect(models.create(['openai:gpt-4'], { openaiBaseUrl: null }).contextTokens).toBe(7282)
    expect(models.create(['openai:unheard-of'], { openaiBaseUrl: null }).contextTokens).toBe(121_100)
    expect(models.create([local]).contextTokens).toBe(7282)
    expect(models.create([local], { contextTokens: 32_768 }).contextTokens).toBe(32_268)
    expect(models.create([openai], { contextTokens: 900_000 }).contextTokens).toBe(899_500)
  })

  it('requires the names, keys and URLs of its models', () => {
    expect(() => models.create(['mistral:large'])).toThrow('Not the name of a language model: mistral:large')
    expect(() => models.create(['openai:'])).toThrow('Not the name of a language model')
    expect(() => models.create([anthropic], { anthropicApiKey: null })).toThrow(
      'No API key is set for anthropic models.',
    )
    expect(() => models.create([local], { localUrl: null })).toThrow('No URL is set for the local model server.')
  })
})

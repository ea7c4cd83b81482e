import { describe, expect, it } from 'vitest'
import { createPipeline } from '../../src/pipeline/pipeline.ts'
import { readPipelineConfig } from '../../src/server/platform/config/config.ts'
import { createModels, createThreadedSummarizer } from '../../src/summarizer/index.ts'
import {
  fails,
  rateLimited,
  refuses,
  reportsUsage,
  shortensPrompt,
  silent,
  slowPieces,
  stallsAfter,
} from '../standins/models/behaviors.ts'
import { faithfulModel } from '../standins/models/fake-models/faithful-model.ts'
import { always, byModel } from '../standins/models/script.ts'
import { canaryKey, freshText, nameOf, startModelProduct, vendors } from '../support/model-product.ts'
import { forSuite } from '../support/suite.ts'
import { sharedThreads } from '../support/threads.ts'

const names = vendors.map(({ model }) => model)
const [openai = '', anthropic = '', google = '', local = ''] = names

describe('a list of models', () => {
  const env = { AI_CHECK: 'off', AI_CALL_TIMEOUT_SECONDS: '4', AI_STALL_TIMEOUT_SECONDS: '2' }
  const product = forSuite(async () => startModelProduct({ models: names, env }))

  it('is tried in order until one answers, and the usage of each is counted', async () => {
    const { response, requests } = await product.ask(
      byModel({
        [nameOf(openai)]: [rateLimited(3600)],
        [nameOf(anthropic)]: [stallsAfter(1), fails('out_of_quota')],
        [nameOf(google)]: [silent],
      }),
    )
    expect(response.statusCode).toBe(201)
    expect(response.json().engine).toMatchObject({ id: local })
    expect(response.json().engine.label).not.toContain('OpenAI')
    expect(requests.map(({ protocol, outcome }) => [protocol, outcome])).toEqual([
      ['openai-responses', 'answered'],
      ['anthropic', 'left'],
      ['anthropic', 'answered'],
      ['google', 'left'],
      ['openai-chat', 'answered'],
    ])
    const usage = (await product.rowOf(response.json().id))?.usage
    expect(usage?.map(({ model, calls }) => [model, calls])).toEqual([
      [anthropic, 1],
      [local, 1],
    ])
    for (const failed of ['limited', 'stalled', 'denied', 'timed_out'])
      expect(product.logged()).toContain(`"failure":"${failed}"`)
    expect(product.logged()).not.toContain(canaryKey)
  })
})

describe('a self-hosted model that writes longer than the time limit', () => {
  it('finishes its answer', async () => {
    const product = await startModelProduct({
      models: ['local:qwen3:8b'],
      env: { SUMMARY_TIMEOUT_SECONDS: '5', AI_CHECK: 'off' },
    })
    const started = performance.now()
    const { response } = await product.ask([slowPieces(800, 80)])
    expect(response.statusCode).toBe(201)
    expect(performance.now() - started).toBeGreaterThan(5000)
    await product.close()
  })
})

describe('a text longer than a model’s context', () => {
  const product = forSuite(async () => startModelProduct({ models: [local], env: { AI_CONTEXT_TOKENS: '16384' } }))
  /** A server with 1,024 tokens of context, which shows that in its token count only. */
  const small = [shortensPrompt(300, faithfulModel), reportsUsage({ inputTokens: 1024 })]
  const long = (): string => Array.from({ length: 5 }, freshText).join('\n\n')

  it.each([
    ['the server says so', [[fails('too_long')]]],
    ['the server reads its end alone and says nothing', [small]],
  ])('is read in sections when %s', async (_, script) => {
    const { response, requests } = await product.ask(script, { content: long() })
    expect(response.statusCode).toBe(201)
    const { coverage } = response.json()
    expect(coverage.sections).toBeGreaterThan(1)
    expect(coverage).toMatchObject({ sectionsRead: coverage.sections, wordsRead: coverage.words })
    const [whole = 0, ...parts] = requests.map(({ turns }) => turns.at(-1)?.text.length ?? 0)
    expect(Math.max(...parts)).toBeLessThan(whole * 0.7)
  })

  it('is not summarized from a silently truncated prompt', async () => {
    const before = await product.used()
    const { response } = await product.ask(always(...small), { content: long() })
    expect([response.statusCode, response.json().code]).toEqual([503, 'model_unavailable'])
    expect(response.json().message).toMatch(/too long for the language model used here/)
    expect(await product.used()).toBe(before)
  })
})

describe('the cost of a summary', () => {
  const hosted = names.slice(0, 3)
  const hosts: string[] = []
  const product = forSuite(async () => {
    // The stand-in answers at the providers' own URLs, for which prices are known.
    const makePipeline = (origin: string) => {
      const { ai, ...rest } = readPipelineConfig({ FETCH_ALLOW_PRIVATE: 'true' })
      const keys = { openaiApiKey: canaryKey, anthropicApiKey: canaryKey, googleApiKey: canaryKey }
      const [first = '', ...others] = hosted
      const models = createModels(
        { ...ai, ...keys, models: [first, ...others] },
        {
          fetch: async (input, init) => {
            const { host, pathname, search } = new URL(input instanceof Request ? input.url : input)
            hosts.push(host)
            return fetch(`${origin}${pathname}${search}`, init)
          },
        },
      )
      const summarizer = createThreadedSummarizer(sharedThreads(), {
        models,
        parallelCalls: ai.parallelCalls,
        secondRead: false,
      })
      return { ...createPipeline({ ai, ...rest }), summarizer }
    }
    return startModelProduct({ models: hosted, makePipeline })
  })

  it('is stored at list prices, per model', async () => {
    const million = reportsUsage({ inputTokens: 1_000_000, outputTokens: 1_000_000 })
    const { response } = await product.ask(
      byModel({
        [nameOf(openai)]: [[refuses(), million]],
        [nameOf(anthropic)]: [[refuses(), million]],
        [nameOf(google)]: [million],
      }),
    )
    expect(response.json()).toMatchObject({ status: 'ready', engine: { id: google } })
    expect(hosts).toEqual(['api.openai.com', 'api.anthropic.com', 'generativelanguage.googleapis.com'])
    const usage = (await product.rowOf(response.json().id))?.usage ?? []
    expect(usage.map(({ model }) => model)).toEqual(hosted)
    for (const { inputTokens, outputTokens, costUsd } of usage) {
      expect([inputTokens, outputTokens]).toEqual([1_000_000, 1_000_000])
      expect(costUsd).toBeGreaterThan(1)
      expect(costUsd).toBeLessThan(100)
    }
    expect(response.body).not.toMatch(/costUsd|inputTokens/)
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { honest, scriptedModels } from '../../../tests/support/scripted-models.ts'
import { type ResultWithTexts, withTexts } from '../../../tests/support/with-texts.ts'
import { AppError } from '../../shared/errors.ts'
import { packDocument } from '../../threads/packed-document.ts'
import { createThreadPool, mebibytes, type ThreadPool } from '../../threads/thread-pool.ts'
import { ModelFailure, type Models } from '../models/model.ts'
import type { SummarizeOptions, SummarizerEvent } from '../summarizer.ts'
import { article, documentOf, paragraph } from '../testing/documents.ts'
import { createThreadedSummarizer } from './threaded-summarizer.ts'

const { signal } = new AbortController()

/** A document whose every word is another one. */
const words = packDocument(
  documentOf(
    Array.from({ length: 3000 }, (_, at) =>
      paragraph(at + 1, Array.from({ length: 100 }, (__, n) => `w${(at * 100 + n).toString(36)}x.`).join(' ')),
    ),
  ),
)

/** Beginning of the first paragraph of an article. */
const line = 'In year 1001 and month 1, people say,'

async function resultOf(events: AsyncIterable<SummarizerEvent>): Promise<ResultWithTexts> {
  for await (const event of events) if (event.type === 'done') return withTexts(event.result)
  throw new Error('There was no result.')
}

describe('the summarizer on threads', () => {
  let pool: ThreadPool
  let summarizer: ReturnType<typeof createThreadedSummarizer>
  const open = (models: Models | null, memoryBytes = mebibytes(512)): void => {
    const parts = models === null ? null : { models, parallelCalls: 2, secondRead: true }
    pool = createThreadPool()
    summarizer = createThreadedSummarizer(pool, parts, memoryBytes)
  }
  const summarize = async (
    document = packDocument(article(20)),
    options: Partial<SummarizeOptions> = {},
  ): Promise<ResultWithTexts> => resultOf(summarizer.summarize(document, { advanced: false, signal, ...options }))
  afterEach(async () => pool.close())

  it('works on another thread', async () => {
    open(null)
    await summarize()
    const document = packDocument(article(3000))
    const main = process.threadCpuUsage()
    const all = process.cpuUsage()
    expect((await summarize(document)).coverage.words).toBeGreaterThan(200_000)
    const { user, system } = process.threadCpuUsage(main)
    const total = process.cpuUsage(all)
    expect(user + system).toBeLessThan((total.user + total.system) / 4)
  })

  it('emits events in order, the result last', async () => {
    open(null)
    const types: string[] = []
    for await (const { type } of summarizer.summarize(packDocument(article(20)), { advanced: false, signal }))
      types.push(type)
    expect(types).toEqual(['progress', 'progress', 'done'])
  })

  it('fails only the document that exceeds its memory', async () => {
    open(null, mebibytes(90))
    const beside = summarize()
    await expect(summarize(words)).rejects.toEqual(
      new AppError(
        'source_too_complex',
        'This source takes too much memory to summarize, so it was stopped. Try a shorter one.',
      ),
    )
    expect((await beside).basicSummary).not.toBe('')
    expect((await summarize()).basicSummary).not.toBe('')
  })

  it('rejects a document without sentences with the engine’s error', async () => {
    open(null)
    await expect(summarize(packDocument(documentOf([paragraph(1, 'Short.')])))).rejects.toMatchObject({
      code: 'source_too_short',
    })
  })

  it('ends when the signal fires', async () => {
    open(null)
    const stop = new AbortController()
    const stopped = summarize(words, { signal: stop.signal })
    stop.abort()
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' })
    expect((await summarize()).basicSummary).not.toBe('')
  })

  it('calls language models and stores checkpoints in the main thread', async () => {
    const kept = new Map<string, unknown>()
    const models = scriptedModels(honest, 3000, 'local:test')
    open(models)
    const usage: number[] = []
    const options: Partial<SummarizeOptions> = {
      memory: {
        get: async (key) => kept.get(key),
        set: async (key, value) => void kept.set(key, value),
      },
      onUsage: (lines) => usage.push(lines[0]?.calls ?? 0),
    }
    const result = await summarize(packDocument(article(40)), options)
    expect(result.page.gist.text).toContain(line)
    expect(result.usage[0]?.calls).toBe(models.requests.length)
    expect(usage.at(-1)).toBe(models.requests.length)
    expect(kept.size).toBeGreaterThan(1)

    const before = models.requests.length
    await summarize(packDocument(article(40)), options)
    expect(models.requests.length - before).toBeLessThan(before)
  })

  it('passes on a model’s failure with its cause', async () => {
    open({
      names: ['local:test'],
      contextTokens: 8000,
      begin: () => ({
        call: async () => {
          throw new ModelFailure('refused', 'local:test declined')
        },
        usage: () => [],
      }),
    })
    const error = await summarize().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'model_refused' })
    const { message } = z.object({ cause: z.instanceof(Error) }).parse(error).cause
    expect(message).toContain('local:test declined')
  })

  it('fails with the main thread’s error', async () => {
    open({
      names: ['local:test'],
      contextTokens: 8000,
      begin: () => ({
        call: async () => {
          throw new TypeError('broken')
        },
        usage: () => [],
      }),
    })
    await expect(summarize()).rejects.toThrow(new TypeError('broken'))
  })
})

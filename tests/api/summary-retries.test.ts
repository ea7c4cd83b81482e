import { afterEach, describe, expect, it } from 'vitest'
import { removeOldCheckpoints } from '../../src/server/features/summaries/checkpoint-repo.ts'
import { AppError } from '../../src/shared/errors.ts'
import { emptyPage } from '../../src/shared/summary/partial-page.ts'
import { articles, startArticleSite } from '../support/article-site.ts'
import {
  type FakeSummarizerPipeline,
  fakeResult,
  fakeSummarizerPipeline,
  finishImmediately,
  type Summarize,
} from '../support/fake-summarizer.ts'
import { filePipeline, standinFile } from '../support/pipelines.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { testContext } from '../support/summaries-context.ts'
import { tidePools } from '../support/texts.ts'
import { storedFiles, uploadFile } from '../support/uploads.ts'

const article = articles[0]!
const usage = [{ model: 'local:hand', calls: 2, inputTokens: 50, outputTokens: 5, costUsd: 0.002 }]

/** Fails after using models. */
const unavailable: Summarize = async function* (_, { onUsage }) {
  yield { type: 'partial', page: { ...emptyPage, gist: 'It begins well.' } }
  onUsage?.(usage)
  throw new AppError('model_unavailable', 'No language model answers just now. Please try again in a few minutes.')
}

describe('a failed summary', () => {
  let test: TestProduct
  let pipeline: FakeSummarizerPipeline
  let user: TestClient
  const site = forSuite(async () => startArticleSite())
  afterEach(async () => test.close())

  async function start(own: FakeSummarizerPipeline): Promise<void> {
    pipeline = own
    test = await startTestProduct({ pipeline })
    user = await test.register('ada@example.com')
  }
  const used = async (): Promise<number> => (await user.get('/api/stats')).json().summariesUsed
  const ask = async (payload: object) => user.post('/api/summaries', payload)
  const retry = async (id: string) => user.post(`/api/summaries/${id}/retry`)
  const newest = async () => (await user.get('/api/summaries')).json()[0]
  const rowOf = async (id: string) =>
    test.database.db.query.summaries.findFirst({ where: (table, { eq }) => eq(table.id, id) })

  it('is retried from its checkpoint, with usage added up', async () => {
    await start(fakeSummarizerPipeline(unavailable))
    const failed = await ask({ url: site.articleUrl(article), language: 'de' })
    expect(failed.statusCode).toBe(503)
    expect(failed.json()).toMatchObject({ code: 'model_unavailable', message: expect.stringContaining('try again') })
    const { id, ...row } = await newest()
    expect(row).toMatchObject({ status: 'failed', failureCode: 'model_unavailable', title: article.title })
    expect([await used(), (await rowOf(id))?.usage]).toEqual([0, usage])

    pipeline.become(finishImmediately)
    const again = await retry(id)
    expect(again.statusCode).toBe(201)
    expect(again.json()).toMatchObject({ id, status: 'ready', language: 'de', failureMessage: null, cached: false })
    expect([pipeline.reads(), await used()]).toEqual([1, 1])
    const kept = await rowOf(id)
    expect(kept).toMatchObject({ input: null, partialPage: null })
    expect(kept?.usage).toMatchObject([{ model: 'local:hand', calls: 3, inputTokens: 150, outputTokens: 15 }])
    expect(await test.database.db.query.checkpoints.findMany()).toEqual([])
    const twice = await retry(id)
    expect([twice.statusCode, twice.json().code]).toEqual([409, 'summary_not_failed'])
  })

  it('reads its source again where that was what failed', async () => {
    await start(fakeSummarizerPipeline())
    pipeline.become(async function* () {
      yield { type: 'progress', progress: { stage: 'summarizing', done: 0, total: 1 } }
      throw new AppError('source_too_short', 'There is too little text here to summarize.')
    })
    expect((await ask({ url: site.articleUrl(article) })).statusCode).toBe(422)
    pipeline.become(finishImmediately)
    expect((await retry((await newest()).id)).statusCode).toBe(201)
    expect(pipeline.reads()).toBe(2)
  })

  it('does not need its file once it was read', async () => {
    await start(fakeSummarizerPipeline(unavailable, { base: filePipeline() }))
    const upload = async () => uploadFile(test, user, 'Carrow.docx', standinFile('docx', tidePools))
    expect((await ask({ fileUrl: await upload() })).statusCode).toBe(503)
    await expect.poll(async () => storedFiles(test.dataDir)).toEqual([])
    const { id } = await newest()
    const reads = pipeline.reads()
    expect((await retry(id)).statusCode).toBe(503)
    pipeline.become(finishImmediately)
    expect((await retry(id)).json()).toMatchObject({ status: 'ready', sourceInfo: { fileName: 'Carrow.docx' } })
    expect(pipeline.reads()).toBe(reads)

    pipeline.become(unavailable)
    await ask({ fileUrl: await uploadFile(test, user, 'B.docx', standinFile('docx', `B ${tidePools}`)) })
    const tomorrow = { now: () => new Date(Date.now() + 25 * 60 * 60_000) }
    await removeOldCheckpoints(testContext(test.database.db, { clock: tomorrow }))
    const late = await retry((await newest()).id)
    expect([late.statusCode, late.json().code]).toEqual([410, 'upload_expired'])
    expect(await used()).toBe(1)
  })

  it('keeps its file, unless the file caused the failure', async () => {
    let fault: Error | null = null
    const base = filePipeline()
    const { ingest } = base
    const reading = {
      ...base,
      ingest: {
        ...ingest,
        read: async (...args: Parameters<typeof ingest.read>) => {
          if (fault !== null) throw fault
          return ingest.read(...args)
        },
      },
    }
    await start(fakeSummarizerPipeline(finishImmediately, { base: reading }))
    const upload = async (text: string) => {
      const fileUrl = await uploadFile(test, user, 'Carrow.docx', standinFile('docx', text))
      await user.post('/api/files/process', { fileUrl })
      return fileUrl
    }
    const first = await upload(tidePools)
    fault = new TypeError('the reader broke')
    expect((await ask({ fileUrl: first })).statusCode).toBe(500)
    fault = null
    expect((await retry((await newest()).id)).statusCode).toBe(201)
    const second = await upload(`B ${tidePools}`)
    fault = new AppError('source_damaged', 'This document is damaged.')
    expect((await ask({ fileUrl: second })).statusCode).toBe(422)
    expect((await retry((await newest()).id)).statusCode).toBe(410)
    await expect.poll(async () => storedFiles(test.dataDir)).toEqual([])
    expect(await used()).toBe(1)
  })

  it('reuses the summarizer’s checkpoints, also after a crash', async () => {
    const found: unknown[] = []
    const pieces: Summarize = async function* (document, options) {
      const { memory } = options
      found.push(await memory?.get('section 1'), await memory?.get('unheard of'))
      await memory?.set('section 1', { text: 'nul \0 and \ud800', numbers: [1, 2] })
      await memory?.set('too much', 'x'.repeat(17 * 1024 * 1024))
      found.push(await memory?.get('too much'))
      if (found.length < 6) throw new TypeError('the summarizer broke')
      yield { type: 'done', result: fakeResult(document, options) }
    }
    await start(fakeSummarizerPipeline(pieces))
    expect((await ask({ url: site.articleUrl(article) })).statusCode).toBe(201)
    const kept = { text: 'nul \0 and \ud800', numbers: [1, 2] }
    expect(found).toEqual([undefined, undefined, undefined, kept, undefined, undefined])
    expect(pipeline.reads()).toBe(1)
  })
})

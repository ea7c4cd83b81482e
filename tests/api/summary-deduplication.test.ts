import { afterEach, describe, expect, it } from 'vitest'
import { summaries } from '../../src/server/db/schema/index.ts'
import { articles, startArticleSite } from '../support/article-site.ts'
import { type FakeSummarizerPipeline, fakeResult, fakeSummarizerPipeline } from '../support/fake-summarizer.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { filePipeline, standinFile } from '../support/pipelines.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'
import { setPlan, storedFiles, uploadFile } from '../support/uploads.ts'

const article = articles[0]!
const prefer = { prefer: 'respond-async' }

describe('deduplication of summaries', () => {
  let test: TestProduct
  let pipeline: FakeSummarizerPipeline
  let user: TestClient
  const site = forSuite(async () => startArticleSite())
  afterEach(async () => test.close())

  async function start(own = fakeSummarizerPipeline()): Promise<void> {
    pipeline = own
    test = await startTestProduct({ pipeline })
    user = await test.register('ada@example.com')
  }
  const used = async (client = user): Promise<number> => (await client.get('/api/stats')).json().summariesUsed
  const listed = async (): Promise<string[]> =>
    (await user.get('/api/summaries')).json().map(({ id }: { id: string }) => id)
  const ask = async (payload: object, client = user) => {
    const response = await client.copy().post('/api/summaries', payload)
    return { status: response.statusCode, ...response.json() }
  }

  it('returns the earlier summary of a text, without a second row', async () => {
    await start()
    const first = await ask({ content: tidePools, title: 'My pools' })
    expect(first).toMatchObject({ status: 'ready', cached: false, title: 'My pools' })
    const again = await user.post('/api/summaries', { content: tidePools })
    expect(again.json()).toEqual({ ...first, cached: true })
    expect([again.statusCode, again.headers['location']]).toEqual([201, `/api/summaries/${first.id}`])
    const hurried = await user.post('/api/summaries', { content: tidePools, title: 'Pools again' }, prefer)
    expect([hurried.statusCode, hurried.headers['preference-applied']]).toEqual([201, undefined])
    expect(hurried.json()).toMatchObject({ id: first.id, title: 'My pools', cached: true })
    expect([pipeline.reads(), pipeline.begun(), await used(), await listed()]).toEqual([1, 1, 1, [first.id]])
    expect((await user.get(`/api/summaries/${first.id}`)).json()).toMatchObject({ cached: false })
  })

  it('creates a new summary with fresh, which counts, and later repeats return it', async () => {
    await start()
    await setPlan(test, 'ada@example.com', 'lite')
    const first = await ask({ content: tidePools })
    const fresh = await ask({ content: tidePools, fresh: true })
    expect(fresh).toMatchObject({ status: 'ready', cached: false })
    expect([pipeline.begun(), await used(), await listed()]).toEqual([2, 2, [fresh.id, first.id]])
    expect(await ask({ content: tidePools })).toMatchObject({ id: fresh.id, cached: true })
    const page = await ask({ url: site.articleUrl(article) })
    const freshPage = await ask({ url: site.articleUrl(article), fresh: true })
    expect(freshPage).toMatchObject({ status: 'ready', cached: false })
    expect([await used(), await listed()]).toEqual([3 + 1, [freshPage.id, page.id, fresh.id, first.id]])
  })

  it('separates users, languages and plans', async () => {
    await start()
    await ask({ content: tidePools })
    const other = await test.register()
    expect(await ask({ content: tidePools }, other)).toMatchObject({ cached: false })
    expect(await ask({ content: tidePools, language: 'de' })).toMatchObject({ cached: false, language: 'de' })
    expect(await ask({ content: tidePools, language: 'de' })).toMatchObject({ cached: true, language: 'de' })
    expect(await ask({ content: tidePools, language: 'source' })).toMatchObject({ cached: true, language: 'en' })
    await setPlan(test, 'ada@example.com', 'elite')
    expect(await ask({ content: tidePools })).toMatchObject({ cached: false, isProContent: true })
    expect([await used(), await used(other)]).toEqual([3, 1])
  })

  it('ignores deleted summaries, and those with unread parts', async () => {
    await start()
    const { id } = await ask({ content: tidePools })
    await user.delete(`/api/summaries/${id}`)
    pipeline.become(async function* (document, options) {
      const coverage = { words: 9, wordsRead: 5, sections: 2, sectionsRead: 1, unread: ['The second part'] }
      yield { type: 'done', result: fakeResult(document, options, { coverage }) }
    })
    expect(await ask({ content: tidePools })).toMatchObject({
      cached: false,
      coverage: { unread: ['The second part'] },
    })
    expect(await ask({ content: tidePools })).toMatchObject({ cached: false })
    expect(await used()).toBe(3)
  })

  it('fetches a page again, and returns the earlier summary if it has not changed', async () => {
    await start()
    const first = await ask({ url: site.articleUrl(article) })
    expect(first).toMatchObject({ status: 'ready', cached: false })
    const again = await ask({ url: site.articleUrl(article) })
    expect(again).toEqual({ ...first, cached: true })
    const moved = await ask({ url: site.movedUrl(article) })
    expect(moved).toMatchObject({ id: first.id, cached: true, originalUrl: site.articleUrl(article) })
    expect([pipeline.reads(), pipeline.begun(), await used(), await listed()]).toEqual([3, 1, 1, [first.id]])
  })

  it('returns the latest summary immediately with reuse, whatever the page and the engine are by now', async () => {
    await start()
    await setPlan(test, 'ada@example.com', 'lite')
    const url = site.articleUrl(article)
    const first = await ask({ url })
    expect(await ask({ url, reuse: true })).toEqual({ ...first, cached: true })
    expect([pipeline.reads(), pipeline.begun(), await used(), await listed()]).toEqual([1, 1, 1, [first.id]])
    await test.database.db.update(summaries).set({ cacheKey: 'v1 older:model basic source' })
    expect(await ask({ url, reuse: true })).toMatchObject({ id: first.id, cached: true })
    expect(await ask({ url, reuse: true, language: 'de' })).toMatchObject({ cached: false, language: 'de' })
    const fresh = await ask({ url, fresh: true, reuse: true })
    expect(fresh).toMatchObject({ cached: false })
    expect(await ask({ url, reuse: true, language: 'source' })).toMatchObject({ id: fresh.id, cached: true })
    expect(await used()).toBe(3)
    const other = await test.register()
    expect(await ask({ url, reuse: true }, other)).toMatchObject({ cached: false })
    await setPlan(test, 'ada@example.com', 'elite')
    expect(await ask({ url, reuse: true, language: 'source' })).toMatchObject({ cached: false, isProContent: true })
  })

  it('redirects the new id of a page to the earlier summary, also later, and never restores it', async () => {
    await start()
    const first = await ask({ url: site.articleUrl(article) })
    const accepted = await user.post('/api/summaries', { url: site.articleUrl(article) }, prefer)
    expect(accepted.statusCode).toBe(202)
    const { id } = accepted.json()
    expect(id).not.toBe(first.id)
    const eventOf = async () => (await user.get(`/api/summaries/${id}/events`)).body
    for (const body of [await eventOf(), await eventOf()]) {
      const last = body.split('\n').findLast((line) => line.startsWith('data: '))
      expect(JSON.parse(last!.slice('data: '.length))).toMatchObject({
        type: 'ready',
        summary: { id: first.id, cached: true },
      })
    }
    expect((await user.get(`/api/summaries/${id}`)).json()).toMatchObject({ id: first.id, cached: true })
    expect((await (await test.register()).get(`/api/summaries/${id}`)).statusCode).toBe(404)
    for (const path of ['restore', 'retry'])
      expect([path, (await user.post(`/api/summaries/${id}/${path}`)).statusCode]).toEqual([path, 404])
    expect((await user.delete(`/api/summaries/${id}`)).statusCode).toBe(404)
    expect([await used(), await listed()]).toEqual([1, [first.id]])
    await user.delete(`/api/summaries/${first.id}`)
    expect((await user.get(`/api/summaries/${id}`)).statusCode).toBe(404)
  })

  it('joins a summary of the same source in progress', async () => {
    const held = Promise.withResolvers<void>()
    await start(
      fakeSummarizerPipeline(async function* (document, options) {
        await held.promise
        yield { type: 'done', result: fakeResult(document, options) }
      }),
    )
    const one = user.copy().post('/api/summaries', { content: tidePools })
    await expect.poll(pipeline.begun, { timeout: 10_000 }).toBe(1)
    const two = await user.post('/api/summaries', { content: tidePools }, prefer)
    expect(two.statusCode).toBe(202)
    const other = await user.post('/api/summaries', { content: tidePools, language: 'de' }, prefer)
    await expect.poll(pipeline.begun, { timeout: 10_000 }).toBe(2)
    expect([await used(), await listed()]).toEqual([2, [other.json().id, two.json().id]])
    held.resolve()
    expect((await one).json()).toMatchObject({ id: two.json().id, cached: false })
    expect(pipeline.begun()).toBe(2)
  })

  it('returns the earlier summary of a file, and keeps the second upload for a fresh one', async () => {
    await start(fakeSummarizerPipeline(undefined, { base: filePipeline() }))
    const bytes = standinFile('docx', tidePools)
    const first = await ask({ fileUrl: await uploadFile(test, user, 'Carrow.docx', bytes) })
    expect(first).toMatchObject({ cached: false, contentType: 'document' })
    const second = await uploadFile(test, user, 'Carrow (1).docx', bytes)
    expect(await ask({ fileUrl: second })).toMatchObject({ id: first.id, cached: true })
    expect([pipeline.begun(), await used(), await listed()]).toEqual([1, 1, [first.id]])
    expect(await ask({ fileUrl: second, fresh: true })).toMatchObject({
      cached: false,
      sourceInfo: { fileName: 'Carrow (1).docx' },
    })
    expect(await used()).toBe(2)
    await expect.poll(async () => storedFiles(test.dataDir)).toEqual([])
  })

  it('works without quota, unless the content has changed', async () => {
    await start()
    let words = 'The first edition. '
    const { ingest } = pipeline
    const read = ingest.read
    ingest.read = async (input, options) =>
      input.kind === 'url'
        ? { ...(await read({ kind: 'text', content: `${words}${tidePools}` }, options)), url: input.url }
        : read(input, options)
    const url = 'https://review.example/pools'
    await ask({ url })
    await ask({ content: `2 ${tidePools}` })
    await ask({ content: `3 ${tidePools}` })
    expect(await used()).toBe(3)
    expect(await ask({ content: `4 ${tidePools}` })).toMatchObject({ status: 403, code: 'upgrade_required' })
    expect(await ask({ url: 'https://review.example/other' })).toMatchObject({ status: 403 })
    expect(await ask({ content: `3 ${tidePools}` })).toMatchObject({ status: 'ready', cached: true })
    expect(await ask({ url })).toMatchObject({ status: 'ready', cached: true })
    words = 'The second edition. '
    const changed = await ask({ url })
    expect(changed).toMatchObject({ status: 403, code: 'upgrade_required', requiresUpgrade: true })
    expect(changed.message).toMatch(/^This page has changed since you last summarized it.*used all 3 summaries/)
    expect(await used()).toBe(3)
    await setPlan(test, 'ada@example.com', 'lite')
    expect(await ask({ url })).toMatchObject({ status: 'ready', cached: false })
    expect(await used()).toBe(4)
  })

  it('counts once and keeps one row for two URLs of the same page', async () => {
    const held = Promise.withResolvers<void>()
    let made = 0
    await start(
      fakeSummarizerPipeline(async function* (document, options) {
        await held.promise
        made += 1
        yield { type: 'done', result: fakeResult(document, options, { page: pageOf({ gist: `Version ${made}.` }) }) }
      }),
    )
    const both = [ask({ url: site.articleUrl(article) }), ask({ url: site.movedUrl(article) })]
    await expect.poll(pipeline.begun, { timeout: 10_000 }).toBe(2)
    expect(await used()).toBe(2)
    held.resolve()
    const [one, two] = await Promise.all(both)
    expect(two.id).toBe(one.id)
    expect(one.cached).toBe(!two.cached)
    expect([await used(), await listed()]).toEqual([1, [one.id]])
  })

  it('returns the first result for a repeated Idempotency-Key, also if that was an earlier summary', async () => {
    await start()
    const { id } = await ask({ content: tidePools })
    const key = { 'idempotency-key': 'again' }
    for (const _ of [1, 2]) expect((await user.post('/api/summaries', { content: tidePools }, key)).json().id).toBe(id)
    const other = await user.post('/api/summaries', { content: 'Another text' }, key)
    expect([other.statusCode, other.json().code]).toEqual([409, 'idempotency_key_reused'])
    expect(await used()).toBe(1)
  })
})

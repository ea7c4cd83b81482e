import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ArticleSite, articles, startArticleSite } from '../support/article-site.ts'
import { type HandMadePipeline, handMade, handMadePipeline } from '../support/hand-made.ts'
import { filePipeline, standinFile } from '../support/pipelines.ts'
import { engines, startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'
import { keptFiles, setPlan, uploadFile } from '../support/uploads.ts'

const article = articles[0]!

describe.each(engines)('the same summary again on %s', (engine) => {
  let site: ArticleSite
  let test: TestProduct
  let pipeline: HandMadePipeline
  let person: TestClient
  beforeAll(async () => {
    site = await startArticleSite()
  })
  afterAll(async () => site.stop())
  afterEach(async () => test.close())

  async function start(own = handMadePipeline()): Promise<void> {
    pipeline = own
    test = await startTestProduct(engine, { pipeline })
    person = await test.person('ada@example.com')
  }
  const used = async (client = person): Promise<number> => (await client.get('/api/stats')).json().summariesUsed
  const ask = async (payload: object, client = person) => {
    const response = await client.copy().post('/api/summaries', payload)
    return { status: response.statusCode, ...response.json() }
  }

  it('of a text is there at once, costs nothing and says so', async () => {
    await start()
    const first = await ask({ content: tidePools, title: 'My pools' })
    expect(first).toMatchObject({ status: 'ready', cached: false, title: 'My pools' })
    const again = await ask({ content: tidePools })
    expect(again).toMatchObject({ status: 'ready', cached: true, basicSummary: first.basicSummary })
    expect(again.title).toContain('The tide pools below the lighthouse')
    expect(again.id).not.toBe(first.id)
    expect(again.engine).toEqual(first.engine)
    expect([pipeline.reads(), pipeline.begun(), await used()]).toEqual([1, 1, 1])
    const hurried = await person.post('/api/summaries', { content: tidePools }, { prefer: 'respond-async' })
    expect([hurried.statusCode, hurried.headers['preference-applied']]).toEqual([201, undefined])
    const third = await ask({ content: tidePools, title: 'Pools again' })
    expect(third).toMatchObject({ cached: true, title: 'Pools again' })
    expect((await person.get('/api/summaries')).json()).toHaveLength(4)
  })

  it('is made anew for another person, another language and another plan', async () => {
    await start()
    await ask({ content: tidePools })
    const other = await test.person()
    expect(await ask({ content: tidePools }, other)).toMatchObject({ cached: false })
    expect(await ask({ content: tidePools, language: 'de' })).toMatchObject({ cached: false, language: 'de' })
    expect(await ask({ content: tidePools, language: 'de' })).toMatchObject({ cached: true, language: 'de' })
    expect(await ask({ content: tidePools, language: 'source' })).toMatchObject({ cached: true, language: 'en' })
    await setPlan(test, 'ada@example.com', 'elite')
    expect(await ask({ content: tidePools })).toMatchObject({ cached: false, isProContent: true })
    expect([await used(), await used(other)]).toEqual([3, 1])
  })

  it('is made anew once the earlier one was deleted, and where parts of the source could not be read', async () => {
    await start()
    const { id } = await ask({ content: tidePools })
    await person.delete(`/api/summaries/${id}`)
    pipeline.become(async function* (document, options) {
      const coverage = { words: 9, wordsRead: 5, sections: 2, sectionsRead: 1, unread: ['The second part'] }
      yield { type: 'done', result: handMade(document, options, { coverage }) }
    })
    expect(await ask({ content: tidePools })).toMatchObject({
      cached: false,
      coverage: { unread: ['The second part'] },
    })
    expect(await ask({ content: tidePools })).toMatchObject({ cached: false })
    expect(await used()).toBe(3)
  })

  it('of an address is read again, and taken from before where nothing has changed', async () => {
    await start()
    const first = await ask({ url: site.articleUrl(article) })
    expect(first).toMatchObject({ status: 'ready', cached: false })
    const again = await ask({ url: site.articleUrl(article) })
    expect(again).toMatchObject({ status: 'ready', cached: true, basicSummary: first.basicSummary })
    const moved = await ask({ url: site.movedUrl(article) })
    expect(moved).toMatchObject({ cached: true, originalUrl: site.articleUrl(article) })
    expect([pipeline.reads(), pipeline.begun(), await used()]).toEqual([3, 1, 1])
  })

  it('of a file is there at once, and the second file is not kept', async () => {
    await start(handMadePipeline(undefined, { base: filePipeline() }))
    const bytes = standinFile('docx', tidePools)
    const first = await ask({ fileUrl: await uploadFile(test, person, 'Carrow.docx', bytes) })
    expect(first).toMatchObject({ cached: false, contentType: 'document' })
    const again = await ask({ fileUrl: await uploadFile(test, person, 'Carrow (1).docx', bytes) })
    expect(again).toMatchObject({
      cached: true,
      contentType: 'document',
      title: first.title,
      sourceInfo: { fileName: 'Carrow (1).docx' },
    })
    expect([pipeline.begun(), await used()]).toEqual([1, 1])
    await expect.poll(async () => keptFiles(test.dataDir)).toEqual([])
  })

  it('is given to somebody whose month is used up, but what has changed is not', async () => {
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

  it('is counted once, although it was begun twice', async () => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let made = 0
    await start(
      handMadePipeline(async function* (document, options) {
        await held
        made += 1
        yield { type: 'done', result: handMade(document, options, { basicSummary: `Version ${made}.` }) }
      }),
    )
    const both = [ask({ content: tidePools }), ask({ content: tidePools })]
    await expect.poll(pipeline.begun, { timeout: 10_000 }).toBe(2)
    expect(await used()).toBe(2)
    release()
    const [one, two] = await Promise.all(both)
    expect(one.basicSummary).toMatch(/^Version [12]\.$/)
    expect(two.basicSummary).toBe(one.basicSummary)
    expect([one, two].filter(({ cached }) => cached)).toHaveLength(1)
    expect(await used()).toBe(1)
  })

  it('answers a repeated Idempotency-Key with the first row, also when that came from before', async () => {
    await start()
    await ask({ content: tidePools })
    const send = async () => person.post('/api/summaries', { content: tidePools }, { 'idempotency-key': 'again' })
    const ids = [(await send()).json().id, (await send()).json().id]
    expect(new Set(ids).size).toBe(1)
    expect(await used()).toBe(1)
  })
})

import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { AppError } from '../../src/shared/errors.ts'
import { articles, startArticleSite } from '../support/article-site.ts'
import { fakeSummarizerPipeline, finishImmediately, never, type Summarize } from '../support/fake-summarizer.ts'
import { book } from '../support/files/samples.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'
import { setPlan, uploadFile } from '../support/uploads.ts'

const article = articles[0]!
const prefer = { prefer: 'respond-async' }
const EMAIL = 'ada@example.com'

const refuses: Summarize = async function* () {
  yield { type: 'progress', progress: { stage: 'summarizing', done: 0, total: 1 } }
  throw new AppError('model_refused', 'Not today.')
}

describe('redoing a summary', () => {
  let test: TestProduct
  let user: TestClient
  let pipeline: ReturnType<typeof fakeSummarizerPipeline>
  const site = forSuite(async () => startArticleSite())
  afterEach(async () => test.close())

  async function start(plan = 'lite', options: Parameters<typeof fakeSummarizerPipeline>[1] = {}): Promise<void> {
    pipeline = fakeSummarizerPipeline(finishImmediately, options)
    test = await startTestProduct({ pipeline, graceMs: 100 })
    user = await test.register(EMAIL)
    await setPlan(test, EMAIL, plan)
  }
  const used = async (): Promise<number> => (await user.get('/api/stats')).json().summariesUsed
  const listed = async (): Promise<string[]> =>
    (await user.get('/api/summaries')).json().map(({ id }: { id: string }) => id)
  const create = async (payload: object) => {
    const response = await user.post('/api/summaries', payload)
    expect(response.statusCode).toBe(201)
    return response.json()
  }
  const redo = async (id: string, payload: object, headers?: Record<string, string>) => {
    const response = await user.copy().post(`/api/summaries/${id}/redo`, payload, headers)
    return { status: response.statusCode, ...response.json() }
  }
  const stored = async (id: string) => (await user.get(`/api/summaries/${id}`)).json()
  /** Holds summaries until the returned function is called. */
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    pipeline.become(async function* (document, options) {
      await promise
      yield* finishImmediately(document, options)
    })
    return resolve
  }
  const sourceOf = async (id: string) => (await user.get(`/api/summaries/${id}/source`)).json()

  it('makes a second summary from the kept source, in another language', async () => {
    await start()
    const first = await create({ content: tidePools, title: 'My pools' })
    const second = await redo(first.id, { language: 'de', replace: false })
    expect(second).toMatchObject({ status: 'ready', language: 'de', title: 'My pools', cached: false, hasSource: true })
    expect(await stored(first.id)).toEqual(first)
    expect(await sourceOf(second.id)).toEqual(await sourceOf(first.id))
    expect([pipeline.reads(), await used(), await listed()]).toEqual([1, 2, [second.id, first.id]])
    // The choice was for this summary.
    expect((await user.get('/api/summarizer')).json().language).toBe('source')
  })

  it('answers that nothing has changed, without a job, and makes the same again only on request', async () => {
    await start()
    const first = await create({ content: tidePools })
    const page = await create({ url: site.articleUrl(article) })
    const german = await redo(first.id, { language: 'de', replace: false })
    await test.database.db.execute(sql`UPDATE users SET summaries_used = 25`)
    pipeline.become(refuses)
    const key = { 'idempotency-key': 'same' }
    // Also with nothing left of the quota.
    for (const [of, payload, id] of [
      [first.id, { replace: false }, first.id],
      [first.id, { replace: true }, first.id],
      [first.id, { language: 'de', replace: true }, german.id],
      [german.id, { language: 'source', replace: false }, first.id],
    ] as const) {
      for (const headers of [{}, prefer, key, key]) {
        const own = headers === key ? { 'idempotency-key': `${of} ${JSON.stringify(payload)}` } : headers
        const answered = await user.post(`/api/summaries/${of}/redo`, payload, own)
        expect([answered.statusCode, answered.json().id, answered.json().cached]).toEqual([200, id, true])
        expect(answered.json().message).toMatch(/^You have this summary already, so nothing was made or counted\./)
      }
    }
    expect([await used(), (await listed()).length]).toEqual([25, 3])
    await test.database.db.execute(sql`UPDATE users SET summaries_used = 3`)
    pipeline.become(finishImmediately)
    const fresh = await user.post(`/api/summaries/${page.id}/redo`, { fresh: true, replace: true })
    expect([fresh.statusCode, fresh.json().message]).toEqual([
      200,
      expect.stringMatching(/^The source hasn’t changed since you summarized it, so nothing was made or counted\./),
    ])
    expect(await used()).toBe(3)
    const anyway = await redo(page.id, { fresh: true, replace: false, anyway: true })
    expect([anyway.id === page.id, anyway.cached, await used()]).toEqual([false, false, 4])
    const replaced = await redo(first.id, { replace: true, anyway: true })
    expect([replaced.id, replaced.cached, await used()]).toEqual([first.id, false, 5])
    expect(await listed()).toHaveLength(4)
  })

  it('replaces a summary, which keeps its id, its place in the list and its public link', async () => {
    await start()
    const first = await create({ content: tidePools })
    const later = await create({ content: `${tidePools} Later.` })
    const share = (await user.put(`/api/summaries/${first.id}/share`, { includesSource: true })).json()
    pipeline.become(never)
    const accepted = await redo(first.id, { language: 'fr', replace: true }, prefer)
    expect([accepted.status, await stored(first.id)]).toEqual(['queued', first])
    await user.delete(`/api/summaries/${accepted.id}?ifFree=true`)
    pipeline.become(finishImmediately)
    const redone = await redo(first.id, { language: 'fr', replace: true })
    expect(redone).toMatchObject({ id: first.id, createdAt: first.createdAt, language: 'fr', cached: false })
    expect(await stored(first.id)).toMatchObject({ language: 'fr', basicSummary: redone.basicSummary })
    expect([await listed(), await used()]).toEqual([[later.id, first.id], 3])
    expect((await user.get(`/api/summaries/${first.id}/share`)).json().share).toEqual(share)
    const { pathname } = new URL(share.url)
    const shared = await test.visitor().get(pathname.replace('/s/', '/api/shared/'))
    expect(shared.json()).toMatchObject({ id: first.id, language: 'fr', hasSource: true })
    const found = (await user.get('/api/summaries?q=fr')).json()
    expect(found.map(({ id }: { id: string }) => id)).toEqual([first.id])
    expect((await sourceOf(first.id)).total).toBe(tidePools.split('\n\n').length)
  })

  it('follows a replacement by the id of its making, which never deletes the summary', async () => {
    await start()
    const first = await create({ content: tidePools })
    const finish = hold()
    const { id } = await redo(first.id, { language: 'fr', replace: true }, prefer)
    const renamed = await user.request('PATCH', `/api/summaries/${first.id}`, { title: 'My pools' })
    expect(renamed.json()).toEqual({ ...first, title: 'My pools', titleSource: 'user' })
    finish()
    await expect.poll(async () => (await stored(id)).status).toBe('ready')
    expect(await stored(id)).toMatchObject({ id: first.id, title: 'My pools', language: 'fr', cached: false })
    expect((await user.get(`/api/summaries/${id}/events`)).body).toContain(`"id":"${first.id}"`)
    expect((await user.delete(`/api/summaries/${id}`)).statusCode).toBe(404)
    expect(await listed()).toEqual([first.id])
    const again = await redo(id, { language: 'es', replace: true })
    expect(again).toMatchObject({ id: first.id, language: 'es' })
  })

  it('keeps the language of a translated summary, and the plan it was asked for', async () => {
    await start()
    const first = await create({ content: tidePools, language: 'de' })
    expect(await redo(first.id, { advanced: true, replace: false })).toMatchObject({
      status: 403,
      code: 'upgrade_required',
      requiresUpgrade: true,
    })
    expect([await used(), await listed()]).toEqual([1, [first.id]])
    await setPlan(test, EMAIL, 'elite')
    const advanced = await redo(first.id, { advanced: true, replace: true })
    expect(advanced).toMatchObject({ id: first.id, isProContent: true, language: 'de' })
    expect(pipeline.reads()).toBe(1)
  })

  it('reads a page again only for a fresh copy, and counts it only if it has changed', async () => {
    await start()
    const page = await create({ url: site.articleUrl(article) })
    expect(await redo(page.id, { language: 'fr', replace: false })).toMatchObject({ status: 'ready' })
    expect([pipeline.reads(), await used()]).toEqual([1, 2])
    const same = await redo(page.id, { fresh: true, replace: true })
    expect(same).toMatchObject({ id: page.id, cached: true })
    expect([pipeline.reads(), await used()]).toEqual([2, 2])
    const { read } = pipeline.ingest
    pipeline.ingest.read = async (_input, options) =>
      read({ kind: 'text', content: `${tidePools} Changed.`, title: 'New' }, options)
    const changed = await redo(page.id, { fresh: true, replace: true })
    expect(changed).toMatchObject({ id: page.id, title: 'New', cached: false })
    expect([JSON.stringify(await sourceOf(page.id)).includes('Changed.'), await used()]).toEqual([true, 3])
  })

  it('rejects what can’t be redone, at no cost', async () => {
    await start('lite', { translates: false })
    const text = await create({ content: tidePools })
    const page = await create({ url: site.articleUrl(article) })
    await test.database.db.execute(
      sql`UPDATE sources SET document = NULL WHERE id = (SELECT source_id FROM summaries WHERE id = ${page.id})`,
    )
    const cases: [id: string, payload: object, status: number, code: string][] = [
      [text.id, { fresh: true, replace: true }, 400, 'invalid_input'],
      [text.id, {}, 400, 'invalid_input'],
      [text.id, { language: 'xx', replace: true }, 400, 'invalid_input'],
      [text.id, { language: 'de', replace: true }, 422, 'language_unavailable'],
      [page.id, { replace: true, anyway: true }, 404, 'source_not_kept'],
    ]
    for (const [id, payload, status, code] of cases) expect(await redo(id, payload)).toMatchObject({ status, code })
    expect([await used(), await listed()]).toEqual([2, [page.id, text.id]])
    expect(await redo(page.id, { fresh: true, replace: true })).toMatchObject({ id: page.id, cached: true })
  })

  it('is refused with an exhausted quota, and leaves the summary alone', async () => {
    await start()
    const first = await create({ content: tidePools })
    await test.database.db.execute(sql`UPDATE users SET summaries_used = 25`)
    expect(await redo(first.id, { language: 'de', replace: true })).toMatchObject({
      status: 403,
      code: 'upgrade_required',
    })
    expect([await stored(first.id), await listed(), await used()]).toEqual([first, [first.id], 25])
  })

  it('costs nothing and changes nothing when it fails, and can be retried', async () => {
    await start()
    const first = await create({ content: tidePools })
    pipeline.become(refuses)
    expect(await redo(first.id, { language: 'de', replace: true })).toMatchObject({ code: 'model_refused' })
    const [failed] = await listed()
    expect([await stored(first.id), await used(), failed === first.id]).toEqual([first, 1, false])
    pipeline.become(finishImmediately)
    const retried = await user.post(`/api/summaries/${failed}/retry`)
    expect(retried.json()).toMatchObject({ id: first.id, language: 'de' })
    expect([await listed(), await used()]).toEqual([[first.id], 2])
  })

  it('can’t be retried from a source that is gone', async () => {
    await start()
    const first = await create({ content: tidePools })
    pipeline.become(refuses)
    await redo(first.id, { language: 'de', replace: false })
    const [failed] = await listed()
    await test.database.db.execute(sql`UPDATE sources SET document = NULL`)
    const retried = await user.post(`/api/summaries/${failed}/retry`)
    expect([retried.statusCode, retried.json().code, await used()]).toEqual([404, 'source_not_kept', 1])
  })

  it('runs once for a double click and for a repeated key', async () => {
    await start()
    const first = await create({ content: tidePools })
    pipeline.become(never)
    const key = { ...prefer, 'idempotency-key': 'once' }
    const payload = { language: 'de', replace: true }
    const answers = await Promise.all([redo(first.id, payload, prefer), redo(first.id, payload, prefer)])
    answers.push(await redo(first.id, payload, key), await redo(first.id, payload, key))
    expect([new Set(answers.map(({ id }) => id)).size, await used()]).toEqual([1, 2])
    expect(await redo(first.id, { ...payload, language: 'fr' }, prefer)).toMatchObject({
      status: 409,
      code: 'summary_not_ready',
    })
    expect(await redo(first.id, { ...payload, language: 'fr' }, key)).toMatchObject({ code: 'idempotency_key_reused' })
    const other = await redo(first.id, { language: 'fr', replace: false }, prefer)
    expect([other.status, await used()]).toEqual(['queued', 3])
    const ongoing = await redo(other.id, { replace: false })
    expect(ongoing).toMatchObject({ status: 409, code: 'summary_not_ready' })
    // A new request does not lead to a redo, which may be made from an old copy.
    const asked = (await user.post('/api/summaries', { content: tidePools, language: 'de' }, prefer)).json()
    expect([answers[0]?.id, other.id]).not.toContain(asked.id)
    await user.delete(`/api/summaries/${asked.id}?ifFree=true`)
    expect((await user.delete(`/api/summaries/${other.id}?ifFree=true`)).statusCode).toBe(204)
    expect([await used(), await stored(first.id)]).toEqual([2, first])
  })

  it('stays separate when the earlier one is deleted meanwhile', async () => {
    await start()
    const first = await create({ content: tidePools })
    const finish = hold()
    const { id } = await redo(first.id, { language: 'de', replace: true }, prefer)
    await user.delete(`/api/summaries/${first.id}`)
    finish()
    await expect.poll(async () => (await stored(id)).status).toBe('ready')
    expect([await listed(), (await stored(id)).id]).toEqual([[id], id])
    await user.post(`/api/summaries/${first.id}/restore`)
    expect(await stored(first.id)).toEqual(first)
  })

  it('applies the plan’s limits again', async () => {
    await start('elite')
    const long = await create({ content: `${tidePools} `.repeat(20).slice(0, 9000) })
    const epub = await create({ fileUrl: await uploadFile(test, user, 'b.epub', book.buffer) })
    await setPlan(test, EMAIL, 'lite')
    for (const { id } of [long, epub]) {
      expect(await redo(id, { language: 'de', replace: true })).toMatchObject({ status: 403, code: 'upgrade_required' })
    }
    const rows = await rowsOf(test.database.db, sql`SELECT id FROM summaries WHERE input IS NOT NULL`)
    expect(rows).toEqual([])
  })
})

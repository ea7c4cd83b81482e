import { describe, expect, it } from 'vitest'
import { citationLink } from '../../src/shared/summary/location-label.ts'
import type { Takeaway } from '../../src/shared/summary/summary-page.ts'
import { articles, startArticleSite } from '../support/article-site.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'

const article = articles[0]!

describe('summaries', () => {
  const site = forSuite(async () => startArticleSite())
  const test = forSuite(async () => startTestProduct())
  const used = async (client: TestClient): Promise<number> => (await client.get('/api/stats')).json().summariesUsed

  it('summarizes a text completely, with takeaways from its sentences', async () => {
    const client = await test.register()
    const response = await client.post('/api/summaries', { content: tidePools })
    expect(response.statusCode).toBe(201)
    const summary = response.json()
    expect(response.headers.location).toBe(`/api/summaries/${summary.id}`)
    expect(summary).toMatchObject({
      status: 'ready',
      contentType: 'document',
      originalUrl: null,
      language: 'en',
      failureMessage: null,
      isProContent: false,
      advancedSummary: null,
      notableQuotes: [],
    })
    expect(summary.summary).toBe(summary.basicSummary)
    expect(summary.basicSummary.length).toBeGreaterThan(40)
    expect(summary.basicSummary.length).toBeLessThan(tidePools.length / 2)
    expect(summary.keyTakeaways.length).toBeGreaterThanOrEqual(2)
    expect(summary.page.takeaways.map(({ text }: Takeaway) => text)).toEqual(summary.keyTakeaways)
    for (const { text, citations } of summary.page.takeaways) {
      const [{ label, location }] = citations
      expect(label).toBe(`¶ ${location.paragraph}`)
      expect(tidePools.split('\n\n')[location.paragraph - 1]).toContain(text)
    }
    expect(summary.coverage).toMatchObject({ words: summary.coverage.wordsRead })
    // The source is too short for an advanced summary.
    expect(summary.previewMessage).toBe('Upgrade to Elite for notable quotes.')
    expect((await client.get('/api/stats')).json()).toMatchObject({ totalSummaries: 1, summariesUsed: 1 })
    expect((await client.get(`/api/summaries/${summary.id}`)).json()).toEqual(summary)
  })

  it('refuses a text that repeats a word, at no cost', async () => {
    const client = await test.register()
    const response = await client.post('/api/summaries', { content: 'harbor '.repeat(300) })
    expect(response.statusCode).toBe(422)
    expect(response.json().message).toBe('This text repeats the same few words, so there is no text to summarize.')
    expect(await used(client)).toBe(0)
  })

  it('summarizes an article with citations that open its paragraphs', async () => {
    const client = await test.register()
    const response = await client.post('/api/summaries', { url: site.movedUrl(article) })
    expect(response.statusCode).toBe(201)
    const summary = response.json()
    expect(summary).toMatchObject({
      title: article.title,
      author: article.author,
      contentType: 'article',
      language: 'en',
    })
    expect(summary.originalUrl).toBe(site.articleUrl(article))
    const text = [article.standfirst, ...article.parts.flatMap((part) => part.paragraphs)].join('\n')
    for (const takeaway of summary.page.takeaways) {
      expect(text).toContain(takeaway.text)
      const link = citationLink(takeaway.citations[0], summary.originalUrl)
      expect(link).toContain(`${site.articleUrl(article)}#:~:text=`)
    }
  })

  it('returns 422 with advice and the quota after a failure', async () => {
    const client = await test.register()
    const response = await client.post('/api/summaries', { url: site.missingUrl })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ code: 'source_not_found', message: expect.any(String) })
    expect(await used(client)).toBe(0)
    const [failed] = (await client.get('/api/summaries')).json()
    expect(failed).toMatchObject({
      status: 'failed',
      failureCode: 'source_not_found',
      failureMessage: response.json().message,
    })
    expect((await client.get('/api/stats')).json().totalSummaries).toBe(0)
  })

  it('returns 202 with respond-async, and the summary later', async () => {
    const client = await test.register()
    const response = await client.post('/api/summaries', { url: site.heldUrl(article) }, { prefer: 'respond-async' })
    expect(response.statusCode).toBe(202)
    expect(response.headers['preference-applied']).toBe('respond-async')
    const { id, status } = response.json()
    expect(status).toBe('queued')
    site.release()
    await expect
      .poll(async () => (await client.get(`/api/summaries/${id}`)).json().status, { timeout: 10_000 })
      .toBe('ready')
  })

  it.each([
    [{}, 'Send exactly one of url, content, and fileUrl.'],
    [{ url: 'https://example.com', content: 'text' }, 'Send exactly one of url, content, and fileUrl.'],
    [{ url: ' ' }, 'Please enter a valid URL to summarize.'],
    [{ content: '\n \t' }, 'Please enter some text content to summarize.'],
    [{ content: 'text', plan: 'elite' }, expect.stringContaining('plan')],
    [{ content: 7 }, expect.any(String)],
  ])('rejects a payload with none or several of the three inputs: %j', async (payload, message) => {
    const client = await test.register()
    const response = await client.post('/api/summaries', payload)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid_input', message })
    expect(await used(client)).toBe(0)
  })

  it.each(['ftp://example.com/a', 'javascript:alert(1)', 'no spaces allowed here', 'word'])(
    'rejects a URL that cannot be a page: %s',
    async (url) => {
      const client = await test.register()
      const response = await client.post('/api/summaries', { url })
      expect([response.statusCode, response.json().code]).toEqual([422, 'url_invalid'])
      expect(await used(client)).toBe(0)
      expect((await client.get('/api/summaries')).json()).toEqual([])
    },
  )

  it('creates one summary for repeated requests with one idempotency key', async () => {
    const client = await test.register()
    const send = async (content = tidePools) =>
      client.copy().post('/api/summaries', { content }, { 'idempotency-key': 'key-1' })
    const together = await Promise.all([send(), send(), send()])
    const later = await send()
    const ids = new Set([...together, later].map((response) => response.json().id))
    expect(ids.size).toBe(1)
    expect(await used(client)).toBe(1)
    const other = await send('A different text under the same key.')
    expect([other.statusCode, other.json().code]).toEqual([409, 'idempotency_key_reused'])
    const someoneElse = await test.register()
    const theirs = await someoneElse.post('/api/summaries', { content: tidePools }, { 'idempotency-key': 'key-1' })
    expect(ids.has(theirs.json().id)).toBe(false)
  })

  it('creates one summary for concurrent repeats when one is left', async () => {
    const client = await test.register()
    for (let n = 0; n < 2; n += 1) await client.post('/api/summaries', { content: `${n} ${tidePools}` })
    const send = async () => client.copy().post('/api/summaries', { content: tidePools }, { 'idempotency-key': 'last' })
    const answers = await Promise.all([send(), send(), send(), send()])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map((response) => response.json().id)).size).toBe(1)
    expect(await used(client)).toBe(3)
  })

  it('accepts text copied from a PDF: NUL characters and broken surrogates', async () => {
    const client = await test.register()
    const response = await client.post('/api/summaries', { content: `\0${tidePools}\ud800`, title: 'T\0itle' })
    expect(response.statusCode).toBe(201)
    expect(response.json().title).toBe('Title')
    expect((await client.get('/api/summaries?q=%00')).statusCode).toBe(200)
    for (const date of ['+275760-09-13T00:00:00.000Z', '-200000-01-01T00:00:00.000Z', '2026']) {
      const cursor = Buffer.from(`${date} ${response.json().id}`).toString('base64url')
      expect((await client.get(`/api/summaries?cursor=${cursor}`)).statusCode).toBe(400)
    }
  })

  it('adds up the time that summaries save', async () => {
    const client = await test.register()
    const stats = async () => (await client.get('/api/stats')).json()
    expect(await stats()).toMatchObject({ totalSummaries: 0, savedSeconds: 0 })
    const text = Array.from({ length: 40 }, (_, n) => `${tidePools} This is copy ${n} of the text.`).join('\n\n')
    const { id, coverage } = (await client.post('/api/summaries', { content: text.slice(0, 2500) })).json()
    const { savedSeconds } = await stats()
    expect(savedSeconds).toBeGreaterThan(0)
    expect(savedSeconds).toBeLessThan((coverage.words * 60) / 238)
    await client.delete(`/api/summaries/${id}`)
    expect(await stats()).toMatchObject({ totalSummaries: 0, savedSeconds: 0 })
    await client.post(`/api/summaries/${id}/restore`)
    expect(await stats()).toMatchObject({ totalSummaries: 1, savedSeconds })
  })

  it('renames a summary, and keeps the title of its source', async () => {
    const client = await test.register()
    const made = (await client.post('/api/summaries', { content: tidePools })).json()
    expect(made.sourceTitle).toBe(made.title)
    const rename = async (title: unknown, who = client) => who.request('PATCH', `/api/summaries/${made.id}`, { title })
    const renamed = await rename('  For the seminar ')
    const expected = { ...made, title: 'For the seminar', titleSource: 'user' }
    expect([renamed.statusCode, renamed.json()]).toEqual([200, expected])
    expect((await client.get(`/api/summaries/${made.id}`)).json()).toEqual(expected)
    const found = async (q: string) => (await client.get(`/api/summaries?q=${q}`)).json()
    expect((await found('seminar'))[0]?.title).toBe('For the seminar')
    for (const [title, message] of [
      ['', 'Please enter a title.'],
      [' \u200b ', 'Please enter a title.'],
      ['x'.repeat(201), 'Please use at most 200 characters.'],
    ] as const) {
      const response = await rename(title)
      expect([response.statusCode, response.json().errors]).toEqual([400, [{ path: 'title', message }]])
    }
    expect((await rename('x'.repeat(200))).statusCode).toBe(200)
    expect((await rename('Theirs', await test.register())).statusCode).toBe(404)
    expect((await client.post('/api/summaries', { content: 'Too short.' })).statusCode).toBe(422)
    const [failed] = (await client.get('/api/summaries')).json()
    const early = await client.request('PATCH', `/api/summaries/${failed.id}`, { title: 'Early' })
    expect([early.statusCode, early.json().code]).toEqual([409, 'summary_not_ready'])
  })

  it('lists newest first, searched, filtered and in pages', async () => {
    const client = await test.register()
    for (const title of ['First 100% wool', 'Second volume', 'Third_one'])
      await client.post('/api/summaries', { content: tidePools, title, fresh: true })
    const titles = async (query: string): Promise<string[]> =>
      (await client.get(`/api/summaries${query}`)).json().map((row: { title: string }) => row.title)
    expect(await titles('')).toEqual(['Third_one', 'Second volume', 'First 100% wool'])
    expect(await titles('?q=second%20volume')).toEqual(['Second volume'])
    expect(await titles('?q=100%25')).toEqual(['First 100% wool'])
    expect(await titles('?q=_')).toEqual(['Third_one'])
    expect(await titles('?type=text')).toHaveLength(3)
    expect(await titles('?type=file')).toEqual([])
    expect((await client.get('/api/summaries?type=nonsense')).statusCode).toBe(400)
    expect((await client.get('/api/summaries?cursor=nonsense')).statusCode).toBe(400)
    const seen: string[][] = []
    let next: string | undefined = '/api/summaries?limit=2'
    while (next !== undefined) {
      const page = await client.get(next)
      seen.push(page.json().map((row: { title: string }) => row.title))
      next = /^<([^>]+)>; rel="next"$/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(seen).toEqual([['Third_one', 'Second volume'], ['First 100% wool']])
  })
})

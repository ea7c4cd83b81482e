import { beforeAll, describe, expect, it } from 'vitest'
import { citationLink } from '../../src/shared/summary/location-label.ts'
import { capturedLine } from '../../src/shared/summary/summary-text.ts'
import { savedPage, subtitles } from '../support/files/samples.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'
import { setPlan, storedFiles } from '../support/uploads.ts'

const html = savedPage.buffer.toString()
const transcript = subtitles.buffer.toString()
// A host that no test resolves: the address itself is never read.
const url = 'https://carrow.example/pools?page=2#top'
const video = 'https://youtu.be/a1B2c3D4e5F'

describe('a page that the browser hands over', () => {
  let user: TestClient
  const test = forSuite(async () => startTestProduct())
  beforeAll(async () => {
    user = await test.register('ada@example.com')
  })

  it('has the title, address and citations of a page that was fetched', async () => {
    const made = await user.post('/api/summaries', { url, html })
    expect(made.statusCode).toBe(201)
    const summary = made.json()
    expect(summary).toMatchObject({
      title: 'Counting the tide pools of Carrow',
      originalUrl: 'https://carrow.example/pools',
      contentType: 'article',
    })
    const [cited] = summary.page.takeaways[0].citations
    expect(cited).toMatchObject({ location: { kind: 'paragraph' } })
    expect(citationLink(cited, summary.originalUrl)).toMatch(/^https:\/\/carrow\.example\/pools#:~:text=/)
    expect(summary.sourceInfo).toMatchObject({ captured: true })
    expect(summary.sourceInfo.fileName).toBeUndefined()
    await expect.poll(async () => storedFiles(test.dataDir)).toEqual([])
  })

  it('may be the transcript of a video, whose citations open its moments', async () => {
    const made = await user.post('/api/summaries', { url: video, transcript, title: 'Pools, a talk' })
    expect(made.statusCode).toBe(201)
    const summary = made.json()
    expect(summary).toMatchObject({
      title: 'Pools, a talk',
      originalUrl: 'https://www.youtube.com/watch?v=a1B2c3D4e5F',
      contentType: 'youtube',
      thumbnailUrl: 'https://i.ytimg.com/vi/a1B2c3D4e5F/hqdefault.jpg',
      sourceInfo: { readAs: 'captions from the browser' },
    })
    expect(citationLink(summary.page.takeaways[0].citations[0], summary.originalUrl)).toMatch(/[?&]t=\d+s$/)
  })

  it('is marked wherever others see it, also after a redo, with the host of its own address', async () => {
    const reader = await test.register()
    await setPlan(test, (await reader.get('/api/auth/user')).json().email, 'elite')
    const forged = html
      .replace(/<link rel="canonical"[^>]*>/u, '')
      .replace('</head>', '<link rel="canonical" href="https://news.example/big-story"></head>')
    const sibling = forged.replace('news.example', 'other.carrow.example')
    for (const page of [forged, sibling]) {
      const made = (await reader.post('/api/summaries', { url: 'https://me.carrow.example/x', html: page })).json()
      expect(made.originalUrl).toBe('https://me.carrow.example/x')
      const redone = (await reader.post(`/api/summaries/${made.id}/redo`, { advanced: true, replace: false })).json()
      for (const id of [made.id, redone.id]) {
        const line = 'As seen in the owner’s browser at me.carrow.example'
        const share = await reader.request('PUT', `/api/summaries/${id}/share`, { includesSource: false })
        const token = new URL(share.json().url).pathname.replace('/s/', '')
        const shared = (await test.visitor().get(`/api/shared/${token}`)).json()
        expect(capturedLine(shared)).toBe(line)
        expect((await reader.get(`/api/summaries/${id}/export?format=markdown`)).body).toContain(line)
      }
    }
  })

  it('may be longer than a pasted text', async () => {
    const paragraphs = Array.from(
      { length: 400 },
      (_, n) => `<p>Pool ${n + 1} was counted: ${tidePools.slice(0, 300)}</p>`,
    )
    const long = `<!doctype html><title>Pools</title><article><h1>All the pools</h1>${paragraphs.join('')}</article>`
    expect((await user.post('/api/summaries', { url: 'https://carrow.example/all', html: long })).statusCode).toBe(201)
  })

  it('leads to the same summary when it is handed over again, at no cost', async () => {
    const reader = await test.register()
    const first = (await reader.post('/api/summaries', { url, html })).json()
    const second = (await reader.post('/api/summaries', { url, html })).json()
    expect(second.id).toBe(first.id)
    expect((await reader.get('/api/stats')).json().summariesUsed).toBe(1)
  })

  it.each([
    ['a page without text', { url, html: '<html><body><div id="app"></div></body></html>' }, 422, /^source_/],
    ['a page without an address', { html }, 400, /^invalid_input$/],
    ['a page and a transcript', { url, html, transcript }, 400, /^invalid_input$/],
    ['a page with a text', { content: tidePools, html }, 400, /^invalid_input$/],
    ['an address that is no web page', { url: 'javascript:alert(1)', html }, 422, /^url_invalid$/],
    ['a page beyond 10 MB', { url, html: `<p>${'a'.repeat(10_500_000)}` }, 400, /^invalid_input$/],
  ])('is refused as %s, and costs nothing', async (_, payload, status, code) => {
    const reader = await test.register()
    const answer = await reader.post('/api/summaries', payload)
    expect([answer.statusCode, answer.json().code]).toEqual([status, expect.stringMatching(code)])
    expect((await reader.get('/api/stats')).json().summariesUsed).toBe(0)
  })
})

import { eq } from 'drizzle-orm'
import type { Response } from 'light-my-request'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../src/server/db/schema/index.ts'
import { summaryExportPath } from '../../src/shared/api/routes.ts'
import { pageOf, textPart } from '../support/pages/page-of.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { type StoredSummary, storeSummaries } from '../support/stored-summaries.ts'
import { forSuite } from '../support/suite.ts'

type Fields = Partial<StoredSummary>

/** Headers of a browser that follows a link. */
const navigation = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' }
const ours = { ...navigation, 'sec-fetch-site': 'same-origin' }
const plain = 'text/plain; charset=utf-8'

/** A user with a plan and one summary. */
interface Reader {
  client: TestClient
  userId: string
  id: string
  /** Path of the export. */
  path: string
}

async function addSummary({ database }: TestProduct, userId: string, fields: Fields = {}): Promise<string> {
  const page = pageOf({
    gist: 'What lives in them is counted.',
    takeaways: ['There are fewer species than before.'],
    parts: [textPart('The count', 'Twelve pools, two hours.')],
    quotes: ['begin at the bottom'],
  })
  const [id = ''] = await storeSummaries(database.db, [{ userId, title: 'Tide pools', page, ...fields }])
  return id
}

async function addReader(test: TestProduct, plan: string | null, fields: Fields = {}): Promise<Reader> {
  const client = await test.register()
  const userId: string = (await client.get('/api/auth/user')).json().id
  await test.database.db.update(users).set({ subscriptionPlan: plan }).where(eq(users.id, userId))
  const id = await addSummary(test, userId, fields)
  return { client, userId, id, path: summaryExportPath(id, 'markdown') }
}

const exportsOf = async ({ client }: Reader): Promise<number> => (await client.get('/api/auth/user')).json().exportsUsed

const refusalOf = (response: Response) => {
  const { message, code, requiresUpgrade } = response.json()
  return { status: response.statusCode, code, message, requiresUpgrade }
}

describe('exports', () => {
  let pro: Reader
  const test = forSuite(async () => startTestProduct())
  beforeAll(async () => {
    pro = await addReader(test, 'pro')
  })

  it('are attachments, and are counted', async () => {
    const before = await exportsOf(pro)
    const response = await pro.client.get(pro.path)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': `attachment; filename="tide-pools.md"; filename*=UTF-8''tide-pools.md`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(response.body).toContain('# Tide pools')
    expect(response.body).toContain('There are fewer species than before.')
    expect(await exportsOf(pro)).toBe(before + 1)
    await Promise.all(Array.from({ length: 5 }, async () => pro.client.get(pro.path)))
    expect(await exportsOf(pro)).toBe(before + 6)
  })

  it('as PDF use the paper size of the browser’s country or the requested one', async () => {
    const before = await exportsOf(pro)
    const path = summaryExportPath(pro.id, 'pdf')
    const boxes: Record<string, string | undefined> = {}
    for (const [query, languages] of [
      ['', 'de-DE,de;q=0.9'],
      ['', 'en-US,en;q=0.9'],
      ['&paper=a4', 'en-US'],
      ['&paper=letter', 'de-DE'],
    ] as const) {
      const response = await pro.client.get(path + query, { 'accept-language': languages })
      expect(response.statusCode).toBe(200)
      expect(response.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="tide-pools.pdf"; filename*=UTF-8''tide-pools.pdf`,
        'cache-control': 'no-store',
      })
      const pdf = response.rawPayload.toString('latin1')
      expect(pdf).toMatch(/^%PDF-1\.7[\s\S]*\/Title \(Tide pools\)[\s\S]*%%EOF\s*$/)
      boxes[`${query} ${languages}`] = /\/MediaBox \[0 0 ([\d.]+)/.exec(pdf)?.[1]
    }
    const widths = Object.values(boxes).map((width) => Math.round(Number(width)))
    expect(widths).toEqual([595, 612, 595, 612])
    expect((await pro.client.get(`${path}&paper=a5`)).json().message).toContain('paper')
    expect(await exportsOf(pro)).toBe(before + 4)
    const look = await pro.client.request('HEAD', path)
    expect([look.statusCode, look.body, look.headers['content-type']]).toEqual([200, '', 'application/pdf'])
    expect(await exportsOf(pro)).toBe(before + 4)
  })

  it.each([
    ['queued', /still being made/],
    ['summarizing', /still being made/],
    ['failed', /could not be summarized/],
  ] as const)('are rejected for a summary that is %s', async (status, words) => {
    const reader = await addReader(test, 'pro', { status })
    const refusal = refusalOf(await reader.client.get(reader.path))
    expect(refusal).toMatchObject({ status: 409, code: 'summary_not_ready', message: expect.stringMatching(words) })
    expect(await exportsOf(reader)).toBe(0)
  })

  it('reject unknown formats', async () => {
    for (const query of ['', '?format=', '?format=docx', '?format=markdown&format=markdown']) {
      const response = await pro.client.get(`/api/summaries/${pro.id}/export${query}`)
      expect([query, response.statusCode, response.json().message]).toEqual([
        query,
        400,
        expect.stringContaining('format'),
      ])
    }
    expect((await pro.client.get(summaryExportPath('7', 'markdown'))).statusCode).toBe(400)
  })

  it('are not counted for HEAD and prefetch', async () => {
    const before = await exportsOf(pro)
    const look = await pro.client.request('HEAD', pro.path)
    expect([look.statusCode, look.body]).toEqual([200, ''])
    expect(look.headers['content-disposition']).toContain('tide-pools.md')
    for (const header of ['sec-purpose', 'purpose', 'x-moz']) {
      const ahead = await pro.client.get(pro.path, { ...ours, [header]: 'prefetch;prerender' })
      expect([ahead.statusCode, ahead.body]).toEqual([204, ''])
    }
    expect(await exportsOf(pro)).toBe(before)
    const starter = await addReader(test, null)
    expect((await starter.client.request('HEAD', starter.path)).statusCode).toBe(403)
  })

  it('opened as a page explain errors in text, and redirect visitors to sign-in', async () => {
    expect((await pro.client.get(pro.path, ours)).statusCode).toBe(200)
    const starter = await addReader(test, null)
    const refused = await starter.client.get(starter.path, ours)
    expect([refused.statusCode, refused.headers['content-type'], refused.body]).toEqual([
      403,
      plain,
      'Exports are part of Pro and Elite.\n',
    ])
    const visitor = await test.visitor().get(pro.path, ours)
    expect([visitor.statusCode, visitor.headers.location]).toEqual([302, `/login?returnTo=/summaries/${pro.id}`])
    const odd = await test.visitor().get(summaryExportPath('%0d%0ax:y', 'markdown'), ours)
    expect(odd.headers.location).toBe('/login?returnTo=/summaries')
  })

  it('cannot be started by other sites', async () => {
    const before = await exportsOf(pro)
    for (const site of ['cross-site', 'same-site']) {
      const led = await pro.client.get(pro.path, { ...navigation, 'sec-fetch-site': site })
      expect([led.statusCode, led.headers.location]).toEqual([302, `/summaries/${pro.id}`])
      const asked = await pro.client.get(pro.path, { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' })
      expect(asked.json().code).toBe('cross_site_request')
    }
    expect(await exportsOf(pro)).toBe(before)
  })
})

describe('the number of exports', () => {
  it('is limited', async () => {
    const test = await startTestProduct({ env: { RATE_LIMIT_FACTOR: '0.02' } })
    try {
      const pro = await addReader(test, 'pro')
      for (const status of [200, 200, 429]) {
        expect((await pro.client.request('HEAD', pro.path)).statusCode).toBe(status)
        expect((await pro.client.get(pro.path)).statusCode).toBe(status)
      }
      const refused = await pro.client.get(pro.path, ours)
      expect([refused.headers['content-type'], Number(refused.headers['retry-after'])]).toEqual([
        plain,
        expect.any(Number),
      ])
      expect(await exportsOf(pro)).toBe(2)
    } finally {
      await test.close()
    }
  })
})

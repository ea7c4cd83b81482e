import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../src/server/db/schema/index.ts'
import { summariesExportPath } from '../../src/shared/api/routes.ts'
import { pageOf } from '../support/pages/page-of.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { storeSummaries } from '../support/stored-summaries.ts'
import { forSuite } from '../support/suite.ts'

const ours = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' }
const unknown = '00000000-0000-4000-8000-000000000000'

interface Reader {
  client: TestClient
  userId: string
}

describe('exports of several summaries', () => {
  let pro: Reader
  let ids: string[]
  const test = forSuite(async () => startTestProduct())
  beforeAll(async () => {
    pro = await addReader('pro')
    ids = await addSummaries(pro.userId, ['Tide pools', 'Tide pools', '夜行列車'])
  })

  async function addReader(plan: string | null): Promise<Reader> {
    const client = await test.register()
    const userId: string = (await client.get('/api/auth/user')).json().id
    await test.database.db.update(users).set({ subscriptionPlan: plan }).where(eq(users.id, userId))
    return { client, userId }
  }

  async function addSummaries(userId: string, titles: string[], status: 'ready' | 'queued' = 'ready') {
    const rows = titles.map((title) => ({
      userId,
      title,
      status,
      page: pageOf({ gist: `About ${title}.`, takeaways: ['There are fewer species than before.'] }),
    }))
    return storeSummaries(test.database.db, rows)
  }

  const exportsOf = async ({ client }: Reader): Promise<number> =>
    (await client.get('/api/auth/user')).json().exportsUsed

  it.each([
    ['markdown', 'md', '---\n'],
    ['pdf', 'pdf', '%PDF-'],
  ] as const)('return one archive with unique file names: %s', async (format, extension, beginning) => {
    const before = await exportsOf(pro)
    const response = await pro.client.get(summariesExportPath(ids, format))
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename="precis-summaries-\d{4}-\d\d-\d\d\.zip"$/),
      'cache-control': 'no-store',
    })
    const files = unzipSync(response.rawPayload)
    expect(Object.keys(files)).toEqual(['tide-pools', 'tide-pools-2', '夜行列車'].map((name) => `${name}.${extension}`))
    for (const file of Object.values(files)) {
      expect(Buffer.from(file.subarray(0, beginning.length)).toString()).toBe(beginning)
    }
    expect(await exportsOf(pro)).toBe(before + 3)
  })

  it('include each summary once, and at most one page of a list', async () => {
    const [id = ''] = ids
    const response = await pro.client.get(summariesExportPath([id, id.toUpperCase(), id], 'markdown'))
    expect(Object.keys(unzipSync(response.rawPayload))).toEqual(['tide-pools.md'])
    const many = Array.from({ length: 101 }, (_, n) => unknown.replace(/\d{3}$/, String(n).padStart(3, '0')))
    for (const query of ['', '&ids=', '&ids=7', `&ids=${id},`, `&ids=${many.join(',')}`, `&ids=${id}&ids=${id}`]) {
      const refused = await pro.client.get(`/api/summaries/export?format=markdown${query}`)
      expect([query.slice(0, 50), refused.statusCode]).toEqual([query.slice(0, 50), 400])
    }
    expect((await pro.client.get(`/api/summaries/export?ids=${id}`)).statusCode).toBe(400)
  })

  it('require summaries of the user, all ready, and a plan with exports', async () => {
    const before = await exportsOf(pro)
    const stranger = await addReader('elite')
    const [foreign = ''] = await addSummaries(stranger.userId, ['Secret'])
    const [queued = ''] = await addSummaries(pro.userId, ['Later'], 'queued')
    for (const [added, status] of [
      [foreign, 404],
      [unknown, 404],
      [queued, 409],
    ] as const) {
      const refused = await pro.client.get(summariesExportPath([...ids, added], 'pdf'))
      expect([refused.statusCode, refused.headers['content-type']]).toEqual([status, expect.stringContaining('json')])
    }
    const starter = await addReader(null)
    const own = await addSummaries(starter.userId, ['Mine'])
    const refused = await starter.client.get(summariesExportPath(own, 'markdown'))
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      expect.objectContaining({ message: 'Exports are part of Pro and Elite.', requiresUpgrade: true }),
    ])
    expect((await test.visitor().get(summariesExportPath(ids, 'markdown'))).statusCode).toBe(401)
    expect(await exportsOf(pro)).toBe(before)
  })

  it('support HEAD without counting, and redirect browsers on errors', async () => {
    const before = await exportsOf(pro)
    const path = summariesExportPath(ids, 'pdf')
    const look = await pro.client.request('HEAD', path)
    expect([look.statusCode, look.body, look.headers['content-type']]).toEqual([200, '', 'application/zip'])
    expect((await pro.client.get(path, { ...ours, 'sec-purpose': 'prefetch' })).statusCode).toBe(204)
    const visitor = await test.visitor().get(path, ours)
    expect([visitor.statusCode, visitor.headers.location]).toEqual([302, '/login?returnTo=/summaries'])
    const led = await pro.client.get(path, { ...ours, 'sec-fetch-site': 'cross-site' })
    expect([led.statusCode, led.headers.location]).toEqual([302, '/summaries'])
    expect(await exportsOf(pro)).toBe(before)
  })
})

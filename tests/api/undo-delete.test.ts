import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { purgeDeletedSummaries } from '../../src/server/features/summaries/delete.ts'
import { minutes, retention, UNDO_DELETE_MS } from '../../src/shared/account/retention.ts'
import { articles, startArticleSite } from '../support/article-site.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { storeSummaries } from '../support/stored-summaries.ts'
import { forSuite } from '../support/suite.ts'
import { emptyStorage, summariesContext } from '../support/summaries-context.ts'
import { tidePools } from '../support/texts.ts'
import { downloadUserData } from '../support/user-data.ts'

const HOUSEKEEPING_MS = 10 * 60_000

describe('undoing a deletion', () => {
  let now = Date.parse('2026-11-20T08:00:00Z')
  const site = forSuite(async () => startArticleSite())
  const test = forSuite(async () => startTestProduct({ clock: { now: () => new Date(now) } }))

  const make = async (client: TestClient, title = 'Tide pools', key?: string): Promise<string> => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const response = await client.post('/api/summaries', { content: tidePools, title, fresh: true }, headers)
    expect(response.statusCode).toBe(201)
    return response.json().id
  }
  const used = async (client: TestClient): Promise<number> => (await client.get('/api/stats')).json().summariesUsed
  const restore = async (client: TestClient, id: string) => client.post(`/api/summaries/${id}/restore`)
  const released: string[] = []
  const sweep = async (): Promise<number> =>
    purgeDeletedSummaries({
      ...summariesContext(test.database.db),
      clock: { now: () => new Date(now) },
      storage: { ...emptyStorage, delete: async (id) => void released.push(`uploads/${id}`) },
    })
  const rowOf = async (id: string) =>
    rowsOf(test.database.db, sql`SELECT to_jsonb(s)::text AS row FROM summaries s WHERE id = ${id}`)
  const rowsWith = async (id: string): Promise<number> =>
    (
      await rowsOf(
        test.database.db,
        sql`SELECT id FROM summaries WHERE id = ${id} UNION SELECT summary_id FROM checkpoints WHERE summary_id = ${id}`,
      )
    ).length

  it('restores the summary completely', async () => {
    const client = await test.register()
    const id = await make(client)
    const [before, row] = [(await client.get(`/api/summaries/${id}`)).json(), await rowOf(id)]
    expect((await client.delete(`/api/summaries/${id}`)).statusCode).toBe(204)
    now += UNDO_DELETE_MS + 5000
    const restored = await restore(client, id)
    expect([restored.statusCode, restored.json()]).toEqual([200, before])
    expect(await rowOf(id)).toEqual(row)
    expect((await client.get('/api/summaries?q=tide')).json()).toHaveLength(1)
    expect((await client.get(`/api/summaries/${id}`)).json()).toEqual(before)
    // The response may have been lost: repeating the request succeeds.
    expect((await restore(client, id)).json()).toEqual(before)
    expect(await used(client)).toBe(1)
    expect((await client.delete(`/api/summaries/${id}`)).statusCode).toBe(204)
    expect((await restore(client, id)).statusCode).toBe(200)
  })

  it('follows a state in which the summary is hidden everywhere', async () => {
    const client = await test.register()
    const id = await make(client, 'Hidden tides')
    await client.delete(`/api/summaries/${id}`)
    for (const path of ['', '/events', '/export?format=markdown'])
      expect([path, (await client.get(`/api/summaries/${id}${path}`)).statusCode]).toEqual([path, 404])
    expect((await client.delete(`/api/summaries/${id}`)).statusCode).toBe(404)
    expect((await client.post(`/api/summaries/${id}/retry`)).statusCode).toBe(404)
    expect((await client.get('/api/summaries')).json()).toEqual([])
    expect((await client.get('/api/summaries?q=hidden')).json()).toEqual([])
    expect((await client.get('/api/stats')).json()).toMatchObject({ totalSummaries: 0, summariesUsed: 1 })
    const { files } = await downloadUserData(client)
    expect([...files.entries()].join()).not.toContain('Hidden tides')
    // The same text is a new summary, and counts.
    const again = await client.post('/api/summaries', { content: tidePools })
    expect(again.json()).toMatchObject({ cached: false })
    expect(await used(client)).toBe(2)
    expect((await restore(client, id)).statusCode).toBe(200)
    expect((await client.get('/api/summaries')).json()).toHaveLength(2)
    expect(await used(client)).toBe(2)
  })

  it('is impossible after a moment, when all data is deleted', async () => {
    const client = await test.register()
    const [kept, gone] = [await make(client, 'Kept'), await make(client, 'Gone')]
    for (const id of [kept, gone]) await client.delete(`/api/summaries/${id}`)
    expect((await restore(client, kept)).statusCode).toBe(200)
    expect(await sweep()).toBe(0)
    expect(await rowsWith(gone)).toBe(1)
    now += UNDO_DELETE_MS + 20_001
    expect((await restore(client, gone)).statusCode).toBe(404)
    expect(await sweep()).toBe(1)
    expect([await rowsWith(gone), await rowsWith(kept)]).toEqual([0, 1])
    // Maintenance has run by then, as the privacy policy promises.
    expect(UNDO_DELETE_MS + 20_000 + HOUSEKEEPING_MS).toBeLessThan(minutes(retention.deletedSummaryMinutes))
  })

  it('is impossible for others', async () => {
    const owner = await test.register()
    const id = await make(owner)
    await owner.delete(`/api/summaries/${id}`)
    const stranger = await test.register()
    const nobodys = await restore(stranger, '00000000-0000-4000-8000-000000000000')
    const theirs = await restore(stranger, id)
    const said = ({ statusCode, body }: typeof theirs) => [statusCode, { ...JSON.parse(body), requestId: '' }]
    expect(said(theirs)).toEqual(said(nobodys))
    expect(theirs.statusCode).toBe(404)
    expect((await restore(test.visitor(), id)).statusCode).toBe(401)
    expect((await restore(owner, 'no-id')).statusCode).toBe(400)
    expect((await restore(owner, id)).statusCode).toBe(200)
    expect((await restore(stranger, id)).statusCode).toBe(404)
  })

  it('is impossible for a summary in progress, whose quota is returned', async () => {
    const client = await test.register()
    const { id } = (
      await client.post('/api/summaries', { url: site.heldUrl(articles[0]!) }, { prefer: 'respond-async' })
    ).json()
    expect(await used(client)).toBe(1)
    expect((await client.delete(`/api/summaries/${id}`)).statusCode).toBe(204)
    expect(await used(client)).toBe(0)
    expect((await restore(client, id)).statusCode).toBe(404)
    expect(await rowsWith(id)).toBe(0)
  })

  it('restores checkpoints for another attempt, which are deleted otherwise', async () => {
    const client = await test.register()
    const add = async (): Promise<string> => {
      const userId = (await client.get('/api/auth/user')).json().id
      const input = { fileUrl: 'uploads/0b8f3a52-7d1e-4c59-9a43-2f6de81c7b90' }
      const failed = { userId, title: 'Failed', status: 'failed', input } as const
      const [id = ''] = await storeSummaries(test.database.db, [failed])
      await test.database.db.execute(
        sql`INSERT INTO checkpoints (summary_id, key, value, created_at)
            VALUES (${id}, 'section 1', 'x', '2026-11-20 08:00:00.123456+00')`,
      )
      return id
    }
    const [back, gone] = [await add(), await add()]
    const work = async (id: string) =>
      rowsOf(test.database.db, sql`SELECT k::text AS row FROM checkpoints k WHERE summary_id = ${id}`)
    const before = await work(back)
    for (const id of [back, gone]) await client.delete(`/api/summaries/${id}`)
    expect(released).toEqual([])
    expect((await restore(client, back)).statusCode).toBe(200)
    expect(await work(back)).toEqual(before)
    now += UNDO_DELETE_MS + 20_001
    await sweep()
    expect(released).toEqual(['uploads/0b8f3a52-7d1e-4c59-9a43-2f6de81c7b90'])
    expect([await rowsWith(gone), await rowsWith(back)]).toEqual([0, 1])
  })

  it('leaves a reused idempotency key to the newer summary', async () => {
    const client = await test.register()
    const id = await make(client, 'Tide pools', 'once')
    await client.delete(`/api/summaries/${id}`)
    const newer = await make(client, 'Tide pools', 'once')
    expect(newer).not.toBe(id)
    expect((await restore(client, id)).statusCode).toBe(200)
    expect(await make(client, 'Tide pools', 'once')).toBe(newer)
    expect((await client.get('/api/summaries')).json()).toHaveLength(2)
  })

  it('happens once, for repeated and concurrent requests', async () => {
    const client = await test.register()
    const id = await make(client)
    const deletions = await Promise.all(
      Array.from({ length: 8 }, async () => client.copy().delete(`/api/summaries/${id}`)),
    )
    expect(deletions.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
    expect(deletions.filter(({ statusCode }) => statusCode === 404)).toHaveLength(7)
    const restores = await Promise.all(Array.from({ length: 8 }, async () => restore(client.copy(), id)))
    expect(new Set(restores.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await rowsWith(id)).toBe(1)
    const mixed = await Promise.all(
      Array.from({ length: 16 }, async (_, n) =>
        n % 2 === 0 ? client.copy().delete(`/api/summaries/${id}`) : restore(client.copy(), id),
      ),
    )
    expect(mixed.every(({ statusCode }) => [200, 204, 404].includes(statusCode))).toBe(true)
    expect(await rowsWith(id)).toBe(1)
  })

  it('is impossible after a restart', async () => {
    const client = await test.register()
    const id = await make(client)
    await client.delete(`/api/summaries/${id}`)
    const other = await startTestProduct({
      database: { ...test.database, close: async () => {} },
      clock: { now: () => new Date(now + minutes(1)) },
    })
    try {
      await expect.poll(async () => rowsWith(id)).toBe(0)
    } finally {
      await other.close()
    }
  })
})

import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { removeOldCheckpoints } from '../../src/server/features/summaries/checkpoint-repo.ts'
import { purgeDeletedSummaries } from '../../src/server/features/summaries/delete.ts'
import { deleteUnusedSources } from '../../src/server/features/summaries/source-repo.ts'
import { countWaiting } from '../support/locks.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { summariesContext } from '../support/summaries-context.ts'
import { tidePools } from '../support/texts.ts'

describe('the source of a summary', () => {
  const test = forSuite(async () => startTestProduct())

  const create = async (client: TestClient): Promise<string> => {
    const response = await client.post('/api/summaries', { content: tidePools, fresh: true })
    expect(response.statusCode).toBe(201)
    return response.json().id
  }
  const sourceOf = async (client: TestClient, id: string, query = '') =>
    client.get(`/api/summaries/${id}/source${query}`)
  const paragraphs = tidePools.split('\n\n')

  it('is returned to its owner in pages, with the ids that citations refer to', async () => {
    const client = await test.register()
    const id = await create(client)
    const whole = (await sourceOf(client, id)).json()
    expect(whole.total).toBe(paragraphs.length)
    expect(whole.blocks.map(({ text }: { text: string }) => text)).toEqual(paragraphs)
    const { page } = (await client.get(`/api/summaries/${id}`)).json()
    const cited = whole.blocks.find((block: { id: string }) => block.id === page.gist.citations[0].blockId)
    expect(cited.text).toContain(page.gist.text)
    const second = (await sourceOf(client, id, '?from=1&limit=2')).json()
    expect(second).toEqual({ total: paragraphs.length, from: 1, blocks: whole.blocks.slice(1, 3) })
    expect((await sourceOf(client, id, `?from=${paragraphs.length}`)).json().blocks).toEqual([])
    expect((await sourceOf(client, id, '?limit=0')).statusCode).toBe(400)
  })

  it('is returned around a block', async () => {
    const client = await test.register()
    const id = await create(client)
    const whole = (await sourceOf(client, id)).json()
    const around = (await sourceOf(client, id, `?limit=2&at=${whole.blocks[3].id}`)).json()
    expect(around).toEqual({ total: paragraphs.length, from: 2, blocks: whole.blocks.slice(2, 4) })
    expect((await sourceOf(client, id, '?limit=2&at=unknown')).json().from).toBe(0)
  })

  it('is searched for a text as typed', async () => {
    const client = await test.register()
    const id = await create(client)
    const find = async (q: string) =>
      client.get(`/api/summaries/${id}/source/find?${new URLSearchParams({ q }).toString()}`)
    const word = paragraphs[2]?.split(' ').at(-1) ?? ''
    const indexes = paragraphs.flatMap((text, index) =>
      Array.from({ length: text.toLowerCase().split(word.toLowerCase()).length - 1 }, () => index),
    )
    expect((await find(word.toUpperCase())).json()).toEqual({ total: indexes.length, matches: indexes })
    expect((await find('(no such text)')).json()).toEqual({ total: 0, matches: [] })
    expect((await find(' ')).statusCode).toBe(400)
  })

  it('outlives the cleanup of checkpoints, and is gone and restored with its summary', async () => {
    const client = await test.register()
    const id = await create(client)
    const context = summariesContext(test.database.db)
    const later = { now: () => new Date(Date.now() + 48 * 60 * 60_000) }
    await removeOldCheckpoints({ ...context, clock: later })
    expect((await sourceOf(client, id)).statusCode).toBe(200)
    await client.delete(`/api/summaries/${id}`)
    expect((await sourceOf(client, id)).statusCode).toBe(404)
    await client.post(`/api/summaries/${id}/restore`)
    expect((await sourceOf(client, id)).json().total).toBe(paragraphs.length)
  })

  it('is forgotten a day after its last finished summary was purged, if only a failed one is left', async () => {
    const client = await test.register()
    const ready = await create(client)
    const failed = (await client.post(`/api/summaries/${ready}/redo`, { replace: false, anyway: true })).json().id
    const { db } = test.database
    await db.execute(sql`UPDATE summaries SET status = 'failed', page = NULL WHERE id = ${failed}`)
    const context = summariesContext(db)
    const inHours = (hours: number) => ({ now: () => new Date(Date.now() + hours * 60 * 60_000) })
    const isKept = async () => {
      const ofFailed = sql`id = (SELECT source_id FROM summaries WHERE id = ${failed})`
      return (await rowsOf(db, sql`SELECT document IS NOT NULL AS kept FROM sources WHERE ${ofFailed}`))[0]?.kept
    }
    await removeOldCheckpoints({ ...context, clock: inHours(48) })
    expect(await isKept()).toBe(true)
    await client.delete(`/api/summaries/${ready}`)
    await purgeDeletedSummaries({ ...context, clock: inHours(1) })
    await removeOldCheckpoints({ ...context, clock: inHours(1) })
    expect(await isKept()).toBe(true)
    await removeOldCheckpoints({ ...context, clock: inHours(48) })
    expect(await isKept()).toBe(false)
  })

  it('answers 404 source_not_kept for a source that was too large to keep', async () => {
    const client = await test.register()
    const id = await create(client)
    const kept = async () => (await client.get(`/api/summaries/${id}`)).json().hasSource
    expect(await kept()).toBe(true)
    await test.database.db.execute(
      sql`UPDATE sources SET document = NULL WHERE id = (SELECT source_id FROM summaries WHERE id = ${id})`,
    )
    const response = await sourceOf(client, id)
    expect([response.statusCode, response.json().code]).toEqual([404, 'source_not_kept'])
    expect(await kept()).toBe(false)
  })

  it('stays if another summary moves to it while its last one is deleted', async () => {
    const client = await test.register()
    const moving = await create(client)
    const { db } = test.database
    const [row] = await rowsOf(
      db,
      sql`INSERT INTO sources (user_id, content_type, input_hash, created_at)
        SELECT user_id, 'document', 'unused', created_at FROM summaries WHERE id = ${moving} RETURNING id`,
    )
    const id = String(row?.id)
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const { promise: hasMoved, resolve: moved } = Promise.withResolvers<void>()
    const move = db.transaction(async (tx) => {
      await tx.execute(sql`UPDATE summaries SET source_id = ${id} WHERE id = ${moving}`)
      moved()
      await mayCommit
    })
    await hasMoved
    const deletion = db.transaction(async (tx) => deleteUnusedSources(tx, [id]))
    await expect.poll(async () => countWaiting(db)).toBe(1)
    commit()
    await Promise.all([move, deletion])
    expect(await rowsOf(db, sql`SELECT id FROM sources WHERE id = ${id}`)).toEqual([{ id }])
  })
})

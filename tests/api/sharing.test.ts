import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { countWaiting } from '../support/locks.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'
import { setPlan } from '../support/uploads.ts'
import { downloadUserData } from '../support/user-data.ts'

const PAGE = '<!doctype html><html lang="en"><head><!-- head --></head><body><div id="root"></div></body></html>'
const ORIGIN = 'https://precis.example'

describe('public links to summaries', () => {
  const test = forSuite(async () =>
    startTestProduct({ webFiles: { 'index.html': PAGE }, env: { APP_URL: `${ORIGIN}/` } }),
  )

  const create = async (client: TestClient, title = 'Tide pools'): Promise<string> => {
    const response = await client.post('/api/summaries', { content: tidePools, title, fresh: true })
    expect(response.statusCode).toBe(201)
    return response.json().id
  }
  const share = async (client: TestClient, id: string, includesSource = false) =>
    client.request('PUT', `/api/summaries/${id}/share`, { includesSource })
  const tokenOf = ({ url }: { url: string }): string => new URL(url).pathname.replace('/s/', '')
  const created = async (options?: { includesSource?: boolean; title?: string }) => {
    const client = await test.register()
    const id = await create(client, options?.title)
    const token = tokenOf((await share(client, id, options?.includesSource)).json())
    return { client, id, token }
  }

  it('show visitors the summary with its citations, and nothing about its owner', async () => {
    const { client, id, token } = await created()
    const own = (await client.get(`/api/summaries/${id}`)).json()
    const response = await test.visitor().get(`/api/shared/${token}`)
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
    const summary = response.json()
    expect(own).toMatchObject({ ...summary, hasSource: true })
    expect(summary.hasSource).toBe(false)
    expect(summary.page).toEqual(own.page)
    for (const hidden of ['userId', 'previewMessage', 'status', 'progress']) expect(summary).not.toHaveProperty(hidden)
    expect(response.body).not.toContain(own.userId)
  })

  it('are unguessable, one per summary, and unique to it', async () => {
    const { client, id, token } = await created()
    expect(token).toMatch(/^[\w-]{22}$/)
    expect(tokenOf((await share(client, id, true)).json())).toBe(token)
    expect((await client.get(`/api/summaries/${id}/share`)).json()).toMatchObject({
      share: { url: `${ORIGIN}/s/${token}`, includesSource: true },
    })
    const other = await create(client)
    expect((await client.get(`/api/summaries/${other}/share`)).json()).toEqual({ share: null })
    expect(tokenOf((await share(client, other)).json())).not.toBe(token)
    for (const guess of [id, token.slice(1), token.toLowerCase(), '0', '%00'])
      expect((await test.visitor().get(`/api/shared/${guess}`)).statusCode).toBe(404)
  })

  it('stop working when the owner stops sharing, and a new link replaces them', async () => {
    const { client, id, token } = await created({ includesSource: true })
    expect((await client.delete(`/api/summaries/${id}/share`)).statusCode).toBe(204)
    const gone = await test.visitor().get(`/api/shared/${token}`)
    expect([gone.statusCode, gone.json().message]).toEqual([
      404,
      'This link doesn’t work anymore. Its owner may have stopped sharing the summary.',
    ])
    expect((await test.visitor().get(`/api/shared/${token}/source`)).statusCode).toBe(404)
    expect((await test.visitor().get(`/s/${token}`)).statusCode).toBe(404)
    expect(tokenOf((await share(client, id)).json())).not.toBe(token)
    expect((await test.visitor().get(`/api/shared/${token}`)).statusCode).toBe(404)
  })

  it('stop working with their summary until its deletion is undone, and with the account', async () => {
    const { client, id, token } = await created()
    await client.delete(`/api/summaries/${id}`)
    expect((await test.visitor().get(`/api/shared/${token}`)).statusCode).toBe(404)
    const stored = (await client.get(`/api/summaries/${id}/share`)).statusCode
    await client.post(`/api/summaries/${id}/restore`)
    expect([stored, (await test.visitor().get(`/api/shared/${token}`)).statusCode]).toEqual([404, 200])
    // A link that was deleted before its summary stays deleted.
    await client.delete(`/api/summaries/${id}/share`)
    await client.delete(`/api/summaries/${id}`)
    await client.post(`/api/summaries/${id}/restore`)
    expect((await test.visitor().get(`/api/shared/${token}`)).statusCode).toBe(404)
    await share(client, id)
    const { email } = (await client.get('/api/auth/user')).json()
    await test.database.db.execute(sql`DELETE FROM users WHERE email = ${email}`)
    expect(await rowsOf(test.database.db, sql`SELECT token FROM summary_shares WHERE summary_id = ${id}`)).toEqual([])
  })

  it('are refused for a summary that is deleted at the same moment', async () => {
    const client = await test.register()
    const id = await create(client)
    const response = await test.database.db.transaction(async (tx) => {
      await tx.execute(sql`DELETE FROM summaries WHERE id = ${id}`)
      const sharing = share(client, id)
      await expect.poll(async () => countWaiting(test.database.db), { timeout: 10_000 }).toBe(1)
      return { sharing }
    })
    const { statusCode, body } = await response.sharing
    expect([statusCode, JSON.parse(body).code]).toEqual([404, 'not_found'])
  })

  it('contain the source only where the owner includes it', async () => {
    const { client, id, token } = await created()
    const source = async () => test.visitor().get(`/api/shared/${token}/source?limit=2`)
    expect((await source()).statusCode).toBe(404)
    await share(client, id, true)
    const own = (await client.get(`/api/summaries/${id}/source?limit=2`)).json()
    expect((await source()).json()).toEqual(own)
    expect((await test.visitor().get(`/api/shared/${token}`)).json().hasSource).toBe(true)
    const found = await test.visitor().get(`/api/shared/${token}/source/find?q=edith%20vance`)
    expect(found.json()).toEqual((await client.get(`/api/summaries/${id}/source/find?q=edith%20vance`)).json())
    expect(found.json().total).toBeGreaterThan(0)
    await share(client, id, false)
    expect((await source()).statusCode).toBe(404)
  })

  it('need a finished summary', async () => {
    const client = await test.register()
    const failed = await client.post('/api/summaries', { url: 'http://10.0.0.1/' }, { prefer: 'respond-async' })
    const [row] = await rowsOf(test.database.db, sql`SELECT id FROM summaries ORDER BY created_at DESC LIMIT 1`)
    expect(failed.statusCode).toBeGreaterThan(201)
    const response = await share(client, String(row?.id))
    expect([response.statusCode, response.json().code]).toEqual([409, 'summary_not_ready'])
  })

  it('show what the plan of the owner includes', async () => {
    const { client, id, token } = await created()
    const { email } = (await client.get('/api/auth/user')).json()
    await setPlan(test, email, 'elite')
    await test.database.db.execute(
      sql`UPDATE summaries SET page = jsonb_set(page, '{quotes}', '[{"text": "A quote.", "speaker": null, "citations": []}]') WHERE id = ${id}`,
    )
    const own = (await client.get(`/api/summaries/${id}`)).json()
    expect(own.notableQuotes).toEqual(['A quote.'])
    const shown = async () => (await test.visitor().get(`/api/shared/${token}`)).json().notableQuotes
    expect(await shown()).toEqual(own.notableQuotes)
    await test.database.db.execute(sql`UPDATE users SET subscription_plan = NULL WHERE email = ${email}`)
    expect(await shown()).toEqual([])
  })

  it('have a page with a title and a description, hidden from search engines', async () => {
    const title = '</title><script>alert(1)</script> & "pools"'
    const { client, id, token } = await created({ title })
    const { page } = (await client.get(`/api/summaries/${id}`)).json()
    const response = await test.visitor().get(`/s/${token}`)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' })
    expect(response.body).toContain('<meta name="robots" content="noindex, nofollow" />')
    expect(response.body).toContain(`<meta property="og:url" content="${ORIGIN}/s/${token}" />`)
    expect(response.body).toContain(`content="${page.gist.text.replaceAll("'", '&#39;').replaceAll('"', '&quot;')}"`)
    expect(response.body).not.toContain('<script>alert')
    expect((await test.visitor().get('/s/unknown')).statusCode).toBe(404)
  })

  it('are part of the user’s data', async () => {
    const { client, token } = await created()
    const { files } = await downloadUserData(client)
    expect(files.get('shared-links.json')).toContain(token)
  })
})

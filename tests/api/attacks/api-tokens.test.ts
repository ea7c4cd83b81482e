import { text as readText } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { rowsOf } from '../../../src/server/db/rows.ts'
import { type MadeToken, makeToken, sendWith } from '../../support/api-tokens.ts'
import { bodyOf, password } from '../../support/attacks/bodies.ts'
import { newPassword, resetLink } from '../../support/attacks/email-links.ts'
import { callEntries, isUnsafe, nameOf, pathWith, routesOf, unknownId } from '../../support/attacks/routes.ts'
import { allRows, jobRows } from '../../support/attacks/rows.ts'
import { makeVictim, type Victim } from '../../support/attacks/victim.ts'
import { keepLog } from '../../support/log.ts'
import { slowPipeline } from '../../support/pipelines.ts'
import { startTestProduct, type TestClient } from '../../support/product.ts'
import { forSuite } from '../../support/suite.ts'
import { tidePools } from '../../support/texts.ts'

/** Routes of the API without a session: calls that need none, signed URLs and webhooks. */
const outside = /unreadable|docs|webhooks|uploads\/:id|\/api\/login|auth\/(?:google|oidc)/
const isPublic = (path: string, method: string) =>
  outside.test(path) ||
  callEntries.some(([, call]) => call.path === path && call.method === method && call.access === undefined)

describe('API tokens', () => {
  let victim: Victim
  let attacker: TestClient
  let token: MadeToken
  const { log, text } = keepLog()
  const test = forSuite(async () => startTestProduct({ log }))
  beforeAll(async () => {
    victim = await makeVictim(test)
    attacker = await test.register('attacker@example.com')
    token = await makeToken(attacker, ['read', 'create', 'ask'])
  })

  const statusOf = async (sent: string, url = '/api/stats') => (await sendWith(test, sent, url)).statusCode
  const routes = () =>
    routesOf(test).filter(
      ({ path, method }) => path.startsWith('/api/') && method !== 'HEAD' && !isPublic(path, method),
    )

  it('with all scopes do nothing that needs a session, not even for their own user', async () => {
    const before = await allRows(test.database)
    const allowed: string[] = []
    for (const route of routes()) {
      const name = callEntries.find(([, call]) => call.path === route.path && call.method === route.method)?.[0]
      const payload = name === undefined ? undefined : bodyOf(name)
      const url = pathWith(route.path, unknownId)
      const response = await sendWith(test, token.text, url, {
        method: route.method,
        payload: isUnsafe(route) ? payload : undefined,
      })
      if (response.json().code !== 'scope_missing') allowed.push(nameOf(route))
      else
        expect([nameOf(route), response.statusCode, response.headers['www-authenticate']]).toEqual([
          nameOf(route),
          403,
          'Bearer',
        ])
    }
    expect(allowed.sort()).toEqual([
      'GET /api/questions',
      'GET /api/questions/:id',
      'GET /api/questions/:id/events',
      'GET /api/stats',
      'GET /api/summaries',
      'GET /api/summaries/:id',
      'GET /api/summaries/:id/events',
      'GET /api/summaries/:id/export',
      'GET /api/summaries/:id/questions',
      'GET /api/summaries/:id/source',
      'GET /api/summaries/:id/source/find',
      'GET /api/summaries/:id/source/map',
      'GET /api/summaries/:id/suggested-questions',
      'GET /api/summaries/export',
      'GET /api/summarizer',
      'POST /api/files/process',
      'POST /api/files/upload-url',
      'POST /api/questions',
      'POST /api/summaries',
      'POST /api/summaries/:id/questions',
      'POST /api/summaries/:id/redo',
      'POST /api/summaries/:id/retry',
    ])
    const {
      summaries: _,
      users: __,
      uploads: ___,
      sources: ____,
      source_words: _____,
      questions: ______,
      ...rest
    } = before
    expect(await allRows(test.database)).toMatchObject(rest)
  })

  it('reach nothing without the scope for it', async () => {
    const [reader, creator] = [await makeToken(attacker, ['read']), await makeToken(attacker, ['create'])]
    const before = await allRows(test.database)
    const create = await sendWith(test, reader.text, '/api/summaries', {
      method: 'POST',
      payload: { content: tidePools },
    })
    const read = await sendWith(test, creator.text, '/api/summaries')
    for (const refused of [create, read])
      expect([refused.statusCode, refused.json().code]).toEqual([403, 'scope_missing'])
    expect(create.json().message).toContain('“create”')
    expect(read.body).not.toContain('Tide pools')
    expect(await allRows(test.database)).toEqual(before)
  })

  it('reach no row of another user', async () => {
    const { summaryId, upload } = victim
    const before = await allRows(test.database)
    for (const [method, url, payload] of [
      ['GET', `/api/summaries/${summaryId}`],
      ['GET', `/api/summaries/${summaryId}/events`],
      ['GET', `/api/summaries/${summaryId}/source`],
      ['GET', `/api/summaries/${summaryId}/export?format=markdown`],
      ['GET', `/api/summaries/export?format=markdown&ids=${summaryId}`],
      ['POST', `/api/summaries/${summaryId}/retry`],
      ['POST', `/api/summaries/${summaryId}/redo`, { replace: true }],
      ['POST', '/api/files/process', { fileUrl: upload.objectPath }],
    ] as [string, string, unknown?][]) {
      const response = await sendWith(test, token.text, url, { method, payload })
      expect([url, response.statusCode]).toEqual([url, 404])
    }
    expect(await allRows(test.database)).toEqual(before)
    // Nor do the browsers of others list or revoke them.
    expect((await victim.client.get('/api/account/tokens')).body).not.toContain(token.id)
    expect((await victim.client.delete(`/api/account/tokens/${token.id}`)).statusCode).toBe(404)
    expect(await statusOf(token.text)).toBe(200)
  })

  it('replace the cookie of a request, also when they don’t work', async () => {
    const send = async (authorization: string) => victim.client.copy().get('/api/summaries', { authorization })
    expect((await send(`Bearer ${token.text}`)).body).not.toContain(victim.summaryId)
    for (const authorization of [
      'Bearer',
      'Bearer ',
      'bearer nothing',
      `Bearer ${token.text}x`,
      `Bearer ${token.text} ${token.text}`,
    ]) {
      const refused = await send(authorization)
      expect([authorization, refused.statusCode, refused.headers['www-authenticate']]).toEqual([
        authorization,
        401,
        'Bearer',
      ])
      expect(refused.json().message).toContain('Unauthorized')
      expect(refused.cookies).toEqual([])
    }
    // Other schemes belong to proxies in front of the product.
    expect((await send('Basic YTpi')).statusCode).toBe(200)
  })

  it('are no visitor’s way into an account', async () => {
    const login = await sendWith(test, token.text, '/api/auth/logout', { method: 'POST' })
    expect(login.statusCode).toBe(204)
    expect((await attacker.copy().get('/api/auth/user')).statusCode).toBe(200)
    expect(await statusOf(token.text, '/api/plans')).toBe(200)
    expect(await statusOf('precis_unknown', '/api/plans')).toBe(401)
  })

  it('are ignored in URLs, bodies, cookies and other headers', async () => {
    const { text: sent } = token
    const query = `access_token=${sent}&token=${sent}&api_key=${sent}&authorization=Bearer%20${sent}`
    for (const [url, headers] of [
      [`/api/stats?${query}`, {}],
      ['/api/stats', { cookie: `precis.sid=${sent}; token=${sent}` }],
      ['/api/stats', { 'x-api-key': sent, 'x-auth-token': sent, 'proxy-authorization': `Bearer ${sent}` }],
      ['/api/stats', { authorization: `Token ${sent}` }],
      ['/api/stats', { authorization: sent }],
    ] as [string, Record<string, string>][]) {
      const { statusCode } = await test.product.app.inject({ url, headers })
      expect([url, headers, statusCode]).toEqual([url, headers, 401])
    }
    const body = { content: tidePools, access_token: sent }
    expect((await test.visitor().post('/api/summaries', body)).statusCode).toBe(401)
  })

  it('are accepted exactly as they were created', async () => {
    const { text: sent } = token
    const others = [
      sent.slice(0, -1),
      sent.slice(7),
      sent.toUpperCase(),
      `${sent}=`,
      sent.replace('precis_', 'precis-'),
      `${sent}%00`,
    ]
    for (const other of others) expect([other, await statusOf(other)]).toEqual([other, 401])
    const [row] = await rowsOf(test.database.db, sql`select token_hash from api_tokens where id = ${token.id}`)
    expect(await statusOf(String(row?.['token_hash']))).toBe(401)
    expect(await statusOf(`precis_${String(row?.['token_hash'])}`)).toBe(401)
  })

  it('are in no row, job or log line', async () => {
    const stored = JSON.stringify(await allRows(test.database)) + (await jobRows(test.database))
    for (const kept of [stored, text()]) {
      expect(kept).not.toContain(token.text)
      expect(kept).not.toContain(token.text.slice(7))
    }
    expect(stored).toContain(token.id)
  })

  it.each<[string, (owner: TestClient, token: MadeToken, email: string) => Promise<unknown>]>([
    ['being revoked', async (owner, { id }) => owner.delete(`/api/account/tokens/${id}`)],
    ['a new password', async (owner) => owner.put('/api/account/password', { currentPassword: password, newPassword })],
    [
      'a new password by an emailed link',
      async (owner, _, email) => resetLink.use(test.visitor(), await resetLink.ask(test, owner, email)),
    ],
    ['the end of the account', async (owner) => owner.post('/api/account/delete', { currentPassword: password })],
  ])('end with %s', async (name, end) => {
    const email = `${name.replaceAll(' ', '-')}@example.com`
    const owner = await test.register(email)
    const own = await makeToken(owner)
    expect(await statusOf(own.text)).toBe(200)
    await end(owner, own, email)
    const refused = await sendWith(test, own.text, '/api/stats')
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'unauthorized'])
    expect(refused.json().message).toContain('revoked')
  })

  it('outlive signing out, also everywhere: programs are not browsers', async () => {
    const owner = await test.register()
    const { text: sent } = await makeToken(owner)
    await owner.delete('/api/account/sessions')
    expect(await statusOf(sent)).toBe(200)
  })

  it('need no origin, and open none', async () => {
    const headers = { origin: 'chrome-extension://abcdefghijklmnop', 'sec-fetch-site': 'cross-site' }
    const response = await sendWith(test, token.text, '/api/summaries', { method: 'POST', payload: {}, headers })
    expect(response.statusCode).toBe(400)
    const exported = await sendWith(test, token.text, `/api/summaries/${unknownId}/export?format=markdown`, { headers })
    expect(exported.statusCode).toBe(404)
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })
})

describe('revoking an API token', () => {
  it('ends the streams that it opened, and no others', async () => {
    const test = await startTestProduct({ pipeline: slowPipeline(1500) })
    const owner = await test.register()
    const [revoked, kept] = [await makeToken(owner), await makeToken(owner)]
    const { id } = (await owner.post('/api/summaries', { content: tidePools }, { prefer: 'respond-async' })).json()
    const watch = async ({ text: sent }: MadeToken) =>
      test.product.app.inject({
        url: `/api/summaries/${id}/events`,
        headers: { authorization: `Bearer ${sent}` },
        payloadAsStream: true,
      })
    const streams = [await watch(revoked), await watch(kept)]
    expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    await owner.delete(`/api/account/tokens/${revoked.id}`)
    const [cut, whole] = await Promise.all(streams.map(async (stream) => readText(stream.stream())))
    expect(whole).toContain('event: ready')
    expect(cut).not.toContain('event: ready')
    await test.close()
  })
})

describe('rate limits of API tokens', () => {
  it('count failures by address, and successes with the user’s browsers', async () => {
    const test = await startTestProduct({ env: { RATE_LIMIT_FACTOR: '0.1' } })
    const owner = await test.register()
    const { text: sent } = await makeToken(owner)
    const statuses = []
    for (let count = 0; count < 8; count += 1)
      statuses.push((await sendWith(test, 'precis_guess', '/api/stats')).statusCode)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429])
    expect((await sendWith(test, sent, '/api/stats')).statusCode).toBe(200)
    const create = { method: 'POST', payload: { content: tidePools } }
    expect((await owner.post('/api/summaries', create.payload)).statusCode).toBe(201)
    for (const status of [201, 201, 429])
      expect((await sendWith(test, sent, '/api/summaries', create)).statusCode).toBe(status)
    expect((await owner.post('/api/summaries', create.payload)).statusCode).toBe(429)
    await test.close()
  })
})

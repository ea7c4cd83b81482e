import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bodyOf } from '../../support/attacks/bodies.ts'
import { callEntries, isUnsafe, nameOf, pathWith, type Route, routesOf } from '../../support/attacks/routes.ts'
import { allRows } from '../../support/attacks/rows.ts'
import { makeVictim, type Victim } from '../../support/attacks/victim.ts'
import { startTestProduct, type TestProduct } from '../../support/product.ts'
import { pathOf } from '../../support/uploads.ts'

const ORIGIN = 'https://app.example'

/**
 * Routes that another site may be the sender of, and that look at no cookie: the address itself is the right, or what is
 * sent is signed with a secret (billing-webhooks.test.ts).
 */
const signed = new Set(['PUT /api/files/uploads/:id', 'POST /api/webhooks/stripe'])

/** What browsers say, or leave out, of requests that another site has started. */
const foreign: [string, Record<string, string>][] = [
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a sibling of our host', { 'sec-fetch-site': 'same-site' }],
  ['another site, by its origin alone', { origin: 'https://elsewhere.example' }],
  ['a host whose name begins like ours', { origin: 'https://app.example.elsewhere.example' }],
  ['a host whose name ends like ours', { origin: 'https://notapp.example' }],
  ['our host without TLS', { origin: 'http://app.example' }],
  ['our host on another port', { origin: 'https://app.example:8443' }],
  ['a frame without an origin', { origin: 'null' }],
  ['a file', { origin: 'file://' }],
  ['an extension', { origin: 'chrome-extension://abcdefghijklmnop' }],
  ['an origin with a name before ours', { origin: 'https://app.example@elsewhere.example' }],
  ['two origins', { origin: `${ORIGIN}, https://elsewhere.example` }],
  ['another site that says it is allowed', { 'sec-fetch-site': 'cross-site', origin: ORIGIN, referer: `${ORIGIN}/` }],
  ['a page that says two things', { 'sec-fetch-site': 'same-origin, cross-site' }],
  ['a page that writes it otherwise', { 'sec-fetch-site': 'SAME-ORIGIN' }],
  ['nowhere', { 'sec-fetch-site': '' }],
]

/** What a form of another site can send without being asked first. */
const formTypes = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/plain; charset=application/json',
  'text/plain;application/json',
]

describe('another site', () => {
  let test: TestProduct
  let victim: Victim
  let unsafe: Route[]
  beforeAll(async () => {
    test = await startTestProduct({ env: { APP_URL: ORIGIN } })
    victim = await makeVictim(test)
    unsafe = routesOf(test).filter(
      (route) => isUnsafe(route) && route.path !== '/api/unreadable-address' && !signed.has(nameOf(route)),
    )
  })
  afterAll(async () => test.close())

  const nameOfCall = ({ method, path }: Route) =>
    callEntries.find(([, call]) => call.method === method && call.path === path)?.[0]
  const addressOf = ({ path }: Route) =>
    pathWith(path, path.startsWith('/api/summaries') ? victim.summaryId : victim.sessionId)
  const send = async (route: Route, headers: Record<string, string>, payload?: unknown) =>
    victim.client.copy().request(route.method as 'POST', addressOf(route), payload, headers)
  const sendCall = async (route: Route, headers: Record<string, string>) => {
    const name = nameOfCall(route)
    return send(route, headers, name === undefined ? undefined : bodyOf(name))
  }

  it.each(foreign)('cannot have anything done: %s', async (_, headers) => {
    const before = await allRows(test.database)
    for (const route of unsafe) {
      const response = await sendCall(route, headers)
      expect([nameOf(route), response.statusCode, response.json().code]).toEqual([
        nameOf(route),
        403,
        'cross_site_request',
      ])
      expect(response.cookies).toEqual([])
    }
    expect(await allRows(test.database)).toEqual(before)
  })

  it('is told apart from our own pages: those are let through', async () => {
    const own: Record<string, string>[] = [{ 'sec-fetch-site': 'same-origin', origin: ORIGIN }, { origin: ORIGIN }]
    for (const headers of own) {
      for (const route of unsafe.filter(({ path }) => path === '/api/auth/login' || path === '/api/reset-password')) {
        expect((await sendCall(route, headers)).json().code).not.toBe('cross_site_request')
      }
    }
  })

  it.each(formTypes)('cannot pass a form off as JSON, even where the browser says nothing: %s', async (type) => {
    const before = await allRows(test.database)
    for (const route of unsafe) {
      const name = nameOfCall(route)
      const json = JSON.stringify((name === undefined ? undefined : bodyOf(name)) ?? {})
      for (const payload of [json, `${json.slice(0, -1)},"x":"=`, 'email=a%40example.com&password=secret12']) {
        const response = await send(route, { 'content-type': type }, payload)
        expect([nameOf(route), response.statusCode]).toEqual([nameOf(route), 415])
      }
    }
    expect(await allRows(test.database)).toEqual(before)
  })

  it('cannot have a method taken for another', async () => {
    const before = await allRows(test.database)
    const paths = [...new Set(unsafe.map(({ path }) => path))]
    for (const method of ['GET', 'HEAD'] as const) {
      for (const path of paths) {
        for (const other of ['POST', 'PUT', 'DELETE']) {
          const { statusCode } = await victim.client
            .copy()
            .request(method, `${addressOf({ method, path })}?_method=${other}`, undefined, {
              'x-http-method-override': other,
              'x-http-method': other,
              'x-method-override': other,
              'sec-fetch-site': 'cross-site',
            })
          expect(statusCode).toBeLessThan(500)
        }
      }
    }
    expect(await allRows(test.database)).toEqual(before)
  })

  it('cannot change a row by any address that is only read', async () => {
    const before = await allRows(test.database)
    const safe = routesOf(test).filter((route) => !isUnsafe(route) && route.path !== '/api/unreadable-address')
    for (const route of safe) {
      // The end of this stream is the end of the summary, which has been reached.
      await send(route, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })
    }
    expect(await allRows(test.database)).toEqual(before)
  })

  it('may send a file to a signed address, which is no right to anything else', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/octet-stream' }
    const bare = `/api/files/uploads/${victim.upload.id}`
    const before = await allRows(test.database)
    for (const url of [bare, `${bare}?expires=4102444800&signature=${'A'.repeat(43)}`]) {
      const response = await victim.client.request('PUT', url, Buffer.from('x'), headers)
      expect([400, 404]).toContain(response.statusCode)
    }
    expect(await allRows(test.database)).toEqual(before)
    const signed = pathOf(victim.upload.uploadURL)
    const sent = await test.product.app.inject({ method: 'PUT', url: signed, payload: '%PDF-12345', headers })
    expect(sent.statusCode).toBe(200)
    expect(sent.cookies).toEqual([])
  })
})

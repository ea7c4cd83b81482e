import { beforeAll, describe, expect, it } from 'vitest'
import { bodyOf } from '../../support/attacks/bodies.ts'
import { callEntries, isUnsafe, nameOf, pathWith, type Route, routesOf } from '../../support/attacks/routes.ts'
import { allRows } from '../../support/attacks/rows.ts'
import { makeVictim, type Victim } from '../../support/attacks/victim.ts'
import { startTestProduct } from '../../support/product.ts'
import { forSuite } from '../../support/suite.ts'

const ORIGIN = 'https://app.example'

/**
 * Routes that other sites may call, and that read no cookie: the URL or the body is signed (billing-webhooks.test.ts).
 */
const signed = new Set(['PUT /api/files/uploads/:id', 'POST /api/webhooks/stripe'])

/** Headers of cross-site requests, one of each kind; security.test.ts has the variants. */
const foreign: [string, Record<string, string>][] = [
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another origin', { origin: 'https://elsewhere.example' }],
  ['a frame without an origin', { origin: 'null' }],
]

/** Content types that a cross-site form can send without a preflight. */
const formTypes = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/plain; charset=application/json',
  'text/plain;application/json',
]

describe('cross-site requests', () => {
  let victim: Victim
  let unsafe: Route[]
  const test = forSuite(async () => startTestProduct({ env: { APP_URL: ORIGIN } }))
  beforeAll(async () => {
    victim = await makeVictim(test)
    unsafe = routesOf(test).filter(
      (route) => isUnsafe(route) && route.path !== '/api/unreadable-address' && !signed.has(nameOf(route)),
    )
  })

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

  it.each(foreign)('change nothing: %s', async (_, headers) => {
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

  it.each(formTypes)('cannot disguise a form as JSON, even without browser headers: %s', async (type) => {
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

  it('cannot override the method', async () => {
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

  it('cannot change a row by GET', async () => {
    const before = await allRows(test.database)
    const safe = routesOf(test).filter((route) => !isUnsafe(route) && route.path !== '/api/unreadable-address')
    for (const route of safe) {
      // This stream ends with the summary, which is ready.
      await send(route, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })
    }
    expect(await allRows(test.database)).toEqual(before)
  })
})

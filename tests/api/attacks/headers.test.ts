import type { Response } from 'light-my-request'
import { beforeAll, describe, expect, it } from 'vitest'
import { pagePaths } from '../../../src/shared/paths.ts'
import { nameOf, pathWith, routesOf, unknownId } from '../../support/attacks/routes.ts'
import { docsPolicy, everywhere, webFiles } from '../../support/headers.ts'
import { startTestProduct, type TestClient } from '../../support/product.ts'
import { productionEnv } from '../../support/production.ts'
import { forSuite } from '../../support/suite.ts'

type Settings = [string, boolean, Record<string, string>]
const settings: Settings[] = [
  ['development', false, {}],
  ['production', true, productionEnv],
]

/** One URL of each kind without its own route: pages, files, and unknown paths. */
const others = [
  ...Object.values(pagePaths).map((path) => pathWith(path, unknownId)),
  '/nowhere',
  '/assets/app-abc123.js',
  '/favicon.svg',
  '/robots.txt',
  '/sitemap.xml',
  '/manifest.webmanifest',
  '/api/nowhere',
  '/api/%zz',
  `/api/summaries/${'x'.repeat(300)}`,
]

/** Missing and unexpected headers of a response. */
function differences({ headers }: Response, wanted: Record<string, string | undefined>): Record<string, unknown> {
  const wrong = Object.entries(wanted).filter(([name, value]) => headers[name] !== value)
  return Object.fromEntries(wrong.map(([name]) => [name, headers[name]]))
}

describe.each(settings)('security headers in %s', (_, production, env) => {
  let user: TestClient
  const test = forSuite(async () => startTestProduct({ webFiles, env }))
  beforeAll(async () => {
    user = await test.register()
  })

  const ask = async (client: TestClient, method: string, url: string): Promise<Response> =>
    client.copy().request(method as 'GET', url)

  const wantedOf = (url: string): Record<string, string | undefined> => ({
    ...everywhere(production),
    ...(url.startsWith('/api/docs') ? { 'content-security-policy': docsPolicy } : {}),
    // Another site's window hands its page over to this one.
    ...(url === pagePaths.capture ? { 'cross-origin-opener-policy': 'unsafe-none' } : {}),
  })

  it('are complete on every route, for visitors and for signed-in users', async () => {
    const routes = routesOf(test).filter(({ path }) => !path.includes('*') && !path.endsWith('/events'))
    expect(routes.length).toBeGreaterThan(50)
    for (const route of routes) {
      const url = pathWith(route.path, unknownId)
      // The session must survive for the next route, so signing out is skipped.
      const clients = url.endsWith('/logout') ? [test.visitor()] : [test.visitor(), user]
      for (const client of clients) {
        const found = differences(await ask(client, route.method, url), wantedOf(url))
        expect({ route: nameOf(route), found }).toEqual({ route: nameOf(route), found: {} })
      }
    }
  })

  it.each(others)('are complete: %s', async (url) => {
    for (const client of [test.visitor(), user]) {
      for (const method of ['GET', 'HEAD']) {
        expect(differences(await ask(client, method, url), wantedOf(url))).toEqual({})
      }
    }
  })

  it('are complete on errors and empty responses', async () => {
    const known = await test.visitor().get('/login')
    const again = await test.visitor().get('/login', { 'if-none-match': String(known.headers.etag) })
    const broken = await test.visitor().post('/api/auth/login', '{', { 'content-type': 'application/json' })
    const elsewhere = await test.visitor().post('/api/auth/login', {}, { 'sec-fetch-site': 'cross-site' })
    const answers = [again, broken, elsewhere, await test.visitor().post('/nowhere', {})]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([304, 400, 403, 404])
    for (const answer of answers) expect(differences(answer, everywhere(production))).toEqual({})
  })

  it('keep private responses out of caches and search indexes', async () => {
    for (const url of [pagePaths.dashboard, pagePaths.summaries]) {
      const { headers, body } = await ask(user, 'GET', url)
      expect([url, headers['cache-control'], body.includes('Mine')]).toEqual([url, 'no-cache', false])
      expect(body).toContain('<meta name="robots" content="noindex" />')
    }
    for (const url of ['/api/auth/user', '/api/account', '/api/summaries', '/api/account/sessions', '/api/stats']) {
      for (const client of [user, test.visitor()]) {
        expect([url, (await ask(client, 'GET', url)).headers['cache-control']]).toEqual([url, 'no-store'])
      }
    }
    expect((await ask(user, 'GET', '/robots.txt')).body).toContain('Disallow: /api/')
  })

  it('include a content type', async () => {
    for (const url of others) {
      const { headers, body, statusCode } = await ask(user, 'GET', url)
      if (body !== '')
        expect({ url, statusCode, type: headers['content-type'] }).toEqual({
          url,
          statusCode,
          type: expect.stringMatching(/^[a-z]+\/[a-z+-]+(?:; charset=utf-8)?$/),
        })
    }
  })
})

describe.each(settings)('cookies in %s', (_, production, env) => {
  it('have all protective attributes in every response that sets one', async () => {
    const test = await startTestProduct({ env })
    const lines: string[] = []
    const ask = async (client: TestClient, method: 'GET' | 'POST', url: string, body?: object): Promise<void> => {
      const { headers } = await client.request(method, url, body)
      lines.push(...[headers['set-cookie'] ?? []].flat())
    }
    const client = test.visitor()
    const password = 'correct horse'
    const email = 'cookies@example.com'
    await ask(client, 'POST', '/api/auth/register', { email, password, firstName: 'Ada', lastName: 'Byron' })
    await ask(client, 'POST', '/api/auth/login', { email, password })
    await ask(client, 'POST', '/api/auth/logout')
    const stale = { cookie: `${production ? '__Host-' : ''}precis.sid=stale` }
    for (const { method, path } of routesOf(test).filter(
      ({ path }) => !path.includes('*') && !path.endsWith('/events'),
    ))
      for (const headers of [{}, stale]) {
        const url = pathWith(path, unknownId)
        const response = await test.product.app.inject({ method: method as 'GET', url, headers })
        lines.push(...[response.headers['set-cookie'] ?? []].flat())
      }
    await test.close()

    const names = new Set(lines.map((line) => line.slice(0, line.indexOf('='))))
    const prefix = production ? '__Host-' : ''
    const session = `${prefix}precis.sid`
    const device = `${prefix}precis.device`
    expect(names).toEqual(new Set([session, device, `${prefix}precis.signed-in`]))
    expect(lines.length).toBeGreaterThanOrEqual(6)
    for (const line of lines) {
      expect(line).toMatch(/; Path=\/(?:;|$)/)
      expect(line).toMatch(production ? /; Secure(?:;|$)/ : /^(?!.*; Secure)/)
      expect(line).not.toMatch(/; Domain=/i)
      // Deleted cookies need no attributes.
      if (!/=;/.test(line)) expect(line).toMatch(/; SameSite=Lax(?:;|$)/)
      if (/^[^=]*(?:sid|device)=[^;]/.test(line)) expect(line).toMatch(/; HttpOnly(?:;|$)/)
    }
  })
})

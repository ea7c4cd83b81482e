import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callEntries, isUnsafe, nameOf, type Route, routesOf } from '../../support/attacks/routes.ts'
import { startTestProduct, type TestProduct } from '../../support/product.ts'

/**
 * Routes that are no call of the contracts. A new one has to be written down here, and whoever does so sees which
 * attacks its path is to be shown to: those with an id in other-peoples-rows.test.ts, those that change something in
 * cross-site.test.ts.
 */
const outsideContracts = [
  'GET /.well-known/security.txt',
  'GET /api/account/export',
  'GET /api/auth/google',
  'GET /api/auth/google/callback',
  'GET /api/docs',
  'GET /api/docs/*',
  'GET /api/docs/json',
  'GET /api/docs/static/index.html',
  'GET /api/docs/static/swagger-initializer.js',
  'GET /api/docs/yaml',
  'GET /api/login',
  'GET /api/summaries/:id/events',
  'GET /api/summaries/:id/export',
  'GET /api/summaries/export',
  'GET /healthz',
  'GET /metrics',
  'GET /readyz',
  'POST /api/webhooks/stripe',
  'PUT /api/files/uploads/:id',
]

describe('the routes of the product', () => {
  let test: TestProduct
  let routes: Route[]
  beforeAll(async () => {
    // Files of the web app would be routes of their own, where it has been built.
    test = await startTestProduct({ webFolder: import.meta.dirname })
    // The page that unreadable addresses are led to answers every method, with a refusal.
    routes = routesOf(test).filter(({ path }) => path !== '/api/unreadable-address')
  })
  afterAll(async () => test.close())

  it('are read off the router as it answers them', () => {
    expect(routes.filter(isUnsafe).length).toBeGreaterThan(8)
    for (const { method, path: url } of routes.filter(({ path }) => !path.includes('*'))) {
      expect({ url, method, there: test.product.app.hasRoute({ method, url }) }).toEqual({ url, method, there: true })
    }
  })

  it('are calls of the contracts, or stand in a list', () => {
    const known = new Set([...callEntries.map(([, call]) => nameOf(call)), ...outsideContracts])
    const unknown = routes.filter((route) => {
      const read = { ...route, method: route.method === 'HEAD' ? 'GET' : route.method }
      return !known.has(nameOf(read)) && !(route.path === '/api/docs*' && route.method !== 'POST')
    })
    expect(unknown.map(nameOf)).toEqual([])
  })

  it('tell pages of other sites nothing: no answer allows another origin', async () => {
    for (const { method, path: url } of routes.filter(({ path }) => path.startsWith('/api/'))) {
      for (const asked of ['OPTIONS', method] as const) {
        const { headers } = await test.product.app.inject({
          method: asked as 'GET',
          url,
          headers: { origin: 'https://elsewhere.example', 'access-control-request-method': method },
        })
        const allowed = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
        expect({ url, asked, allowed }).toEqual({ url, asked, allowed: [] })
      }
    }
  })
})

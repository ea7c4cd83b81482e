import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callEntries, isUnsafe, nameOf, type Route, routesOf } from '../../support/attacks/routes.ts'
import { startTestProduct, type TestProduct } from '../../support/product.ts'

/**
 * Routes without a contract. Add new ones here, and to the attacks that apply: routes with an id to
 * other-users-rows.test.ts, routes that change something to cross-site.test.ts.
 */
const outsideContracts = [
  'GET /.well-known/security.txt',
  'GET /api/account/export',
  'GET /api/auth/google',
  'GET /api/auth/google/callback',
  'GET /api/auth/oidc',
  'GET /api/auth/oidc/callback',
  'GET /api/docs',
  'GET /api/docs/*',
  'GET /api/docs/json',
  'GET /api/docs/static/index.html',
  'GET /api/docs/static/swagger-initializer.js',
  'GET /api/docs/yaml',
  'GET /api/login',
  'GET /api/questions/:id/events',
  'GET /api/summaries/:id/events',
  'GET /api/summaries/:id/export',
  'GET /api/summaries/export',
  'GET /healthz',
  'GET /metrics',
  'GET /readyz',
  'POST /api/webhooks/stripe',
  'PUT /api/files/uploads/:id',
]

describe('routes of the product', () => {
  let test: TestProduct
  let routes: Route[]
  beforeAll(async () => {
    // A built web app adds routes for its files.
    test = await startTestProduct({ webFolder: import.meta.dirname })
    // The redirect target for unreadable URLs rejects every method.
    routes = routesOf(test).filter(({ path }) => path !== '/api/unreadable-address')
  })
  afterAll(async () => test.close())

  it('are read from the running router', () => {
    expect(routes.filter(isUnsafe).length).toBeGreaterThan(8)
    for (const { method, path: url } of routes.filter(({ path }) => !path.includes('*'))) {
      expect({ url, method, there: test.product.app.hasRoute({ method, url }) }).toEqual({ url, method, there: true })
    }
  })

  it('have contracts or are listed', () => {
    const known = new Set([...callEntries.map(([, call]) => nameOf(call)), ...outsideContracts])
    const unknown = routes.filter((route) => {
      const read = { ...route, method: route.method === 'HEAD' ? 'GET' : route.method }
      return !known.has(nameOf(read)) && !(route.path === '/api/docs*' && route.method !== 'POST')
    })
    expect(unknown.map(nameOf)).toEqual([])
  })

  it('allow no other origin', async () => {
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

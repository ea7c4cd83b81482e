import { describe, expect, it } from 'vitest'
import { deviceCookie } from '../../src/shared/account/cookies.ts'
import { startTestProduct } from '../support/product.ts'
import { productionEnv } from '../support/production.ts'
import { forSuite } from '../support/suite.ts'

const user = { email: 'ada@example.com', password: 'analytical', firstName: 'Ada', lastName: 'Lovelace' }

describe('requests that change something', () => {
  const test = forSuite(async () =>
    startTestProduct({ env: { APP_URL: 'https://app.example/precis/', HOST: '0.0.0.0' } }),
  )

  it.each([
    ['no browser', {}, true],
    ['our own page', { 'sec-fetch-site': 'same-origin' }, true],
    ['the address bar', { 'sec-fetch-site': 'none' }, true],
    ['another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['a sibling of our site', { 'sec-fetch-site': 'same-site' }, false],
    ['another site that names us', { 'sec-fetch-site': 'cross-site', origin: 'https://app.example' }, false],
    ['APP_URL', { origin: 'https://app.example' }, true],
    ['APP_URL behind a proxy', { origin: 'https://app.example', host: '10.0.0.1:3000' }, true],
    ['APP_URL with its default port', { origin: 'https://app.example:443' }, true],
    ['APP_URL without TLS', { origin: 'http://app.example', host: '10.0.0.1:3000' }, false],
    ['APP_URL on another port', { origin: 'https://app.example:8443' }, false],
    ['the host of the request', { origin: 'http://192.168.1.5:3000', host: '192.168.1.5:3000' }, true],
    ['the host with its default port', { origin: 'http://192.168.1.5', host: '192.168.1.5:80' }, true],
    ['the host on another port', { origin: 'http://192.168.1.5:81', host: '192.168.1.5' }, false],
    ['the host over TLS', { origin: 'https://192.168.1.5', host: '192.168.1.5' }, false],
    ['elsewhere', { origin: 'https://elsewhere.example' }, false],
    ['a sandboxed frame', { origin: 'null' }, false],
    ['a file', { origin: 'file://' }, false],
    ['a host whose name begins like ours', { origin: 'https://app.example.elsewhere.example' }, false],
    ['a host whose name ends like ours', { origin: 'https://notapp.example' }, false],
    ['an extension', { origin: 'chrome-extension://abcdefghijklmnop' }, false],
    ['an origin with a user name', { origin: 'https://app.example@elsewhere.example' }, false],
    ['two origins', { origin: 'https://app.example, https://elsewhere.example' }, false],
    ['two values', { 'sec-fetch-site': 'same-origin, cross-site' }, false],
    ['an upper-case value', { 'sec-fetch-site': 'SAME-ORIGIN' }, false],
    ['an empty value', { 'sec-fetch-site': '' }, false],
    ['nonsense', { origin: 'nonsense' }, false],
  ])('from %s: %j', async (_, headers, allowed) => {
    const response = await test.visitor().post('/api/auth/login', user, headers)
    expect(response.json().code).toBe(allowed ? 'invalid_credentials' : 'cross_site_request')
    expect(response.statusCode).toBe(allowed ? 401 : 403)
  })

  it('are checked, others are not', async () => {
    const response = await test.visitor().get('/api/plans', { 'sec-fetch-site': 'cross-site' })
    expect(response.statusCode).toBe(200)
  })
})

describe('in production', () => {
  const test = forSuite(async () => startTestProduct({ env: productionEnv }))

  it.each([
    ['a proxy that names the scheme', { 'x-forwarded-proto': 'https' }],
    ['a proxy that does not', {}],
  ])('signs users in behind %s, and out again', async (name, headers: Record<string, string>) => {
    const client = test.visitor()
    const email = `${name.length}@example.com`
    const registered = await client.post('/api/auth/register', { ...user, email }, headers)
    expect(registered.statusCode).toBe(201)
    expect((await client.get('/api/auth/user', headers)).statusCode).toBe(200)

    const again = await client.post('/api/auth/login', { ...user, email }, headers)
    expect(again.statusCode).toBe(200)
    expect((await client.get('/api/auth/user', headers)).statusCode).toBe(200)

    await client.post('/api/auth/logout', undefined, headers)
    expect([...client.cookies.keys()]).toEqual([`__Host-${deviceCookie}`])
  })
})

it('includes subdomains in HSTS only if configured', async () => {
  const test = await startTestProduct({ env: { ...productionEnv, HSTS_INCLUDE_SUBDOMAINS: 'true' } })
  const { headers } = await test.visitor().get('/')
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  await test.close()
})

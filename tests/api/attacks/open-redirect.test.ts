import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownPath } from '../../../src/shared/return-to.ts'
import { encodedAddresses, foreignAddresses } from '../../support/attacks/foreign-addresses.ts'
import { startTestProduct, type TestProduct } from '../../support/product.ts'

const ORIGIN = 'https://app.example'

/** Where a browser goes that stands on the sign-in page and is sent to a path. */
const landing = (path: string): URL => new URL(path, `${ORIGIN}/login?returnTo=x`)

describe('an address to return to', () => {
  it.each(foreignAddresses.map((address) => [JSON.stringify(address), address]))(
    'is not followed: %s',
    (_, address) => {
      expect(ownPath(address, '/dashboard')).toBe('/dashboard')
    },
  )

  it.each(encodedAddresses.map((address) => [JSON.stringify(address), address]))(
    'stays a path of ours: %s',
    (_, address) => {
      const path = ownPath(address, '/dashboard')
      expect(landing(path).origin).toBe(ORIGIN)
      expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
      // Whoever checks it a second time, or has it come back from a browser, sees the same.
      expect(ownPath(path, '/')).toBe(path)
    },
  )
})

describe('redirects of the server', () => {
  let test: TestProduct
  beforeAll(async () => {
    test = await startTestProduct('pglite', { env: { APP_URL: ORIGIN } })
  })
  afterAll(async () => test.close())

  it('lead from /api/login to the sign-in page, whatever else is asked for', async () => {
    for (const address of [...foreignAddresses, ...encodedAddresses]) {
      for (const name of ['returnTo', 'next', 'redirect', 'url']) {
        const { headers } = await test.visitor().get(`/api/login?${name}=${encodeURIComponent(address)}`)
        expect(headers.location).toBe('/login')
      }
    }
  })

  it('do not take a host that the request names for their own', async () => {
    const { headers } = await test
      .visitor()
      .get('/api/login', { host: 'elsewhere.example', 'x-forwarded-host': 'elsewhere.example' })
    expect(headers.location).toBe('/login')
  })

  it.each(['//elsewhere.example/..%2f', '/%2f%2felsewhere.example/', '/\\elsewhere.example/', '//elsewhere.example//'])(
    'are not made of the path that was asked for: %s',
    async (url) => {
      const response = await test.product.app.inject({ method: 'GET', url })
      expect(response.headers.location).toBeUndefined()
    },
  )
})

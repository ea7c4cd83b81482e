import { afterEach, describe, expect, it } from 'vitest'
import { startTestProduct, type TestProduct } from '../../support/product.ts'
import { productionEnv } from '../../support/production.ts'

let test: TestProduct
afterEach(async () => test.close())

const start = async (env: Record<string, string> = {}): Promise<void> => {
  test = await startTestProduct({ env })
}
const statusFor = async (host: string, url = '/api/plans'): Promise<number> =>
  (await test.visitor().get(url, { host })).statusCode

const foreign = [
  'rebound.example',
  'rebound.example:3000',
  'localhost.rebound.example',
  '127.0.0.1.nip.example',
  'notlocalhost',
  'user@rebound.example',
  'localhost@rebound.example',
  'rebound.example#localhost',
]

describe('a page whose name was rebound to this server', () => {
  it.each(foreign)('gets nothing from the API, and no page: %s', async (host) => {
    await start()
    for (const url of ['/api/plans', '/api/docs/json', '/', '/nowhere', '/metrics']) {
      const refused = await test.visitor().get(url, { host })
      expect([refused.statusCode, refused.json().code]).toEqual([421, 'misdirected_request'])
      expect(refused.json().message).toContain('http://localhost:3000')
    }
  })

  it('does not learn the link that sets a new password', async () => {
    await start()
    await test.register('ada@example.com')
    const ask = async (host: string) =>
      test.visitor().post('/api/forgot-password', { email: 'ada@example.com' }, { host, origin: `http://${host}` })
    const refused = await ask('rebound.example')
    expect(refused.statusCode).toBe(421)
    expect(refused.body).not.toContain('reset')
    expect((await ask('localhost:3000')).json().resetUrl).toContain('/reset-password')
  })
})

describe('a server outside production', () => {
  it.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST',
    'localhost.',
    'app.localhost:3000',
    '127.0.0.1:3000',
    '127.9.9.9',
    '[::1]:3000',
  ])('accepts names of its own machine: %s', async (host) => {
    await start()
    expect(await statusFor(host)).toBe(200)
  })

  it('accepts the host of APP_URL and HOST', async () => {
    await start({ APP_URL: 'http://precis.example:8080', HOST: 'devbox.lan' })
    for (const host of ['precis.example', 'precis.example:8080', 'devbox.lan:3000']) {
      expect(await statusFor(host)).toBe(200)
    }
    for (const host of ['other.example', '192.168.1.5:3000', '[2001:db8::1]']) expect(await statusFor(host)).toBe(421)
  })

  it.each(['0.0.0.0', '::'])('accepts every IP address when it listens on %s, and still no other name', async (all) => {
    await start({ HOST: all })
    for (const host of ['192.168.1.5:3000', '[fd00::5]:3000']) expect(await statusFor(host)).toBe(200)
    expect(await statusFor('rebound.example')).toBe(421)
  })

  it('answers probes with any host name', async () => {
    await start()
    for (const url of ['/healthz', '/readyz']) expect(await statusFor('10.1.2.3:3000', url)).toBe(200)
  })
})

describe('a server in production', () => {
  it('leaves host names to TLS and the proxy in front, which may replace the header', async () => {
    await start(productionEnv)
    expect(await statusFor('upstream')).toBe(200)
  })
})

import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestStripe } from '../../../tests/support/stripe.ts'
import { forSuite } from '../../../tests/support/suite.ts'

let customerId: string
const standin = forSuite(async () => startTestStripe({ now: new Date('2026-11-22T10:00:00Z') }))
beforeAll(async () => {
  const who = await standin.subscribe({ email: 'ada@example.com' })
  customerId = who.customerId
})

interface Asked {
  method?: string
  headers?: Record<string, string>
  form?: Record<string, string>
}

/** A request as a browser's, whose headers fetch would not let a test set. */
async function ask(path: string, { method, headers = {}, form }: Asked = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number | undefined
    headers: IncomingHttpHeaders
    body: string
  }>()
  const sent = request(`${standin.url}${path}`, { method: method ?? (form ? 'POST' : 'GET'), headers }, (response) => {
    text(response).then((body) => resolve({ status: response.statusCode, headers: response.headers, body }), reject)
  })
  sent.once('error', reject)
  sent.end(form === undefined ? '' : new URLSearchParams(form).toString())
  return promise
}

const cardOf = (): string | null => standin.engine.world.customers[customerId]!.card
const fail = (headers: Record<string, string>) =>
  ask('/cards', { headers, form: { customer: customerId, card: 'declines' } })

describe("requests to the stand-in's pages from elsewhere", () => {
  it('show nothing to a site after DNS rebinding', async () => {
    const { status, body } = await ask('/', { headers: { host: 'evil.example:3002' } })
    expect(status).toBe(421)
    expect(body).not.toContain('ada@example.com')
    const { port } = new URL(standin.url)
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`]) {
      expect((await ask('/', { headers: { host } })).body).toContain('ada@example.com')
    }
  })

  it('reject forms of other sites', async () => {
    const others: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]
    for (const headers of others) expect((await fail(headers)).status).toBe(403)
    expect(cardOf()).toBe('pays')
    // With a no-referrer policy, browsers send the origin as null, but still send Sec-Fetch-Site.
    expect((await fail({ 'sec-fetch-site': 'same-origin', origin: 'null' })).status).toBe(303)
    expect(cardOf()).toBe('declines')
  })

  it('run nothing, load nothing and cannot be framed', async () => {
    const { headers } = await ask('/')
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    const policy = String(headers['content-security-policy'])
    for (const part of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(policy).toContain(part)
  })

  it.each([
    ['a leap that is none', '/time', { pass: 'century' }],
    ['a card that is none', '/cards', { customer: 'any', card: '4111111111111111' }],
    ['a customer who is none', '/cards', { customer: '__proto__', card: 'pays' }],
    ['an event that is none', '/events', { event: 'constructor' }],
    ['a page that is none', '/pay/constructor', { card: 'pays' }],
    ['a payment that is none', '/pay/cs_test_none', { card: 'pays' }],
  ])('reject the unknown path %s', async (_, path, form) => {
    const { status, body } = await ask(path, { form })
    expect(status).toBe(404)
    expect(body).not.toContain('4111')
  })

  it('accept GET, and forms with valid values only', async () => {
    expect((await ask('/', { method: 'DELETE' })).status).toBe(405)
    expect((await ask('/', { method: 'HEAD' })).body).toBe('')
    const { status } = await ask('/cards', { form: { customer: 'x'.repeat(20_000) } })
    expect(status).toBe(413)
    expect(standin.now()).toEqual(new Date('2026-11-22T10:00:00Z'))
  })
})

import { Stripe } from 'stripe'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stripeClientOf } from '../../../tests/support/payments.ts'
import { startTestStripe } from '../../../tests/support/stripe.ts'
import { forSuite } from '../../../tests/support/suite.ts'
import { decodeForm } from './params.ts'

let stripe: Stripe
const standin = forSuite(async () => startTestStripe())
beforeAll(async () => {
  stripe = stripeClientOf(standin)
})
beforeEach(() => standin.behave('well'))

const ask = async (path: string, init: { method?: string; headers?: Record<string, string> } = {}): Promise<Response> =>
  fetch(`${standin.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${standin.env.STRIPE_SECRET_KEY}`, ...init.headers },
  })

describe('forms', () => {
  it.each([
    ['a=1&b[c]=2&b[d][e]=3', { a: '1', b: { c: '2', d: { e: '3' } } }],
    ['items[0][price]=p&items[1][price]=q', { items: [{ price: 'p' }, { price: 'q' }] }],
    ['expand[]=a&expand[]=b', { expand: ['a', 'b'] }],
    ['metadata[a b]=c%5B%5D&m=', { metadata: { 'a b': 'c[]' }, m: '' }],
    ['__proto__[x]=1', { ['__proto__']: { x: '1' } }],
    ['', {}],
    [`${'a['.repeat(50_000)}=1`, expect.anything()],
  ])('%s', (text, params) => {
    expect(decodeForm(text)).toEqual(params)
  })
})

describe('errors', () => {
  it.each([
    [undefined, /You did not provide an API key/u],
    ['sk_test_wrong_key', /Invalid API Key provided: sk_test_\*+_key/u],
  ])('with the key %s', async (key, message) => {
    const headers = { authorization: key === undefined ? '' : `Bearer ${key}` }
    const response = await ask('/v1/account', { headers })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      error: { type: 'invalid_request_error', message: expect.stringMatching(message) },
    })
    const env = { ...standin.env, STRIPE_SECRET_KEY: 'sk_test_wrong' }
    await expect(stripeClientOf({ env }).accounts.retrieveCurrent()).rejects.toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    )
  })

  it.each([
    ['GET', '/v1/nonsense'],
    ['DELETE', '/v1/prices/price_1'],
    ['POST', '/v1/customers/cus_1/nonsense'],
    ['GET', '/v2/core/events'],
  ])('returns 404 for %s %s', async (method, path) => {
    const response = await ask(path, { method })
    expect(response.status).toBe(404)
    const { error } = (await response.json()) as { error: { type: string; message: string } }
    expect(error.type).toBe('invalid_request_error')
    expect(error.message).toContain(`Unrecognized request URL (${method}: ${path})`)
  })

  it.each([
    ['customers.retrieve', async () => stripe.customers.retrieve('cus_x'), 'customer'],
    ['subscriptions.retrieve', async () => stripe.subscriptions.retrieve('sub_x'), 'subscription'],
    ['checkout.sessions.retrieve', async () => stripe.checkout.sessions.retrieve('cs_x'), 'checkout.session'],
    ['an odd id', async () => stripe.customers.retrieve('../prices/x?y'), 'customer'],
    ['an inherited name', async () => stripe.customers.retrieve('constructor'), 'customer'],
  ])('%s of nothing', async (_, call, what) => {
    await expect(call()).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      type: 'StripeInvalidRequestError',
      param: 'id',
      message: expect.stringContaining(`No such ${what}: '`),
      requestId: expect.stringMatching(/^req_/u),
    })
  })

  it.each([
    ['limit=0', { param: 'limit' }],
    ['limit=101', { param: 'limit' }],
    ['limit=ten', { param: 'limit' }],
    ['nonsense=1', { code: 'parameter_unknown', param: 'nonsense' }],
    ['created[gt]=1', { code: 'parameter_unknown', param: 'created' }],
    ['starting_after=cus_x', { code: 'resource_missing', param: 'starting_after' }],
  ])('GET /v1/customers?%s', async (query, error) => {
    await stripe.customers.create({})
    const response = await ask(`/v1/customers?${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', ...error } })
  })
})

describe('pages of lists', () => {
  it('start after an id and end', async () => {
    const email = 'pages@example.com'
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.unshift((await stripe.customers.create({ email })).id)
    const idsOf = (list: Stripe.ApiList<Stripe.Customer>): string[] => list.data.map(({ id }) => id)
    const first = await stripe.customers.list({ email, limit: 2 })
    expect([idsOf(first), first.has_more]).toEqual([ids.slice(0, 2), true])
    const last = await stripe.customers.list({ email, limit: 3, starting_after: ids[1]! })
    expect([idsOf(last), last.has_more]).toEqual([ids.slice(2), false])
    const all = await stripe.customers.list({ email, limit: 2 }).autoPagingToArray({ limit: 100 })
    expect(all.map(({ id }) => id)).toEqual(ids)
  })
})

describe('idempotency', () => {
  const create = async (idempotencyKey: string, email: string) => stripe.customers.create({ email }, { idempotencyKey })
  const countOf = async (email: string): Promise<number> => (await stripe.customers.list({ email })).data.length

  it('returns the first response to a repeated request, even after a change', async () => {
    const first = await create('once', 'once@example.com')
    await stripe.customers.update(first.id, { name: 'Ada' })
    const second = await create('once', 'once@example.com')
    expect([second.id, second.name]).toEqual([first.id, null])
    expect(second.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request': first.lastResponse.requestId,
    })
    expect(await countOf('once@example.com')).toBe(1)
  })

  it('refuses a key with other parameters', async () => {
    await create('other', 'a@example.com')
    await expect(create('other', 'b@example.com')).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
  })

  it('performs simultaneous requests once', async () => {
    let second: Promise<unknown> = Promise.resolve()
    standin.meanwhile(async () => {
      second = create('twice', 'twice@example.com').catch((error: unknown) => error)
      await second
    })
    await create('twice', 'twice@example.com')
    expect(await second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    expect(await countOf('twice@example.com')).toBe(1)
    // The SDK tries a conflict again.
    const patient = new Stripe(standin.env.STRIPE_SECRET_KEY!, {
      protocol: 'http',
      host: '127.0.0.1',
      port: new URL(standin.url).port,
      maxNetworkRetries: 2,
      telemetry: false,
    })
    const ids = await Promise.all(
      Array.from({ length: 5 }, async () =>
        patient.customers.create({ email: 'many@example.com' }, { idempotencyKey: 'many' }),
      ),
    )
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1)
    expect(await countOf('many@example.com')).toBe(1)
  })

  it('replays failures while a request ran, but not refused parameters', async () => {
    standin.behave('failing')
    await expect(create('failed', 'failed@example.com')).rejects.toMatchObject({ statusCode: 500 })
    standin.behave('well')
    await expect(create('failed', 'failed@example.com')).rejects.toMatchObject({ statusCode: 500 })
    const wrong = { nonsense: '1' } as Stripe.CustomerCreateParams
    await expect(stripe.customers.create(wrong, { idempotencyKey: 'wrong' })).rejects.toThrow(/unknown parameter/u)
    await expect(create('wrong', 'right@example.com')).resolves.toMatchObject({ email: 'right@example.com' })
  })

  it('forgets keys after a day', async () => {
    const first = await create('day', 'day@example.com')
    await standin.moveTo(new Date(standin.now().getTime() + 25 * 3600_000))
    expect((await create('day', 'day@example.com')).id).not.toBe(first.id)
  })
})

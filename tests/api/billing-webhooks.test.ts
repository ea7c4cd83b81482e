import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { billingEvents } from '../../src/server/db/schema/index.ts'
import { removeOldEvents } from '../../src/server/features/billing/sync/webhook.ts'
import { keepLog } from '../support/log.ts'
import { startTestProduct } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { testContext } from '../support/summaries-context.ts'

const SECRET = 'whsec_of_these_tests'
const now = new Date('2026-03-05T10:00:00Z')
const path = '/api/webhooks/stripe'
const subscription = { object: 'subscription', id: 'sub_1', customer: 'cus_1' }

let events = 0
/** An event in Stripe's format, with additional fields. */
function eventOf(object: object, more: object = {}): string {
  const data = { object: { email: 'canary@example.com', ...object } }
  const livemode = false
  return JSON.stringify({
    id: `evt_${(events += 1)}`,
    object: 'event',
    type: 'customer.updated',
    livemode,
    data,
    ...more,
  })
}

/** Signed as in https://docs.stripe.com/webhooks#verify-manually, without the SDK that verifies it. */
function sign(payload: string, { secret = SECRET, at = now, scheme = 'v1' } = {}): string {
  const t = Math.floor(at.getTime() / 1000)
  return `t=${t},${scheme}=${createHmac('sha256', secret).update(`${t}.${payload}`).digest('hex')}`
}

const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000)

describe('Stripe events', () => {
  const { log, text } = keepLog()
  const env = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: SECRET, STRIPE_API_URL: 'http://127.0.0.1:9' }
  const test = forSuite(async () => startTestProduct({ env, log, clock: { now: () => now } }))
  beforeEach(async () => void (await test.database.db.delete(billingEvents)))

  const send = async (payload: string | Buffer, headers: Record<string, string>) =>
    test.product.app.inject({
      method: 'POST',
      url: path,
      payload,
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    })
  const sendSigned = async (payload: string, signature = sign(payload)) =>
    send(payload, { 'stripe-signature': signature })
  const recorded = async () => test.database.db.query.billingEvents.findMany()
  const jobsOf = async (customerId: string): Promise<number> => {
    const [row] = await rowsOf(
      test.database.db,
      sql`select count(*)::int as n from jobs.job where name = 'sync-customer' and data->>'customerId' = ${customerId}`,
    )
    return Number(row?.n)
  }

  it('are stored once, however often they arrive, and always acknowledged', async () => {
    const payload = eventOf(subscription, { type: 'customer.subscription.updated' })
    const answers = await Promise.all(Array.from({ length: 8 }, async () => sendSigned(payload)))
    answers.push(await sendSigned(payload, sign(payload, { at: later(60) })))
    for (const answer of answers) expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
    const { id } = JSON.parse(payload) as { id: string }
    expect(await recorded()).toEqual([
      { id, type: 'customer.subscription.updated', customerId: 'cus_1', receivedAt: now },
    ])
    expect(await jobsOf('cus_1')).toBe(1)
  })

  it.each([
    ['is about one', { object: 'customer', id: 'cus_2' }, 'cus_2'],
    ['names one', { object: 'invoice', customer: 'cus_3' }, 'cus_3'],
    ['has one in full', { object: 'checkout.session', customer: { id: 'cus_4', object: 'customer' } }, 'cus_4'],
    ['names none', { object: 'checkout.session', customer: null }, null],
    ['is about something else', { object: 'price', id: 'price_1' }, null],
    ['names one in no way that is known', { object: 'invoice', customer: ['cus_5'] }, null],
    ['names one at no length that is known', { object: 'invoice', customer: 'c'.repeat(256) }, null],
  ])('sync a customer when one %s', async (_, object, customerId) => {
    expect((await sendSigned(eventOf(object))).statusCode).toBe(200)
    expect(await recorded()).toMatchObject([{ customerId }])
    if (customerId !== null) expect(await jobsOf(customerId)).toBe(1)
  })

  it('are accepted with another version, live mode or content type', async () => {
    const odd = eventOf(subscription, { api_version: '2020-01-01', livemode: true, type: 'something.new' })
    const headers = { 'stripe-signature': sign(odd), 'content-type': 'text/plain' }
    expect((await send(odd, headers)).statusCode).toBe(200)
    // Both secrets are valid during a rotation.
    const both = eventOf(subscription)
    const signature = `${sign(both, { secret: 'whsec_old' })},v1=${sign(both).split('v1=')[1]}`
    expect((await sendSigned(both, signature)).statusCode).toBe(200)
    expect(await recorded()).toHaveLength(2)
  })

  const whole = eventOf(subscription)
  const long = eventOf({ ...subscription, description: 'x'.repeat(1024 * 1024) })
  const list = '[1]'
  const nameless = JSON.stringify({ id: '', type: 'a', data: { object: {} } })
  const thin = JSON.stringify({ ...JSON.parse(whole), object: 'v2.core.event' })
  const [stamp, mark] = sign(whole).split(',') as [string, string]
  it.each<[string, string | Buffer, string | null]>([
    ['not signed', whole, null],
    ['signed with nothing', whole, ''],
    ['signed with another secret', whole, sign(whole, { secret: 'whsec_of_somebody_else' })],
    ['signed with no secret', whole, sign(whole, { secret: '' })],
    ['signed for another text', whole.replace('cus_1', 'cus_9'), sign(whole)],
    ['signed in another way', whole, sign(whole, { scheme: 'v0' })],
    ['signed long ago', whole, sign(whole, { at: later(-301) })],
    ['signed in the future', whole, sign(whole, { at: later(301) })],
    ['dated anew', whole, `t=${Number(stamp.slice(2)) + 1},${mark}`],
    ['dated twice', whole, `${stamp},${mark},t=${Number(stamp.slice(2)) - 100}`],
    ['not dated', whole, mark],
    ['cut off', whole.slice(0, -1), sign(whole)],
    ['no text', Buffer.from([0xff, 0xfe, 0x00]), sign(whole)],
    ['empty', '', sign('')],
    ['no JSON', 'id=evt_1', sign('id=evt_1')],
    ['JSON of nothing', 'null', sign('null')],
    ['a list', list, sign(list)],
    ['without a name', nameless, sign(nameless)],
    ['of the kind that holds nothing', thin, sign(thin)],
    ['longer than any event', long, sign(long)],
  ])('are rejected when %s', async (_, payload, signature) => {
    const answer = await send(payload, signature === null ? {} : { 'stripe-signature': signature })
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input'])
    expect(answer.body.length).toBeLessThan(300)
    expect(await recorded()).toEqual([])
    expect(await jobsOf('cus_9')).toBe(0)
  })

  it('may be signed some minutes early or late, since clocks differ', async () => {
    for (const seconds of [-300, 300]) {
      const payload = eventOf(subscription)
      expect((await sendSigned(payload, sign(payload, { at: later(seconds) }))).statusCode).toBe(200)
    }
  })

  it('read and set no session', async () => {
    const client = await test.register()
    const payload = eventOf(subscription)
    const headers = { 'stripe-signature': sign(payload), 'sec-fetch-site': 'cross-site' }
    const answer = await client.post(path, payload, headers)
    expect([answer.statusCode, answer.cookies]).toEqual([200, []])
  })

  it('are stored on a retry after the first attempt failed', async () => {
    const { db } = test.database
    const payload = eventOf({ ...subscription, customer: 'cus_again' })
    await db.execute('alter table jobs.job rename column singleton_key to gone')
    expect((await sendSigned(payload)).statusCode).toBe(500)
    await db.execute('alter table jobs.job rename column gone to singleton_key')
    expect([await recorded(), await jobsOf('cus_again')]).toEqual([[], 0])
    expect((await sendSigned(payload)).statusCode).toBe(200)
    expect(await jobsOf('cus_again')).toBe(1)
  })

  it('are deleted after a month', async () => {
    await sendSigned(eventOf(subscription))
    const at = (days: number) => testContext(test.database.db, { clock: { now: () => later(days * 86_400) } })
    await removeOldEvents(at(29.9))
    expect(await recorded()).toHaveLength(1)
    await removeOldEvents(at(30.1))
    expect(await recorded()).toEqual([])
  })

  it('leave no content in the log, and no secret', () => {
    expect(text()).toContain('Stripe event rejected')
    for (const secret of ['canary', SECRET, mark.slice(3), 'sk_test_1']) expect(text()).not.toContain(secret)
  })
})

import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestStripe, type TestStripe } from '../../../../../tests/support/stripe.ts'
import { createStripe, endSubscription } from '../stripe.ts'

let provider: TestStripe
let stripe: Stripe
let subscription: string
let asked: number
/** Requests since the test began. */
const requests = (): readonly string[] => provider.requests.slice(asked)
beforeAll(async () => {
  provider = await startTestStripe()
  stripe = createStripe({ secretKey: provider.env.STRIPE_SECRET_KEY!, apiUrl: provider.env.STRIPE_API_URL! })
})
afterAll(async () => provider.stop())
beforeEach(async () => {
  provider.behave('well')
  subscription = (await provider.subscribe()).subscriptionId
  asked = provider.requests.length
})

const refused = { code: 'unavailable', message: expect.stringMatching(/^We couldn't cancel your subscription/u) }

describe('endSubscription', () => {
  it('cancels immediately, with one request', async () => {
    await endSubscription(stripe, subscription)
    expect(provider.statusOf(subscription)).toBe('canceled')
    expect(requests()).toEqual([`DELETE /v1/subscriptions/${subscription}`])
  })

  it('succeeds when the subscription is canceled already or does not exist', async () => {
    await endSubscription(stripe, subscription)
    await endSubscription(stripe, subscription)
    await endSubscription(stripe, 'sub_unknown')
    expect(requests()).toHaveLength(3)
  })

  it.each(['broken', 'hanging up'] as const)('fails after three tries while Stripe is %s', async (fault) => {
    provider.behave(fault)
    await expect(endSubscription(stripe, subscription)).rejects.toMatchObject(refused)
    expect(requests()).toHaveLength(3)
    expect(provider.statusOf(subscription)).toBe('active')
  })

  it('fails when Stripe does not respond', async () => {
    provider.behave('silent')
    const impatient = new Stripe(provider.env.STRIPE_SECRET_KEY!, {
      protocol: 'http',
      host: '127.0.0.1',
      port: new URL(provider.env.STRIPE_API_URL!).port,
      timeout: 200,
      maxNetworkRetries: 0,
    })
    await expect(endSubscription(impatient, subscription)).rejects.toMatchObject(refused)
  })

  it('fails with a wrong key, and without Stripe', async () => {
    const stranger = createStripe({ secretKey: 'sk_test_wrong', apiUrl: provider.env.STRIPE_API_URL! })
    await expect(endSubscription(stranger, subscription)).rejects.toMatchObject(refused)
    expect(provider.statusOf(subscription)).toBe('active')
    await expect(endSubscription(null, subscription)).rejects.toMatchObject(refused)
  })

  it('escapes the id in the URL', async () => {
    await endSubscription(stripe, '../customers/cus_1?x=')
    expect(requests()).toEqual(['DELETE /v1/subscriptions/..%2Fcustomers%2Fcus_1%3Fx%3D'])
  })
})

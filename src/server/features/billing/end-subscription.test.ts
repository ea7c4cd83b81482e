import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestStripe, type TestStripe } from '../../../../tests/support/stripe.ts'
import { endSubscription } from './end-subscription.ts'
import { createStripe } from './stripe-client.ts'

let provider: TestStripe
let stripe: Stripe
beforeAll(async () => {
  provider = await startTestStripe()
  stripe = createStripe({ secretKey: provider.env.STRIPE_SECRET_KEY!, apiUrl: provider.env.STRIPE_API_URL! })
})
afterAll(async () => provider.stop())
beforeEach(() => {
  provider.behave('well')
  provider.requests.length = 0
  provider.subscriptions.set('sub_1', 'active')
})

const refused = { code: 'unavailable', message: expect.stringMatching(/^Your subscription could not be canceled/u) }

describe('the end of a subscription', () => {
  it('comes at once, and once', async () => {
    await endSubscription(stripe, 'sub_1')
    expect(provider.subscriptions.get('sub_1')).toBe('canceled')
    expect(provider.requests).toEqual(['DELETE /v1/subscriptions/sub_1'])
  })

  it('is there already when it was canceled before, or does not exist', async () => {
    await endSubscription(stripe, 'sub_1')
    await endSubscription(stripe, 'sub_1')
    await endSubscription(stripe, 'sub_unknown')
    expect(provider.requests).toHaveLength(3)
  })

  it.each(['broken', 'hanging up'] as const)(
    'is not certain while the provider is %s, tried three times',
    async (mood) => {
      provider.behave(mood)
      await expect(endSubscription(stripe, 'sub_1')).rejects.toMatchObject(refused)
      expect(provider.requests).toHaveLength(3)
      expect(provider.subscriptions.get('sub_1')).toBe('active')
    },
  )

  it('is not certain when the provider says nothing', async () => {
    provider.behave('silent')
    const impatient = new Stripe(provider.env.STRIPE_SECRET_KEY!, {
      protocol: 'http',
      host: '127.0.0.1',
      port: new URL(provider.env.STRIPE_API_URL!).port,
      timeout: 200,
      maxNetworkRetries: 0,
    })
    await expect(endSubscription(impatient, 'sub_1')).rejects.toMatchObject(refused)
  })

  it('is refused to a wrong key, and where no provider is set up', async () => {
    const stranger = createStripe({ secretKey: 'sk_test_wrong', apiUrl: provider.env.STRIPE_API_URL! })
    await expect(endSubscription(stranger, 'sub_1')).rejects.toMatchObject(refused)
    expect(provider.subscriptions.get('sub_1')).toBe('active')
    await expect(endSubscription(null, 'sub_1')).rejects.toMatchObject(refused)
  })

  it('cannot reach another address of the provider by an odd id', async () => {
    await endSubscription(stripe, '../customers/cus_1?x=')
    expect(provider.requests).toEqual(['DELETE /v1/subscriptions/..%2Fcustomers%2Fcus_1%3Fx%3D'])
  })
})

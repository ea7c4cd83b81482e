import { describe, expect, it } from 'vitest'
import { createSubscriptionAnswerSchema } from './billing.ts'
import { isOwing } from './subscription-status.ts'

describe('createSubscriptionAnswerSchema', () => {
  it('accepts http URLs only', () => {
    const leads = (url: string) => createSubscriptionAnswerSchema.safeParse({ url }).success
    expect(['https://checkout.stripe.com/c/pay/1#a', 'http://127.0.0.1:4242/pay'].map(leads)).toEqual([true, true])
    const elsewhere = [
      'javascript:alert(1)',
      'JavaScript://example.com/%0aalert(1)',
      'data:text/html,a',
      'ftp://a.example/b',
    ]
    expect(elsewhere.map(leads)).toEqual([false, false, false, false])
  })
})

describe('a subscription', () => {
  it('is owing while a payment is overdue', () => {
    expect(['past_due', 'unpaid', 'paused', 'active', null].map(isOwing)).toEqual([true, true, true, false, false])
  })
})

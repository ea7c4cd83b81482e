import { Stripe } from 'stripe'
import { beforeEach, expect, it } from 'vitest'
import { createPrice, stripeClientOf } from '../../tests/support/payments.ts'
import { startTestStripe } from '../../tests/support/stripe.ts'
import { forEachTest } from '../../tests/support/suite.ts'

let stripe: Stripe
const standin = forEachTest(async () => startTestStripe({ now: new Date('2026-01-31T10:00:00Z') }))
beforeEach(async () => {
  stripe = stripeClientOf(standin)
})

const seconds = (iso: string): number => Date.parse(iso) / 1000

it('sells a subscription on a hosted page and sends signed events', async () => {
  const posts: { body: string; headers: Record<string, string> }[] = []
  standin.deliverTo(async (post) => posts.push(post) && 200)
  const { price } = await createPrice(stripe, 'pro', 2900)
  const customer = await stripe.customers.create({ email: 'ada@example.com', metadata: { userId: 'u1' } })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: 'http://localhost:3000/dashboard?success=true&session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/subscribe?canceled=true',
    client_reference_id: 'u1',
    subscription_data: { metadata: { userId: 'u1' } },
  })
  expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 2900, subscription: null })
  expect(await standin.pay(session.url!, { card: 'declines' })).toEqual({ redirectedTo: session.url })
  expect(await standin.pay(session.url!)).toEqual({
    redirectedTo: `http://localhost:3000/dashboard?success=true&session_id=${session.id}`,
  })
  // Submitting again charges nothing more.
  await Promise.all([standin.pay(session.url!), standin.pay(session.url!)])
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    client_reference_id: 'u1',
    amount_total: 2900,
  })
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toMatchObject([
    {
      status: 'active',
      metadata: { userId: 'u1' },
      items: {
        data: [
          {
            current_period_start: seconds('2026-01-31T10:00:00Z'),
            current_period_end: seconds('2026-02-28T10:00:00Z'),
            price: { lookup_key: 'precis_pro_monthly' },
          },
        ],
      },
    },
  ])
  expect((await stripe.invoices.list({ customer: customer.id })).data).toMatchObject([
    { status: 'paid', amount_paid: 2900 },
  ])
  await standin.settled()
  const events = posts.map(({ body, headers }) =>
    stripe.webhooks.constructEvent(
      body,
      headers['stripe-signature']!,
      standin.env.STRIPE_WEBHOOK_SECRET!,
      300,
      undefined,
      standin.now().getTime(),
    ),
  )
  expect(events.map(({ type }) => type)).toEqual([
    'product.created',
    'price.created',
    'customer.created',
    'customer.updated',
    'customer.subscription.created',
    'invoice.created',
    'invoice.finalized',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
    'checkout.session.completed',
  ])
})

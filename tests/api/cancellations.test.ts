import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendEmail } from '../../src/server/composition/emails.ts'
import { cancellationRequests, type UserRow, users } from '../../src/server/db/schema/index.ts'
import {
  listCancellations,
  processCancellation,
  rejectCancellation,
} from '../../src/server/features/billing/cancellation/cancellations.ts'
import { type Email, emailSchema } from '../../src/server/mail/email-queue.ts'
import type { MailMessage } from '../../src/server/mail/mailer.ts'
import { loadCatalogue } from '../../src/server/plans/load-catalogue.ts'
import { readOperatorConfig } from '../../src/server/platform/config/config.ts'
import { content } from '../../src/shared/content.ts'
import { fakeQueue } from '../support/fake-queue.ts'
import { keepLog } from '../support/log.ts'
import { type MailedProduct, startMailedProduct } from '../support/mail.ts'
import { choosePlan, stripeClientOf, subscribe } from '../support/payments.ts'
import type { TestClient } from '../support/product.ts'
import { startTestStripe } from '../support/stripe.ts'
import { forSuite } from '../support/suite.ts'

const reason = 'Too little time to read.'
const DAY_MS = 24 * 60 * 60_000

describe('cancellation requests', () => {
  let test: MailedProduct
  let dashboard: Stripe
  let deps: Parameters<typeof processCancellation>[0]
  let enqueued: Email[] = []
  const stripe = forSuite(async () => startTestStripe())
  beforeAll(async () => {
    stripe.holdEvents(true)
    test = await startMailedProduct({ clock: stripe.clock, env: stripe.env })
    dashboard = stripeClientOf(stripe)
    deps = {
      db: test.database.db,
      clock: stripe.clock,
      log: keepLog().log,
      catalogue: loadCatalogue('standard'),
      stripe: dashboard,
      config: readOperatorConfig({ APP_URL: 'https://precis.example' }),
      queue: fakeQueue((data) => enqueued.push(emailSchema.parse(data))),
      canMail: true,
    }
  })
  afterAll(async () => test.close())

  let clients = 0
  const join = async (plan?: string) => {
    const email = `leaver${(clients += 1)}@example.com`
    const client = await test.register(email)
    if (plan !== undefined) await subscribe(client, stripe, plan)
    const row = async (): Promise<UserRow> => {
      const [found] = await test.database.db.select().from(users).where(eq(users.email, email))
      return found!
    }
    const ask = async () => client.post('/api/subscription/cancel-request', { reason })
    return { client, email, row, ask }
  }
  const details = async (client: TestClient) => (await client.get('/api/subscription/details')).json()
  /** Sessions end within a month without use. */
  const comeBack = async (client: TestClient, email: string) =>
    client.post('/api/auth/login', { email, password: 'correct horse' })
  const later = async (ms = 60_000): Promise<void> => stripe.moveTo(new Date(stripe.now().getTime() + ms))
  /** Sends enqueued emails and returns them. */
  const mailsOf = async (emails: readonly Email[]): Promise<MailMessage[]> => {
    const sent: MailMessage[] = []
    const mailer = { send: async (mail: MailMessage) => void sent.push(mail), close: () => {} }
    const run = { signal: new AbortController().signal, earlierTries: 0, lastTry: false, log: deps.log }
    for (const email of emails) await sendEmail({ ...deps, mailer }, email, run)
    return sent
  }
  const statusOf = async (id: string) => {
    const [row] = await test.database.db.select().from(cancellationRequests).where(eq(cancellationRequests.id, id))
    return row?.status
  }

  it('are stored once, emailed to the operator, and shown', async () => {
    const { client, email, row, ask } = await join('lite')
    const answers = await Promise.all(Array.from({ length: 5 }, ask))
    expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['201', '409', '409', '409', '409'])
    const taken = answers.find(({ statusCode }) => statusCode === 201)!.json()
    expect(taken).toMatchObject({ reason, status: 'pending' })
    expect(await details(client)).toMatchObject({
      planType: 'lite',
      status: 'active',
      cancelAtPeriodEnd: true,
      cancellation: { status: 'pending', requestedAt: taken.createdAt, answer: null },
    })
    const mail = await test.nextMail(content.supportEmail)
    expect(mail.subject).not.toContain(email)
    for (const word of [email, (await row()).id, 'Lite', reason, `precis cancellations process ${taken.id}`]) {
      expect(mail.text).toContain(word)
    }
    expect(test.mailsTo(content.supportEmail)).toHaveLength(1)
    expect(await listCancellations(deps, { status: 'pending', limit: 100 })).toMatchObject([
      { id: taken.id, email, plan: 'Lite', reason, status: 'pending' },
    ])
  })

  it('need a reason, and a subscription', async () => {
    const free = await join()
    expect([(await free.ask()).statusCode, (await free.ask()).json().code]).toEqual([409, 'nothing_to_cancel'])
    const { client } = await join('pro')
    for (const body of [
      {},
      { reason: '' },
      { reason: ' \n ' },
      { reason: 'x'.repeat(2001) },
      { reason, userId: 'x' },
    ]) {
      expect((await client.post('/api/subscription/cancel-request', body)).statusCode).toBe(400)
    }
    const trimmed = await client.post('/api/subscription/cancel-request', { reason: `  ${reason}\n` })
    expect([trimmed.statusCode, trimmed.json().reason]).toEqual([201, reason])
    expect((await test.visitor().post('/api/subscription/cancel-request', { reason })).statusCode).toBe(401)
  })

  it('end the subscription at period end once an operator processes them, and notify the user', async () => {
    const { client, email, row, ask } = await join('pro')
    const { id } = (await ask()).json()
    const before = await row()
    const subscriptions = [{ id: before.stripeSubscriptionId, atOnce: false }]
    expect(await processCancellation(deps, id, { dryRun: true })).toMatchObject({ subscriptions, settledNow: true })
    enqueued = []
    const { cancellation: done, ...how } = await processCancellation(deps, id)
    expect(how).toEqual({ subscriptions, settledNow: true })
    expect(done).toMatchObject({ id, email, plan: 'Pro', status: 'processed', paidUntil: before.subscriptionExpiresAt })
    expect(enqueued).toEqual([{ kind: 'cancellation_answered', requestId: id }])
    const mails = await mailsOf(enqueued)
    expect(mails).toMatchObject([{ to: email, subject: 'Your Precis subscription is canceled' }])
    expect(mails[0]?.text.replaceAll('\n', ' ')).toContain('You keep the Pro plan until')
    expect(await row()).toMatchObject({ subscriptionPlan: 'pro', cancelAtPeriodEnd: true })
    expect(await dashboard.subscriptions.retrieve(before.stripeSubscriptionId!)).toMatchObject({
      cancel_at_period_end: true,
      status: 'active',
    })
    const asked = stripe.requests.length
    for (const dryRun of [true, false]) {
      expect(await processCancellation(deps, id, { dryRun })).toEqual({
        cancellation: done,
        subscriptions: [],
        settledNow: false,
      })
    }
    expect([enqueued.length, stripe.requests.length]).toEqual([1, asked])
    await expect(rejectCancellation(deps, id, 'No')).rejects.toMatchObject({ code: 'cancellation_answered' })
    const again = await ask()
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      expect.stringMatching(/^Your subscription is already canceled\./),
    ])
    expect(await details(client)).toMatchObject({ planType: 'pro', cancelAtPeriodEnd: true })
    await later(32 * DAY_MS)
    await comeBack(client, email)
    expect(await details(client)).toMatchObject({
      planType: 'starter',
      cancelAtPeriodEnd: false,
      currentPeriodEnd: null,
    })
    expect((await ask()).statusCode).toBe(409)
  })

  it('stay open when Stripe fails, and are processed on the next attempt', async () => {
    const { row, ask } = await join('elite')
    const { id } = (await ask()).json()
    enqueued = []
    for (const mood of ['broken', 'hanging up'] as const) {
      stripe.behave(mood)
      await expect(processCancellation(deps, id)).rejects.toMatchObject({ code: 'unavailable' })
      expect([await statusOf(id), enqueued.length]).toEqual(['pending', 0])
    }
    stripe.behave('well')
    // As after a crash between Stripe and the row.
    const { stripeSubscriptionId } = await row()
    await dashboard.subscriptions.update(stripeSubscriptionId!, { cancel_at_period_end: true })
    expect(await processCancellation(deps, id)).toMatchObject({ cancellation: { status: 'processed' } })
    expect(await row()).toMatchObject({ cancelAtPeriodEnd: true })
    expect(enqueued).toHaveLength(1)
  })

  it('are processed once by two concurrent operators', async () => {
    const { ask } = await join('pro')
    const { id } = (await ask()).json()
    enqueued = []
    const done = await Promise.all([processCancellation(deps, id), processCancellation(deps, id)])
    expect(done.map(({ cancellation }) => cancellation.status)).toEqual(['processed', 'processed'])
    expect(done.filter(({ settledNow }) => settledNow)).toHaveLength(1)
    expect(enqueued).toHaveLength(1)
  })

  it('are processed when the subscription is gone, and leave a later one alone', async () => {
    const gone = await join('pro')
    const { id } = (await gone.ask()).json()
    await dashboard.subscriptions.cancel((await gone.row()).stripeSubscriptionId!)
    expect(await processCancellation(deps, id, { dryRun: true })).toMatchObject({ subscriptions: [] })
    const { cancellation } = await processCancellation(deps, id)
    expect(cancellation).toMatchObject({ status: 'processed', paidUntil: null })

    const back = await join('pro')
    const request = (await back.ask()).json()
    await dashboard.subscriptions.cancel((await back.row()).stripeSubscriptionId!)
    await later(DAY_MS)
    await choosePlan(back.client, 'elite')
    expect(await statusOf(request.id)).toBe('processed')
    // A request that arrived too late to be settled.
    await test.database.db
      .update(cancellationRequests)
      .set({ status: 'pending' })
      .where(eq(cancellationRequests.id, request.id))
    await subscribe(back.client, stripe, 'elite')
    expect(await processCancellation(deps, request.id)).toMatchObject({ cancellation: { status: 'processed' } })
    expect(await back.row()).toMatchObject({ subscriptionPlan: 'elite', cancelAtPeriodEnd: false })
  })

  it('cancel at period end even if a later date was set', async () => {
    const { client, row, ask } = await join('pro')
    const { stripeSubscriptionId: subscription } = await row()
    const inThreePeriods = Math.floor(stripe.now().getTime() / 1000) + 90 * 24 * 60 * 60
    await dashboard.subscriptions.update(subscription!, { cancel_at: inThreePeriods })
    await later()
    expect(await details(client)).toMatchObject({ planType: 'pro', cancelAtPeriodEnd: false })
    const asked = await ask()
    expect(asked.statusCode).toBe(201)
    const { id } = asked.json()
    expect(await processCancellation(deps, id, { dryRun: true })).toMatchObject({
      subscriptions: [{ id: subscription, atOnce: false }],
    })
    await processCancellation(deps, id)
    expect(await row()).toMatchObject({ subscriptionPlan: 'pro', cancelAtPeriodEnd: true })
    await later(32 * DAY_MS)
    expect(stripe.statusOf(subscription!)).toBe('canceled')
  })

  it('stay open when a checkout page was opened while an operator’s plan applies', async () => {
    const { client, row, ask } = await join()
    const given = { subscriptionPlan: 'lite', planSource: 'operator' } as const
    await test.database.db
      .update(users)
      .set(given)
      .where(eq(users.id, (await row()).id))
    const { id } = (await ask()).json()
    await choosePlan(client, 'elite')
    expect(await statusOf(id)).toBe('pending')
    enqueued = []
    await processCancellation(deps, id)
    expect(await row()).toMatchObject(given)
    const [mail] = await mailsOf(enqueued)
    expect(mail?.text.replaceAll('\n', ' ')).toContain('You keep the Lite plan that we gave you.')
  })

  it('stay open with an explanation for a customer unknown to Stripe, unless there is nothing to end', async () => {
    const { row, ask } = await join('pro')
    const { id } = (await ask()).json()
    const { id: userId } = await row()
    const set = async (fields: Partial<UserRow>) =>
      test.database.db.update(users).set(fields).where(eq(users.id, userId))
    await set({ stripeCustomerId: 'cus_elsewhere' })
    await expect(processCancellation(deps, id)).rejects.toMatchObject({
      code: 'customer_unknown',
      message: expect.stringContaining('Is STRIPE_SECRET_KEY that of another account'),
    })
    await set({ stripeSubscriptionId: null })
    expect(await processCancellation(deps, id)).toMatchObject({ cancellation: { status: 'processed' } })
  })

  it('are withdrawn when the user chooses the plan again, before any change', async () => {
    const { client, ask } = await join('pro')
    const { id } = (await ask()).json()
    const change = async () => client.post('/api/create-subscription', { plan: 'elite' })
    expect((await change()).json()).toMatchObject({
      code: 'subscription_locked',
      message: 'You’ve asked to cancel your Pro plan. To switch to Elite, choose Pro first, which keeps your plan.',
    })
    expect(await statusOf(id)).toBe('pending')
    expect((await client.post('/api/create-subscription', { plan: 'pro' })).json()).toEqual({
      status: 'active',
      message: 'Your cancellation request is withdrawn. Your Pro subscription continues.',
    })
    expect(await statusOf(id)).toBe('rejected')
    await expect(processCancellation(deps, id)).rejects.toMatchObject({ code: 'cancellation_answered' })
    expect(await details(client)).toMatchObject({ cancelAtPeriodEnd: false, cancellation: null })
    expect((await client.post('/api/create-subscription', { plan: 'pro' })).json()).toEqual({
      status: 'active',
      message: 'Your Pro subscription is already active.',
    })
    expect((await change()).json()).toHaveProperty('url')
    expect((await ask()).statusCode).toBe(201)
  })

  it('are withdrawn when the user chooses the plan that an operator has set', async () => {
    const { client, row, ask } = await join()
    await test.database.db
      .update(users)
      .set({ subscriptionPlan: 'lite', planSource: 'operator' })
      .where(eq(users.id, (await row()).id))
    const { id } = (await ask()).json()
    expect(await details(client)).toMatchObject({ cancelAtPeriodEnd: true, cancellation: { status: 'pending' } })
    expect((await client.post('/api/create-subscription', { plan: 'lite' })).json()).toEqual({
      status: 'active',
      message: 'Your cancellation request is withdrawn. Your Lite subscription continues.',
    })
    expect(await statusOf(id)).toBe('rejected')
    expect(await details(client)).toMatchObject({ cancelAtPeriodEnd: false, cancellation: null })
  })

  it('are rejected once, with an answer', async () => {
    const { client, email, ask } = await join('pro')
    const { id } = (await ask()).json()
    enqueued = []
    const answer = 'You are on a yearly contract.'
    const { cancellation: done, settledNow } = await rejectCancellation(deps, id, answer)
    expect([done, settledNow]).toMatchObject([{ status: 'rejected', answer }, true])
    for (const dryRun of [true, false]) {
      expect(await rejectCancellation(deps, id, answer, { dryRun })).toEqual({
        cancellation: done,
        subscriptions: [],
        settledNow: false,
      })
      await expect(rejectCancellation(deps, id, 'Other words', { dryRun })).rejects.toMatchObject({
        code: 'cancellation_answered',
      })
    }
    const [mail, ...more] = await mailsOf(enqueued)
    expect([mail?.text, more]).toEqual([expect.stringContaining(answer), []])
    expect(mail?.text).toContain('wasn’t canceled')
    await expect(processCancellation(deps, id, { dryRun: true })).rejects.toMatchObject({
      code: 'cancellation_answered',
    })
    expect(await details(client)).toMatchObject({
      cancelAtPeriodEnd: false,
      cancellation: { status: 'rejected', requestedAt: done.createdAt.toISOString(), answer },
    })
    await later(31 * DAY_MS)
    await comeBack(client, email)
    expect(await details(client)).toMatchObject({ planType: 'pro', cancellation: null })
    const none = '00000000-0000-4000-8000-000000000000'
    await expect(rejectCancellation(deps, none, 'No')).rejects.toMatchObject({ code: 'not_found' })
    await expect(processCancellation(deps, none)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are accepted while a payment is overdue', async () => {
    const { client, email, row, ask } = await join('pro')
    stripe.setCard((await row()).stripeCustomerId!, 'declines')
    await later(32 * DAY_MS)
    await comeBack(client, email)
    const asked = await ask()
    expect(asked.statusCode).toBe(201)
    const { id } = asked.json()
    const { stripeCustomerId: customer, stripeSubscriptionId: subscription } = await row()
    const [open] = (await dashboard.invoices.list({ subscription: subscription!, status: 'open' })).data
    expect(open?.next_payment_attempt).not.toBeNull()
    enqueued = []
    const subscriptions = [{ id: subscription, atOnce: true }]
    expect(await processCancellation(deps, id, { dryRun: true })).toMatchObject({ subscriptions })
    expect(await processCancellation(deps, id)).toMatchObject({ subscriptions })
    // Stripe no longer retries the payment, as the email says.
    stripe.setCard(customer!, 'pays')
    await later(32 * DAY_MS)
    expect(await dashboard.invoices.retrieve(open!.id)).toMatchObject({ status: 'open', next_payment_attempt: null })
    expect(stripe.statusOf(subscription!)).toBe('canceled')
    expect(await row()).toMatchObject({ subscriptionPlan: null, subscriptionStatus: 'canceled' })
    const [mail] = await mailsOf(enqueued)
    expect(mail?.text.replaceAll('\n', ' ')).toContain('You won’t be charged again. It has ended')
  })
})

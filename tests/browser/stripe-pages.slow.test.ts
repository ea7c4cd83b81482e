import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { Stripe } from 'stripe'
import { beforeAll, describe, expect } from 'vitest'
import { startLoopbackServer } from '../standins/loopback-server.ts'
import { browserTest, resize, switchTheme, takeScreenshots, themes } from '../support/browser.ts'
import { startTestStripe } from '../support/stripe.ts'
import { served } from './world.ts'

/** The product as the hosted pages see it: URLs to return to. */
const openShop = async () =>
  startLoopbackServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Shop</title><h1>The shop</h1>')
  })

async function expectLegible(page: Page): Promise<void> {
  for (const theme of themes) {
    await switchTheme(page, theme)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
  }
  const wider = await page.evaluate<boolean>(
    "[document.documentElement, ...document.querySelectorAll('dd')].some((box) => box.scrollWidth > box.clientWidth)",
  )
  expect(wider).toBe(false)
}

/** Accessible names of elements in tab order. */
async function tabStops(page: Page, count: number): Promise<string[]> {
  const stops: string[] = []
  for (let tabs = 0; tabs < count; tabs += 1) {
    await page.keyboard.press('Tab')
    stops.push(
      await page.evaluate<string>(
        "(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim().replace(/\\s+/gu, ' ')",
      ),
    )
  }
  return stops
}

describe('pages of the Stripe stand-in', () => {
  const shop = served(openShop)
  const standin = served(startTestStripe)
  const events: string[] = []
  let stripe: Stripe
  let prices: Record<'lite' | 'pro' | 'elite', string>
  let customer: string
  let configuration: string

  const priceOf = async (name: string, unitAmount: number): Promise<string> => {
    const product = await stripe.products.create({ name })
    const recurring = { interval: 'month' } as const
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: unitAmount,
      recurring,
    })
    return price.id
  }

  /** A portal configuration: users may switch between these prices and pay the difference immediately. */
  const configure = async (): Promise<string> => {
    const sold = await Promise.all(Object.values(prices).map(async (id) => stripe.prices.retrieve(id)))
    const products = sold.map(({ id, product }) => ({ product: product as string, prices: [id] }))
    const subscription_update = {
      enabled: true,
      default_allowed_updates: ['price' as const],
      proration_behavior: 'always_invoice' as const,
      products,
    }
    return (await stripe.billingPortal.configurations.create({ features: { subscription_update } })).id
  }

  beforeAll(async () => {
    standin.deliverTo(async ({ body }) => {
      events.push(JSON.parse(body).type)
      return 200
    })
    const { hostname: host, port } = new URL(standin.url)
    stripe = new Stripe(standin.env.STRIPE_SECRET_KEY!, { host, port, protocol: 'http', telemetry: false })
    prices = {
      lite: await priceOf('Precis Lite', 900),
      pro: await priceOf('Precis Pro', 2900),
      elite: await priceOf('<b>Precis</b> Elite', 5900),
    }
    configuration = await configure()
    customer = (await stripe.customers.create({ email: "o'ada+pays@example.com" })).id
  })

  const checkout = async (price: string) =>
    stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price, quantity: 1 }],
      success_url: `${shop.origin}/dashboard?success=true&session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${shop.origin}/subscribe?canceled=true`,
    })

  const portal = async (price: string) => {
    const [subscription] = (await stripe.subscriptions.list({ customer })).data
    const item = subscription!.items.data[0]!.id
    const after = { return_url: `${shop.origin}/manage-subscription?changed=true` }
    return stripe.billingPortal.sessions.create({
      customer,
      configuration,
      return_url: `${shop.origin}/manage-subscription`,
      flow_data: {
        type: 'subscription_update_confirm',
        subscription_update_confirm: { subscription: subscription!.id, items: [{ id: item, price, quantity: 1 }] },
        after_completion: { type: 'redirect', redirect: after },
      },
    })
  }

  browserTest('decline a card, accept another, and charge once', async ({ page, newPage }) => {
    const session = await checkout(prices.pro)
    await page.goto(session.url!)
    await page.getByRole('heading', { name: 'Subscribe to Precis Pro' }).waitFor()
    await page.getByText('This is a local stand-in for Stripe. No money moves').waitFor()
    await expect.poll(async () => page.getByText("o'ada+pays@example.com").count()).toBe(1)
    await expectLegible(page)
    await resize(page, { width: 390, height: 844 })
    await expectLegible(page)
    await takeScreenshots(page, 'stripe-checkout')

    const [chosen, ...actions] = await tabStops(page, 3)
    expect(chosen).toBe('4242 4242 4242 4242 pays')
    expect(actions).toEqual(['Back to Precis', 'Pay and subscribe'])
    await page.getByLabel('4000 0000 0000 0002 is declined').check()
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Your card was declined. Nothing was charged.').waitFor()
    expect(standin.subscriptionsOf(customer)).toEqual([])
    await takeScreenshots(page, 'stripe-checkout-declined')

    // Leaving changes nothing; coming back finds the page as it was.
    await page.getByRole('link', { name: 'Back to Precis' }).click()
    await page.waitForURL(`${shop.origin}/subscribe?canceled=true`)
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
    await page.goto(session.url!)

    const { page: other } = await newPage()
    await other.goto(session.url!)
    await page.getByRole('button', { name: 'Pay and subscribe' }).dblclick()
    await page.waitForURL(`${shop.origin}/dashboard?success=true&session_id=${session.id}`)
    // In another tab the page is still open: paying there redirects, and charges nothing more.
    await other.getByRole('button', { name: 'Pay and subscribe' }).click()
    await other.waitForURL(`${shop.origin}/dashboard?success=true&session_id=${session.id}`)
    expect(standin.subscriptionsOf(customer)).toMatchObject([{ status: 'active' }])
    expect((await stripe.invoices.list({ customer })).data).toMatchObject([{ amount_paid: 2900, status: 'paid' }])
    await other.goto(session.url ?? `${standin.url}/pay/${session.id}`)
    await other.getByRole('heading', { name: 'This is paid already' }).waitFor()
    await expect
      .poll(async () => other.getByRole('link', { name: 'Continue to Precis' }).getAttribute('href'))
      .toContain(session.id)
    await standin.settled()
    expect(events).toContain('checkout.session.completed')
  })

  browserTest('show the price of a plan change, and change nothing before confirmation', async ({ page }) => {
    const session = await portal(prices.elite)
    await page.goto(session.url)
    await page.getByRole('heading', { name: 'From Precis Pro to <b>Precis</b> Elite' }).waitFor()
    await page.getByText('Precis Pro, $29 a month').waitFor()
    await page.getByText('<b>Precis</b> Elite, $59 a month').waitFor()
    await page.getByText(/^The next bill comes on .+: \$59\.00\.$/u).waitFor()
    await resize(page, { width: 390, height: 844 })
    await expectLegible(page)
    await takeScreenshots(page, 'stripe-portal')
    await page.getByLabel('4000 0000 0000 0002 is declined').check()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('alert').getByText('Your card was declined. Nothing was charged.').waitFor()
    const planOf = () => standin.subscriptionsOf(customer)[0]?.items.data[0]?.price.id
    expect(planOf()).toBe(prices.pro)
    await page.getByLabel('4242 4242 4242 4242 pays').check()
    await page.getByRole('button', { name: 'Confirm' }).dblclick()
    await page.waitForURL(`${shop.origin}/manage-subscription?changed=true`)
    expect(planOf()).toBe(prices.elite)
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(2)
    await page.goto(session.url)
    await page.getByRole('heading', { name: 'This is done' }).waitFor()

    // A downgrade costs nothing now, so no card is requested.
    await page.goto((await portal(prices.lite)).url)
    await page.getByText('Credit towards later bills').waitFor()
    await expect.poll(async () => page.getByRole('radio').count()).toBe(0)
    await page.getByRole('link', { name: 'Back to Precis' }).click()
    await page.waitForURL(`${shop.origin}/manage-subscription`)
    expect(planOf()).toBe(prices.elite)
  })

  browserTest('list everyone who pays, and send events again', async ({ page }) => {
    await page.goto(standin.url)
    const row = page.getByRole('listitem').filter({ hasText: customer })
    await row.getByText(/^active, renews /u).waitFor()
    await row.getByRole('button', { name: /^Let charges fail/u }).click()
    await row.getByText('4000 0000 0000 0002').waitFor()
    await expectLegible(page)
    await resize(page, { width: 390, height: 844 })
    await expectLegible(page)
    await takeScreenshots(page, 'stripe-start')
    await stripe.subscriptions.cancel(standin.subscriptionsOf(customer)[0]!.id)
    await standin.settled()
    await page.reload()
    await row.getByText(/^canceled, ended /u).waitFor()
    const before = events.length
    await page.getByRole('button', { name: 'Send again: customer.subscription.deleted' }).click()
    await page.getByRole('heading', { name: 'Events' }).waitFor()
    expect(events.slice(before)).toEqual(['customer.subscription.deleted'])
    await page.getByText('Delivered').first().waitFor()
  })
})

import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SetupReport } from '../../src/server/features/billing/setup/check-webhook.ts'
import { createStripe } from '../../src/server/features/billing/stripe.ts'
import { checkStripe } from '../../src/server/operator/actions.ts'
import { createOperatorContext } from '../../src/server/operator/operator-context.ts'
import { readOperatorConfig } from '../../src/server/platform/config/config.ts'
import { runOperator } from '../support/operator.ts'
import { freePort } from '../support/process.ts'
import { startTestProduct, type TestProduct } from '../support/product.ts'
import { startTestStripe, type TestStripe } from '../support/stripe.ts'

describe('precis stripe check', () => {
  let stripe: TestStripe
  let test: TestProduct
  let appUrl: string
  beforeAll(async () => {
    const port = await freePort()
    appUrl = `http://127.0.0.1:${port}`
    stripe = await startTestStripe()
    test = await startTestProduct({ env: { ...stripe.env, APP_URL: appUrl } })
    await test.product.app.listen({ host: '127.0.0.1', port })
  })
  afterAll(async () => {
    await test.close()
    await stripe.stop()
  })

  const check = async (...args: string[]) => runOperator(test, ['stripe', 'check', ...args])
  const changes = () => stripe.requests.filter((request) => !request.startsWith('GET '))
  const statesOf = (answer: unknown) =>
    (answer as { items: { state: string; what: string }[] }).items.map(({ state, what }) => `${state} ${what}`)
  const sdk = () => createStripe({ secretKey: stripe.env['STRIPE_SECRET_KEY']!, apiUrl: stripe.env['STRIPE_API_URL']! })
  const prices = ['price of Lite', 'price of Pro', 'price of Elite']
  const parts = [...prices, 'customer portal', 'webhook endpoint']

  it('reports what is missing, and creates it with --apply only', async () => {
    const found = await check()
    expect(found).toMatchObject({ exitCode: 1, errors: 'precis: The payment setup is incomplete.\n' })
    expect(found.output).toMatch(/^Account {6}acct_\w+\nMode {9}test\nAPI version {2}2026-10-28/)
    expect(found.output).toMatch(/^missing {2}price of Lite {5}\$9 a month, lookup key precis_lite_monthly$/m)
    expect(found.output).toContain('To create what is missing: precis stripe check --apply\n')
    expect((await check('--apply', '--dry-run')).exitCode).toBe(1)
    expect(changes()).toEqual([])

    const made = await check('--apply')
    expect(made).toMatchObject({ exitCode: 0, errors: '' })
    expect(made.output).toMatch(/^made\s+price of Elite\s+\$59 a month \(price_\w+\)$/m)
    expect(made.output).toMatch(/^ok\s+server\s+http:\/\/127\.0\.0\.1:\d+\/api\/webhooks\/stripe refuses what is not/m)
    expect(made.output).toMatch(/Stripe shows it only once:\nwhsec_\w+\n$/)
    expect((await sdk().webhookEndpoints.list()).data).toMatchObject([
      {
        url: `${appUrl}/api/webhooks/stripe`,
        status: 'enabled',
        enabled_events: expect.arrayContaining(['invoice.paid']),
      },
    ])

    const before = changes().length
    const fine = await check('--apply', '--json')
    expect(fine).toMatchObject({ exitCode: 0, errors: '' })
    expect(fine.json()).toMatchObject({ mode: 'test', webhookSecret: null })
    expect(statesOf(fine.json())).toEqual(['ok key', ...parts.map((part) => `ok ${part}`), 'ok server'])
    expect(changes()).toHaveLength(before)
  })

  it('reports differences without changing them', async () => {
    const client = sdk()
    const { data: sold } = await client.prices.list({ lookup_keys: ['precis_lite_monthly', 'precis_pro_monthly'] })
    const lite = sold.find(({ lookup_key: key }) => key === 'precis_lite_monthly')!
    const pro = sold.find(({ lookup_key: key }) => key === 'precis_pro_monthly')!
    await client.prices.update(pro.id, { active: false })
    await client.prices.create({
      product: lite.product as string,
      unit_amount: 1100,
      currency: 'eur',
      recurring: { interval: 'month' },
      lookup_key: 'precis_lite_monthly',
      transfer_lookup_key: true,
    })
    const [endpoint] = (await client.webhookEndpoints.list()).data
    await client.webhookEndpoints.update(endpoint!.id, { enabled_events: ['invoice.paid'] })
    const before = changes().length
    const found = await check('--apply')
    expect(changes()).toHaveLength(before)
    expect(found.exitCode).toBe(1)
    expect(found.output).toMatch(
      /^wrong {2}price of Lite {5}Stripe has €11 a month \(price_\w+\), the catalogue \$9 a month: the sum is another one, the currency is another one\. Nobody can buy Lite/m,
    )
    expect(found.output).toMatch(/^wrong {2}price of Pro .*: it, or its product, is archived\./m)
    expect(found.output).toMatch(/^note {3}customer portal {3}bpc_\w+ knows other prices/m)
    expect(found.output).toMatch(
      /^wrong {2}webhook endpoint {2}we_\w+ lacks events\. .*: checkout\.session\.completed, /m,
    )
    await client.webhookEndpoints.update(endpoint!.id, { disabled: true })
    expect((await check()).output).toMatch(/^wrong {2}webhook endpoint {2}we_\w+ for \S+ is disabled\. Enable it/m)
  })

  it('reports errors of Stripe, and timeouts', async () => {
    stripe.behave('hanging up')
    expect(await check()).toMatchObject({
      exitCode: 1,
      output: '',
      errors: expect.stringMatching(/^precis: Stripe cannot be reached: /),
    })
    stripe.behave('broken')
    expect((await check()).errors).toMatch(/^precis: Stripe refuses: /)
    stripe.behave('well')
  })

  describe('without a server', () => {
    const run = async (env: Record<string, string>, apply = false): Promise<SetupReport> => {
      const config = readOperatorConfig({ DATA_DIR: test.dataDir, ...env })
      const context = createOperatorContext(config, pino({ level: 'silent' }), 'grace')
      return checkStripe(context, apply, new AbortController().signal)
    }

    it('needs only the key, and never prints it', async () => {
      const { STRIPE_SECRET_KEY = '', STRIPE_API_URL = '' } = stripe.env
      const address = { STRIPE_API_URL, APP_URL: 'http://127.0.0.1:1' }
      expect(await run({ ...address, STRIPE_SECRET_KEY })).toMatchObject({
        mode: 'test',
        items: expect.arrayContaining([
          { what: 'server', state: 'note', detail: expect.stringContaining('Nobody answers') },
        ]),
      })
      const wrong = run({ ...address, STRIPE_SECRET_KEY: 'sk_test_of_somebody_else' })
      await expect(wrong).rejects.toThrow(/^Stripe does not take the key STRIPE_SECRET_KEY: Invalid API Key/)
      await expect(wrong).rejects.not.toThrow('somebody_else')
      await expect(run({})).rejects.toThrow('Payments are not set up: STRIPE_SECRET_KEY is not set.')
    })

    it.each(['finds its connection file', 'gets its key and URL'])(
      'creates no endpoint at the start script’s stand-in, when it %s',
      async (how) => {
        const { STRIPE_SECRET_KEY = '', STRIPE_WEBHOOK_SECRET, STRIPE_API_URL = '' } = stripe.env
        const folder = path.join(test.dataDir, 'standins')
        const connection = {
          secretKey: STRIPE_SECRET_KEY,
          webhookSecret: STRIPE_WEBHOOK_SECRET,
          apiUrl: STRIPE_API_URL,
        }
        await mkdir(folder, { recursive: true })
        await writeFile(path.join(folder, 'stripe-connection.json'), JSON.stringify(connection))
        const given: Record<string, string> =
          how === 'gets its key and URL' ? { STRIPE_SECRET_KEY, STRIPE_API_URL } : {}
        const endpoints = async () => (await sdk().webhookEndpoints.list()).data.length
        const before = await endpoints()
        const found = await run({ ...given, APP_URL: 'http://127.0.0.1:1' }, true)
        await rm(folder, { recursive: true })
        expect(found).toMatchObject({
          webhookSecret: null,
          items: expect.arrayContaining([
            { what: 'webhook endpoint', state: 'ok', detail: 'Not needed: the stand-in tells the server itself.' },
          ]),
        })
        expect(await endpoints()).toBe(before)
      },
    )
  })
})

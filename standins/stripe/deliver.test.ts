import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Stripe } from 'stripe'
import { beforeEach, expect, it } from 'vitest'
import { stripeClientOf } from '../../tests/support/payments.ts'
import { startTestStripe } from '../../tests/support/stripe.ts'
import { forEachTest } from '../../tests/support/suite.ts'
import { worldSchema } from './engine/records.ts'
import { startStripeStandin } from './server.ts'

let stripe: Stripe
let got: { id: string; type: string }[]
let status: number
const standin = forEachTest(async () => startTestStripe({ now: new Date('2026-06-01T00:00:00Z') }))
beforeEach(async () => {
  stripe = stripeClientOf(standin)
  got = []
  status = 200
  standin.deliverTo(async ({ body }) => {
    got.push(JSON.parse(body))
    return status
  })
})

const later = async (seconds: number): Promise<void> =>
  standin.moveTo(new Date(standin.now().getTime() + seconds * 1000))

it('retries failed deliveries for three days', async () => {
  status = 500
  const { id } = await stripe.customers.create({})
  await standin.settled()
  expect(got).toHaveLength(1)
  const [event] = standin.events
  expect(event).toMatchObject({ type: 'customer.created', data: { object: { id } } })
  await later(1)
  expect(got).toHaveLength(2)
  status = 200
  await later(60)
  expect(got.map((one) => one.id)).toEqual([event!.id, event!.id, event!.id])
  await later(3600)
  expect(got).toHaveLength(3)

  status = 400
  await stripe.customers.create({})
  await standin.settled()
  await later(3 * 24 * 3600 + 1)
  const tries = got.length
  await later(3600)
  expect(got).toHaveLength(tries)
})

it('posts to a URL, signed with its clock, and never to endpoints of the API', async () => {
  const posts: { url: string; body: string; signature: string }[] = []
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature'])
      posts.push({ url: request.url!, body: Buffer.concat(chunks).toString(), signature })
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  standin.deliverTo(`${origin}/own`)
  const endpoint = await stripe.webhookEndpoints.create({ url: `${origin}/endpoint`, enabled_events: ['*'] })
  await stripe.customers.create({})
  await standin.settled()
  expect(posts.map(({ url }) => url)).toEqual(['/own'])
  const { body, signature } = posts[0]!
  const secret = standin.env.STRIPE_WEBHOOK_SECRET!
  const at = standin.now().getTime()
  expect(stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, at).type).toBe('customer.created')
  expect(() => stripe.webhooks.constructEvent(body, signature, endpoint.secret!, 300, undefined, at)).toThrow(
    /signature/u,
  )
  expect(() => stripe.webhooks.constructEvent(body, signature, secret, 300)).toThrow(/timestamp/iu)
  receiver.close()
})

it('stops while a receiver does not respond', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const other = await startTestStripe()
  other.deliverTo(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
  await stripeClientOf(other).customers.create({})
  await other.stop()
  silent.closeAllConnections()
  silent.close()
})

it('saves its state in a file and continues from it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'precis-stripe-'))
  const stateFile = path.join(folder, 'stripe.json')
  const options = {
    secretKey: 'sk_test_of_the_stand_in',
    webhookSecret: 'whsec_of_the_stand_in',
    webhookUrl: null,
    stateFile,
  }
  const first = await startTestStripe({ stateFile })
  const { subscriptionId, customerId } = await first.subscribe()
  await first.moveTo(new Date(Date.now() + 40 * 24 * 3600_000))
  const { world } = first.engine
  await first.stop()
  expect(worldSchema.parse(JSON.parse(await readFile(stateFile, 'utf8')))).toEqual(JSON.parse(JSON.stringify(world)))
  const second = await startStripeStandin(options)
  expect(second.now().getTime()).toBeGreaterThanOrEqual(world.time * 1000)
  expect(second.subscriptionsOf(customerId)).toMatchObject([{ id: subscriptionId, status: 'active' }])
  await second.stop()
  await rm(folder, { recursive: true })
})

it('saves its state after changes, not after time alone', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'precis-stripe-'))
  const stateFile = path.join(folder, 'stripe.json')
  const kept = await startTestStripe({ stateFile })
  await stripeClientOf(kept).customers.create({})
  await rm(stateFile)
  kept.engine.world.time -= 60
  await stripeClientOf(kept).customers.list()
  expect(existsSync(stateFile)).toBe(false)
  await stripeClientOf(kept).customers.create({})
  expect(existsSync(stateFile)).toBe(true)
  await kept.stop()

  const again = await startTestStripe({ stateFile })
  await rm(stateFile)
  await stripeClientOf(again).customers.list()
  expect(existsSync(stateFile)).toBe(false)
  await again.stop()
  await rm(folder, { recursive: true })
})

it("follows the system's clock, ahead by what it was moved", async () => {
  const running = await startTestStripe()
  expect(Math.abs(running.now().getTime() - Date.now())).toBeLessThan(1000)
  const target = new Date(Date.now() + 3600_000)
  await running.moveTo(target)
  expect(running.now().getTime()).toBeGreaterThanOrEqual(target.getTime())
  expect(running.clock.now().getTime() - target.getTime()).toBeLessThan(5000)
  const { created } = await stripeClientOf(running).customers.create({})
  expect(created).toBeGreaterThanOrEqual(Math.floor(target.getTime() / 1000))
  await running.stop()
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { advance } from './advance.ts'
import { periodEnd } from './calendar.ts'
import { applyChange, planChange } from './change-subscription.ts'
import { newCustomer } from './checkout.ts'
import { createEngine, defaultSettings, type Engine } from './engine.ts'
import { newId } from './ids.ts'
import { newProduct } from './new-product.ts'
import { emptyWorld, type PortalSession, type Price, worldSchema } from './records.ts'
import { startSubscription } from './start-subscription.ts'

const amounts = [900, 2900, 5900, 1201]
const monthly = { interval: 'month', count: 1 } as const

function sell({ world }: Engine, unitAmount: number): Price {
  const price: Price = {
    id: newId('price'),
    created: world.time,
    active: true,
    currency: 'usd',
    unitAmount,
    lookupKey: null,
    metadata: {},
    nickname: null,
    product: newProduct(world, `Plan of ${unitAmount}`).id,
    recurring: monthly,
    taxBehavior: 'unspecified',
  }
  world.prices[price.id] = price
  return price
}

const steps = fc.array(
  fc.record({
    plan: fc.nat(amounts.length - 1),
    seconds: fc.integer({ min: 1, max: 20 * 24 * 3600 }),
    behavior: fc.constantFrom('always_invoice' as const, 'create_prorations' as const),
  }),
  { maxLength: 12 },
)

it('charges for each second what the plan of that second costs, however often it is changed', () => {
  const starts = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(starts, steps, (start, changes) => {
      const engine = createEngine(emptyWorld('acct_1', start), '', defaultSettings)
      const prices = amounts.map((amount) => sell(engine, amount))
      const customer = newCustomer(engine, {})
      customer.card = 'pays'
      const began = engine.world.time
      const items = [{ price: prices[0]!.id, quantity: 1 }]
      const wanted = { customer: customer.id, items, trialDays: null, trialEnd: null, metadata: {}, description: null }
      const subscription = startSubscription(engine, wanted, 'pays')
      const held = [{ from: began, amount: amounts[0]! }]
      for (const { plan, seconds, behavior } of changes) {
        advance(engine, engine.world.time + seconds)
        const change = [{ id: subscription.items[0]!.id, price: prices[plan]!.id }]
        const planned = planChange(engine, subscription, { items: change, prorationBehavior: behavior })
        applyChange(engine, subscription, planned, { card: 'pays', mustPay: false })
        held.push({ from: engine.world.time, amount: amounts[plan]! })
      }
      // Until the next bill is paid, on which everything that waits stands.
      advance(engine, subscription.items[0]!.periodEnd + 3600)
      const { world } = engine
      let owed = 0
      let from = began
      while (from < world.time) {
        const to = periodEnd(began, from, monthly)
        for (const [index, { from: since, amount }] of held.entries()) {
          const until = held[index + 1]?.from ?? Number.POSITIVE_INFINITY
          owed += (amount * Math.max(0, Math.min(to, until) - Math.max(from, since))) / (to - from)
        }
        from = to
      }
      const invoices = Object.values(world.invoices)
      const paid = invoices.reduce((sum, { amountPaid }) => sum + amountPaid, 0) + customer.balance
      const roundings = invoices.flatMap(({ lines }) => lines).filter(({ proration }) => proration).length
      expect(Math.abs(paid - owed)).toBeLessThanOrEqual(0.5 * roundings + 0.01)
      expect(invoices.every(({ status }) => status === 'paid')).toBe(true)
      expect(world.pendingLines).toEqual([])
      // All of it can be kept in a file.
      expect(worldSchema.parse(JSON.parse(JSON.stringify(world)))).toEqual(JSON.parse(JSON.stringify(world)))
    }),
    { numRuns: 100 },
  )
})

it('forgets pages of the portal, a day after they were made', () => {
  const engine = createEngine(emptyWorld('acct_x', new Date('2026-01-31T10:00:00Z')), '', defaultSettings)
  const { world } = engine
  const { time } = world
  const session: PortalSession = {
    id: 'bps_x',
    created: time,
    customer: 'cus_x',
    configuration: 'bpc_x',
    returnUrl: null,
    locale: null,
    flow: null,
    done: false,
  }
  world.portalSessions[session.id] = session
  advance(engine, time + 24 * 3600)
  expect(Object.keys(world.portalSessions)).toEqual([session.id])
  advance(engine, time + 24 * 3600 + 1)
  expect(world.portalSessions).toEqual({})
})

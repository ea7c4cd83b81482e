import fc from 'fast-check'
import { expect, it } from 'vitest'
import { advance } from './advance.ts'
import { periodEnd } from './calendar.ts'
import { createEngine, type Engine, newId } from './engine.ts'
import { newCustomer } from './hosted-pages.ts'
import { emptyWorld, type PortalSession, type Price, worldSchema } from './records.ts'
import { applyChange, planChange, startSubscription } from './subscriptions.ts'

const amounts = [900, 2900, 5900, 1201]

function sell({ world }: Engine, unitAmount: number): Price {
  const { time: created } = world
  const product = { id: newId('prod'), created, active: true, name: `Plan of ${unitAmount}`, metadata: {} }
  world.products[product.id] = product
  const price: Price = {
    id: newId('price'),
    created,
    active: true,
    currency: 'usd',
    unitAmount,
    lookupKey: null,
    metadata: {},
    product: product.id,
    interval: 'month',
  }
  world.prices[price.id] = price
  return price
}

const steps = fc.array(
  fc.record({
    plan: fc.nat(amounts.length - 1),
    seconds: fc.integer({ min: 1, max: 20 * 24 * 3600 }),
    billsNow: fc.boolean(),
  }),
  { maxLength: 12 },
)

it('charges each second at the price of its plan, however often the plan changes', () => {
  const starts = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(starts, steps, (start, changes) => {
      const engine = createEngine(emptyWorld('acct_1', start))
      const prices = amounts.map((amount) => sell(engine, amount))
      const customer = newCustomer(engine, {})
      customer.card = 'pays'
      const began = engine.world.time
      const wanted = { customer: customer.id, price: prices[0]!.id, metadata: {} }
      const subscription = startSubscription(engine, wanted, 'pays')
      const held = [{ from: began, amount: amounts[0]! }]
      for (const { plan, seconds, billsNow } of changes) {
        advance(engine, engine.world.time + seconds)
        const planned = planChange(engine, subscription, { price: prices[plan]!.id, billsNow })
        applyChange(engine, subscription, planned, { card: 'pays', mustPay: false })
        held.push({ from: engine.world.time, amount: amounts[plan]! })
      }
      // Until the next invoice, with all pending lines, is paid.
      advance(engine, subscription.periodEnd + 3600)
      const { world } = engine
      let owed = 0
      let from = began
      while (from < world.time) {
        const to = periodEnd(began, from, 'month')
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
      expect(worldSchema.parse(JSON.parse(JSON.stringify(world)))).toEqual(JSON.parse(JSON.stringify(world)))
    }),
    { numRuns: 100 },
  )
})

it('removes portal sessions after a day', () => {
  const engine = createEngine(emptyWorld('acct_x', new Date('2026-01-31T10:00:00Z')))
  const { world } = engine
  const { time } = world
  const session: PortalSession = {
    id: 'bps_x',
    created: time,
    customer: 'cus_x',
    returnUrl: 'http://localhost:3000/back',
    doneUrl: 'http://localhost:3000/changed',
    flow: { type: 'payment_method_update' },
    done: false,
  }
  world.portalSessions[session.id] = session
  advance(engine, time + 24 * 3600)
  expect(Object.keys(world.portalSessions)).toEqual([session.id])
  advance(engine, time + 24 * 3600 + 1)
  expect(world.portalSessions).toEqual({})
})

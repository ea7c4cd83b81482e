import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import type { Pipeline } from '../../src/pipeline/pipeline.ts'
import { users } from '../../src/server/db/schema/index.ts'
import { realPipeline } from '../support/pipelines.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { type ProductPair, startProductPair } from '../support/product-pair.ts'

/** The real pipeline, which reads each source only when the test allows it. */
function heldPipeline() {
  const pipeline = realPipeline()
  const begun: string[] = []
  let running = 0
  let most = 0
  const free = new Set<string>()
  let all = false
  const isFree = (name: string): boolean => all || free.has(name)
  const held: Pipeline = {
    ...pipeline,
    ingest: {
      ...pipeline.ingest,
      read: async (input, options) => {
        if (input.kind !== 'text') throw new Error('Only texts are read here.')
        const [name = ''] = input.content.split(' ')
        begun.push(name)
        running += 1
        most = Math.max(most, running)
        try {
          while (!isFree(name)) await sleep(10, undefined, { signal: options.signal })
          return await pipeline.ingest.read(input, options)
        } finally {
          running -= 1
        }
      },
    },
  }
  return {
    pipeline: held,
    /** First words of the sources, in the order in which they started. */
    begun: (): readonly string[] => begun,
    most: () => most,
    letGo: (name: string): void => void free.add(name),
    letAllGo: (): void => {
      all = true
    },
  }
}

const text = (name: string): string => `${name} is how the harbor was called. `.repeat(20)

/** Requests a summary without waiting for it. */
async function ask(client: TestClient, name: string): Promise<string> {
  const response = await client.post('/api/summaries', { content: text(name) }, { prefer: 'respond-async' })
  expect(response.statusCode).toBe(202)
  return response.json().id
}

const aheadOf = async (client: TestClient, id: string): Promise<unknown> =>
  (await client.get(`/api/summaries/${id}`)).json().progress?.ahead

describe('queue fairness', () => {
  let held: ReturnType<typeof heldPipeline>
  let test: TestProduct
  let close = async (): Promise<void> => {}
  afterEach(async () => {
    held.letAllGo()
    await close()
  })

  async function start(maxWaiting?: number): Promise<void> {
    held = heldPipeline()
    test = await startTestProduct({
      pipeline: held.pipeline,
      ...(maxWaiting === undefined ? {} : { maxWaiting }),
    })
    close = test.close
  }

  const subscribe = async (email: string, subscriptionPlan: string): Promise<unknown> =>
    test.database.db
      .update(users)
      .set({ subscriptionPlan, subscriptionStatus: 'active', subscriptionExpiresAt: new Date(Date.now() + 86_400_000) })
      .where(eq(users.email, email))

  it('limits the concurrency of one user', async () => {
    await start()
    const [greedy, other] = [await test.register('greedy@example.com'), await test.register()]
    await subscribe('greedy@example.com', 'pro')
    for (let n = 0; n < 6; n += 1) await ask(greedy, `greedy${n}`)
    await expect.poll(() => held.begun().length).toBe(2)
    await ask(other, 'other')
    await expect.poll(() => held.begun()).toContain('other')
    expect(held.begun().filter((name) => name.startsWith('greedy'))).toHaveLength(2)
    held.letAllGo()
    await expect.poll(() => held.begun().length).toBe(7)
  })

  it('prefers paying users, and each user’s earlier requests', async () => {
    await start()
    const clients = await Promise.all(
      ['a@example.com', 'b@example.com', 'c@example.com'].map(async (email) => test.register(email)),
    )
    await subscribe('c@example.com', 'elite')
    const [a, b, c] = clients as [TestClient, TestClient, TestClient]
    // All four slots are taken: further requests are queued.
    for (const [client, name] of [
      [a, 'a0'],
      [a, 'a1'],
      [b, 'b0'],
      [b, 'b1'],
    ] as const)
      await ask(client, name)
    await expect.poll(() => held.begun().length).toBe(4)
    const waiting = [await ask(a, 'a2'), await ask(b, 'b2'), await ask(c, 'c0')] as const
    const [a2, b2, c0] = waiting
    await expect.poll(async () => [await aheadOf(c, c0), await aheadOf(a, a2), await aheadOf(b, b2)]).toEqual([0, 1, 2])
    const list = (await b.get('/api/summaries')).json()
    expect(list.find(({ id }: { id: string }) => id === b2).progress).toEqual({
      stage: 'queued',
      done: 0,
      total: 1,
      ahead: 2,
    })
    held.letGo('b0')
    await expect.poll(() => held.begun()[4]).toBe('c0')
    await expect.poll(async () => aheadOf(c, c0)).toBeUndefined()
    await expect.poll(async () => aheadOf(b, b2)).toBe(1)
  })

  it('rejects requests beyond its capacity without using quota', async () => {
    await start(2)
    const [a, b] = [await test.register('a@example.com'), await test.register('b@example.com')]
    await subscribe('a@example.com', 'pro')
    const ids: string[] = []
    for (let n = 0; n < 4; n += 1) ids.push(await ask(a, `a${n}`))
    await expect.poll(() => held.begun().length).toBe(2)
    await expect.poll(async () => aheadOf(a, ids[3]!)).toBe(1)
    const add = async () => b.post('/api/summaries', { content: text('b') }, { prefer: 'respond-async' })
    const { statusCode, headers, body } = await add()
    expect(statusCode).toBe(503)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(JSON.parse(body)).toMatchObject({ code: 'unavailable' })
    expect((await b.get('/api/auth/user')).json().summariesUsed).toBe(0)
    expect((await b.get('/api/summaries')).json()).toEqual([])
    held.letAllGo()
    await expect.poll(async () => (await add()).statusCode).toBe(202)
  })

  it('sends queue positions to subscribers', async () => {
    held = heldPipeline()
    const pair: ProductPair = await startProductPair({ pipeline: held.pipeline })
    close = pair.close
    const [a, b] = [await pair.web.register(), await pair.web.register()]
    for (const name of ['a0', 'a1', 'a2']) await ask(a, name)
    await expect.poll(() => held.begun().length).toBe(2)
    for (const name of ['b0', 'b1']) await ask(b, name)
    await expect.poll(() => held.begun().length).toBe(4)
    const last = await ask(b, 'b2')
    await expect.poll(async () => aheadOf(b, last)).toBe(1)
    const cookie = b.cookie
    const response = await pair.web.product.app.inject({
      url: `/api/summaries/${last}/events`,
      headers: { cookie },
      payloadAsStream: true,
    })
    const told: unknown[] = []
    const read = (async () => {
      for await (const chunk of response.stream())
        for (const [, json] of String(chunk).matchAll(/^data: (.*"stage":"queued".*)$/gm))
          told.push(JSON.parse(json!).progress.ahead)
    })()
    await expect.poll(() => told.at(-1)).toBe(1)
    held.letGo('a0')
    await expect.poll(() => told.at(-1)).toBe(0)
    held.letAllGo()
    await read
  })
})

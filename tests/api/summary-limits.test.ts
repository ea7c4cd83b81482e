import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { summaries } from '../../src/server/db/schema/index.ts'
import {
  fakeResult,
  fakeSummarizerPipeline,
  finishImmediately,
  never,
  type Summarize,
} from '../support/fake-summarizer.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'

const prefer = { prefer: 'respond-async' }

/** Runs until its signal fires; records the signals. */
function silent(): { summarize: Summarize; signals: AbortSignal[] } {
  const signals: AbortSignal[] = []
  return {
    signals,
    summarize: async function* (document, options) {
      signals.push(options.signal)
      await new Promise<void>((resolve) => {
        options.signal.addEventListener('abort', () => resolve())
      })
      options.signal.throwIfAborted()
      yield { type: 'done', result: fakeResult(document, options) }
    },
  }
}

describe('limits of a summary', () => {
  let test: TestProduct
  let user: TestClient
  afterEach(async () => test.close())

  async function start(summarize: Summarize, env: Record<string, string> = {}): Promise<void> {
    test = await startTestProduct({ pipeline: fakeSummarizerPipeline(summarize), env, graceMs: 100 })
    user = await test.register()
  }
  const used = async (): Promise<number> => (await user.get('/api/stats')).json().summariesUsed

  it('end it on time, although its work ignores the signal', async () => {
    await start(never, { SUMMARY_TIMEOUT_SECONDS: '5' })
    const startedAt = performance.now()
    const response = await user.post('/api/summaries', { content: tidePools })
    const seconds = (performance.now() - startedAt) / 1000
    expect([response.statusCode, response.json().code]).toEqual([504, 'timed_out'])
    expect(response.json().message).toMatch(/took too long, so we stopped it.*Nothing was charged.*try again/)
    expect(seconds).toBeGreaterThan(4.9)
    expect(seconds).toBeLessThan(8)
    expect(await used()).toBe(0)
    expect((await user.get('/api/summaries')).json()).toMatchObject([{ status: 'failed', failureCode: 'timed_out' }])
  })

  it('abort its work when the user deletes it', async () => {
    const { summarize, signals } = silent()
    await start(summarize)
    const { id } = (await user.post('/api/summaries', { content: tidePools }, prefer)).json()
    await expect.poll(() => signals.length, { timeout: 10_000 }).toBe(1)
    await user.delete(`/api/summaries/${id}`)
    await expect.poll(() => signals[0]?.aborted, { timeout: 1000, interval: 10 }).toBe(true)
    expect(await used()).toBe(0)
  })

  it('abort silent work within seconds when the message of the deletion was lost', async () => {
    const { summarize, signals } = silent()
    await start(summarize)
    const { id } = (await user.post('/api/summaries', { content: tidePools }, prefer)).json()
    await expect.poll(() => signals.length, { timeout: 10_000 }).toBe(1)
    await test.database.db.delete(summaries).where(eq(summaries.id, id))
    await expect.poll(() => signals[0]?.aborted, { timeout: 6000 }).toBe(true)
  })

  it('exclude the client’s patience: the work continues after a disconnect', async () => {
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let begun = 0
    await start(async function* (document, options) {
      begun += 1
      await held
      yield* finishImmediately(document, options)
    })
    const origin = await test.product.app.listen({ host: '127.0.0.1', port: 0 })
    const gone = new AbortController()
    const cookie = user.cookie
    const request = fetch(`${origin}/api/summaries`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ content: tidePools }),
      signal: gone.signal,
    })
    await expect.poll(() => begun, { timeout: 10_000 }).toBe(1)
    gone.abort()
    await expect(request).rejects.toThrow('aborted')
    release()
    const status = async () => (await user.get('/api/summaries')).json()[0].status
    await expect.poll(status, { timeout: 5000 }).toBe('ready')
    expect(await used()).toBe(1)
  })
})

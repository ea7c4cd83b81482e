import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { sources } from '../../src/server/db/schema/index.ts'
import { AppError } from '../../src/shared/errors.ts'
import { emptyPage } from '../../src/shared/summary/partial-page.ts'
import { fakeSummarizerPipeline, finishImmediately, type Summarize } from '../support/fake-summarizer.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'

const prefer = { prefer: 'respond-async' }
const forever = async (signal: AbortSignal): Promise<void> => sleep(3_600_000, undefined, { signal, ref: false })

/** Shows text, and then runs forever. */
const showsText: Summarize = async function* (_document, { signal }) {
  yield { type: 'partial', page: { ...emptyPage, gist: 'The tide pools below the lighthouse' } }
  await forever(signal)
}

/** Calls a model that never responds. */
const callsModel: Summarize = async function* (_document, { signal, onModelCall }) {
  await onModelCall?.()
  await forever(signal)
  yield { type: 'partial', page: { ...emptyPage, gist: '' } }
}

/** Computes without a model, and shows nothing yet. */
const computes: Summarize = async function* (_document, { signal }) {
  yield { type: 'progress', progress: { stage: 'summarizing', done: 1, total: 9 } }
  await forever(signal)
}

describe('canceling a summary', () => {
  let test: TestProduct
  let user: TestClient
  let pipeline: ReturnType<typeof fakeSummarizerPipeline>
  afterEach(async () => test.close())

  async function start(summarize: Summarize): Promise<void> {
    heldReads = 0
    pipeline = fakeSummarizerPipeline(summarize)
    test = await startTestProduct({ pipeline, graceMs: 100 })
    user = await test.register()
  }
  const used = async (): Promise<number> => (await user.get('/api/stats')).json().summariesUsed
  const progressOf = async (id: string) => (await user.get(`/api/summaries/${id}`)).json().progress
  const ask = async (content = tidePools): Promise<string> =>
    (await user.post('/api/summaries', { content }, prefer)).json().id
  const counts = async (id: string): Promise<void> => {
    await expect.poll(async () => (await progressOf(id))?.cancelCounts, { timeout: 10_000 }).toBe(true)
  }
  let heldReads = 0
  const holdReading = (): void => {
    pipeline.ingest.read = async (_input, { signal }) => {
      heldReads += 1
      await forever(signal)
      throw new Error('Reading was held.')
    }
  }

  it.each([
    ['text was shown', showsText],
    ['a model was called', callsModel],
  ])('counts once %s, and is refused with ifFree', async (_, summarize) => {
    await start(summarize)
    const id = await ask()
    await counts(id)
    const refused = await user.delete(`/api/summaries/${id}?ifFree=true`)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'summary_charged'])
    expect(refused.json().message).toContain('counts against your plan')
    expect((await progressOf(id)).cancelCounts).toBe(true)
    expect((await user.delete(`/api/summaries/${id}`)).statusCode).toBe(204)
    expect(await used()).toBe(1)
    expect((await user.delete(`/api/summaries/${id}`)).statusCode).toBe(404)
    expect(await used()).toBe(1)
  })

  it('is free while the source is read, and before a computation shows text', async () => {
    await start(computes)
    const id = await ask()
    await expect.poll(pipeline.begun, { timeout: 10_000 }).toBe(1)
    await user.delete(`/api/summaries/${id}`)
    expect(await used()).toBe(0)
    holdReading()
    const other = await ask()
    expect((await progressOf(other)).cancelCounts).toBeUndefined()
    await user.delete(`/api/summaries/${other}?ifFree=true`)
    expect([await used(), (await user.get('/api/summaries')).json()]).toEqual([0, []])
  })

  it('is marked as counting before the model is called, and before text is shown', async () => {
    const seen: unknown[] = []
    const look = async () => {
      const [summary] = (await user.get('/api/summaries')).json()
      seen.push(summary.progress.cancelCounts)
    }
    await start(async function* (document, options) {
      await look()
      await options.onModelCall?.()
      await look()
      yield* finishImmediately(document, options)
    })
    await user.post('/api/summaries', { content: tidePools })
    pipeline.become(async function* (document, options) {
      await look()
      yield { type: 'partial', page: { ...emptyPage, gist: 'The tide pools' } }
      await look()
      yield* finishImmediately(document, options)
    })
    await user.post('/api/summaries', { content: `2. ${tidePools}` })
    expect(seen).toEqual([undefined, true, undefined, true])
  })

  it('keeps a summary that became ready in the meantime, with ifFree', async () => {
    await start(finishImmediately)
    const { id } = (await user.post('/api/summaries', { content: tidePools })).json()
    expect((await user.delete(`/api/summaries/${id}?ifFree=true`)).statusCode).toBe(409)
    expect((await user.get(`/api/summaries/${id}`)).json().status).toBe('ready')
  })

  it('still counts after an interrupted attempt while the next one reads the source again', async () => {
    await start(async function* () {
      yield { type: 'partial', page: { ...emptyPage, gist: 'The tide pools' } }
      await test.database.db.update(sources).set({ document: null })
      holdReading()
      throw new TypeError('the summarizer broke')
    })
    const id = await ask()
    await expect.poll(() => heldReads, { timeout: 30_000 }).toBe(1)
    expect((await progressOf(id)).cancelCounts).toBe(true)
    await user.delete(`/api/summaries/${id}`)
    expect(await used()).toBe(1)
  }, 60_000)

  it('of a retry counts once: the failed attempt was free, although it had shown text', async () => {
    await start(async function* () {
      yield { type: 'partial', page: { ...emptyPage, gist: 'The tide pools' } }
      throw new AppError('model_refused', 'The model refused.')
    })
    const failed = await user.post('/api/summaries', { content: tidePools })
    expect([failed.statusCode, await used()]).toEqual([422, 0])
    const [{ id }] = (await user.get('/api/summaries')).json()
    pipeline.become(showsText)
    await user.post(`/api/summaries/${id}/retry`, undefined, prefer)
    await counts(id)
    expect(await used()).toBe(1)
    await user.delete(`/api/summaries/${id}`)
    expect(await used()).toBe(1)
  })

  it('of a retry that has not shown text is free', async () => {
    await start(async function* () {
      yield { type: 'partial', page: { ...emptyPage, gist: 'The tide pools' } }
      throw new AppError('model_refused', 'The model refused.')
    })
    await user.post('/api/summaries', { content: tidePools })
    const [{ id }] = (await user.get('/api/summaries')).json()
    await test.database.db.update(sources).set({ document: null })
    holdReading()
    const retried = await user.post(`/api/summaries/${id}/retry`, undefined, prefer)
    expect([retried.statusCode, await used()]).toEqual([202, 1])
    expect((await progressOf(id)).cancelCounts).toBeUndefined()
    await user.delete(`/api/summaries/${id}?ifFree=true`)
    expect(await used()).toBe(0)
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import type { Pipeline } from '../../src/pipeline/pipeline.ts'
import { AppError } from '../../src/shared/errors.ts'
import { realPipeline } from '../support/pipelines.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'
import { setPlan } from '../support/uploads.ts'

/** Reports of a recording: the minutes heard, of all that it has; null where its length isn't known. */
type Reports = readonly (readonly [done: number, total: number | null])[]

/** The real pipeline, which takes texts for recordings that a transcriber reports these minutes of. */
function listeningPipeline(reports: () => Reports, fail: () => AppError | null): Pipeline {
  const pipeline = realPipeline()
  return {
    ...pipeline,
    ingest: {
      ...pipeline.ingest,
      read: async (input, options) => {
        for (const [done, total] of reports()) await options.onMinutes?.(done, total)
        const failure = fail()
        if (failure !== null) throw failure
        return pipeline.ingest.read(input, options)
      },
    },
  }
}

describe('minutes of recordings', () => {
  let test: TestProduct
  let now = new Date('2026-11-21T22:00:00Z')
  let reports: Reports = []
  let failure: AppError | null = null
  afterEach(async () => test.close())

  async function start(env: Record<string, string> = {}): Promise<TestClient> {
    now = new Date('2026-11-21T22:00:00Z')
    failure = null
    test = await startTestProduct({
      pipeline: listeningPipeline(
        () => reports,
        () => failure,
      ),
      clock: { now: () => now },
      env,
    })
    return test.register('ada@example.com')
  }
  let texts = 0
  const summarize = async (client: TestClient, ...heard: Reports) => {
    reports = heard
    texts += 1
    const response = await client.post('/api/summaries', { content: `${texts} ${tidePools}` })
    return { ...response.json(), statusCode: response.statusCode }
  }
  const used = async (client: TestClient) => {
    const { summariesUsed, audioMinutesUsed } = (await client.get('/api/stats')).json()
    return [summariesUsed, audioMinutesUsed]
  }

  it('are taken from the plan, begun ones as whole ones', async () => {
    const client = await start()
    expect(await summarize(client, [0, 11.2], [11.2, 11.2])).toMatchObject({ statusCode: 201 })
    expect(await used(client)).toEqual([1, 12])
    expect((await client.get('/api/auth/user')).json().audioMinutesUsed).toBe(12)
    expect(await summarize(client)).toMatchObject({ statusCode: 201 })
    expect(await used(client)).toEqual([2, 12])
  })

  it('of a length that is unknown, or declared too short, are counted as they are heard', async () => {
    const client = await start()
    expect(await summarize(client, [0, null], [4, null], [7.5, null])).toMatchObject({ statusCode: 201 })
    expect(await used(client)).toEqual([1, 8])
    const forged = await summarize(client, [0, 1], [10, 10], [23, 23])
    expect(forged).toMatchObject({ statusCode: 403, code: 'upgrade_required' })
    expect(await used(client)).toEqual([1, 8])
  })

  it('beyond the plan are refused with what is left, the offer and the date, and count nothing', async () => {
    const client = await start()
    await summarize(client, [0, 25])
    expect(await summarize(client, [0, 6])).toMatchObject({
      statusCode: 403,
      code: 'upgrade_required',
      requiresUpgrade: true,
      message:
        'This recording has 6 minutes, and 5 of the 30 minutes of recordings of your Starter plan this month are left. Upgrade for more. Your next month starts on 2026-12-21.',
    })
    expect(await summarize(client, [0, 47])).toMatchObject({ message: expect.stringMatching(/Upgrade for more\.$/u) })
    await summarize(client, [0, 5])
    expect(await used(client)).toEqual([2, 30])
    expect(await summarize(client, [0, 1])).toMatchObject({
      message:
        'You have used all 30 minutes of recordings of your Starter plan this month. Upgrade for more. Your next month starts on 2026-12-21.',
    })
  })

  it('on the top plan can only wait for the next month', async () => {
    const client = await start()
    await setPlan(test, 'ada@example.com', 'elite')
    await summarize(client, [0, 2990])
    expect(await summarize(client, [0, 20])).toMatchObject({ statusCode: 409, code: 'quota_exhausted' })
    expect((await summarize(client, [0, 20])).message).toMatch(/10 of the 3000 minutes .* starts on 2026-12-21/u)
  })

  it('are unlimited without prices', async () => {
    const client = await start({ PLAN_CATALOGUE: 'home' })
    expect(await summarize(client, [0, 100_000])).toMatchObject({ statusCode: 201 })
  })

  it('are given back when the summary fails', async () => {
    const client = await start()
    failure = new AppError('source_damaged', 'This recording is damaged.')
    expect(await summarize(client, [0, 20], [12, 20])).toMatchObject({ statusCode: 422 })
    expect(await used(client)).toEqual([0, 0])
  })

  describe('with a service', () => {
    const env = { TRANSCRIBE: 'openai:whisper-1', OPENAI_API_KEY: 'sk-test-key-0123456789' }
    it('are counted in the usage with their cost, also of a summary that fails', async () => {
      const client = await start(env)
      await setPlan(test, 'ada@example.com', 'pro')
      await summarize(client, [0, 10], [10, 10])
      failure = new AppError('source_damaged', 'This recording is damaged.')
      await summarize(client, [0, 20], [5, 20])
      // The usage of a failed summary is written after the answer.
      await expect
        .poll(async () => {
          const { rows } = await test.database.db.execute(
            `SELECT audio_minutes, cost_usd FROM model_usage WHERE scope = 'everyone'`,
          )
          return rows
        })
        .toEqual([{ audio_minutes: 15, cost_usd: expect.closeTo(0.09, 6) }])
      expect(await used(client)).toEqual([1, 10])
    })

    it('have a ceiling for each user and day, and one of cost', async () => {
      const client = await start({ ...env, TRANSCRIBE_DAILY_MINUTES_PER_USER: '30', AI_MONTHLY_BUDGET_USD: '1' })
      await setPlan(test, 'ada@example.com', 'pro')
      await summarize(client, [0, 25], [25, 25])
      expect(await summarize(client, [0, 6])).toMatchObject({
        statusCode: 429,
        code: 'daily_minutes_used',
        message: expect.stringContaining('5 of the 30'),
      })
      expect(await used(client)).toEqual([1, 25])
      now = new Date('2026-11-22T00:00:01Z')
      expect(await summarize(client, [0, 30], [30, 30])).toMatchObject({ statusCode: 201 })
      await test.close()
      const costly = await start({ ...env, AI_MONTHLY_BUDGET_USD: '1' })
      await setPlan(test, 'ada@example.com', 'pro')
      await summarize(costly, [0, 170], [170, 170])
      expect(await summarize(costly, [0, 1])).toMatchObject({ statusCode: 503, code: 'budget_exhausted' })
    })
  })
})

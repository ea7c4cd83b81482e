import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Pipeline } from '../../src/pipeline/pipeline.ts'
import { rowsOf } from '../../src/server/db/rows.ts'
import { AppError } from '../../src/shared/errors.ts'
import type { EarlierQuestion } from '../../src/shared/questions/answer.ts'
import { citationOf } from '../../src/summarizer/citations.ts'
import { unpackDocument } from '../../src/threads/packed-document.ts'
import { fakeSummarizerPipeline } from '../support/fake-summarizer.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'
import { tidePools } from '../support/texts.ts'
import { setPlan } from '../support/uploads.ts'

const engine = { id: 'local:hand', label: 'Made by hand' }
const usage = [{ model: 'local:hand', calls: 1, inputTokens: 50, outputTokens: 5, costUsd: 0.001 }]

/** Earlier questions that each question was sent with. */
const sent = new Map<string, readonly EarlierQuestion[]>()

/** Answers with the first block of each source; what else happens depends on words of the question. */
const answer: Pipeline['answerer']['answer'] = async function* (
  documents,
  question,
  { earlier = [], onUsage, signal },
) {
  sent.set(question, earlier)
  onUsage?.(usage)
  if (question.includes('refuse')) throw new AppError('model_refused', 'The model refused to answer.')
  if (question.includes('crash')) throw new Error('A bug.')
  const lines = documents.flatMap((packed, source) => {
    const [block] = unpackDocument(packed).blocks
    return block === undefined
      ? []
      : [{ text: `${block.text.slice(0, 20)}.`, citation: citationOf(block, block.text), source }]
  })
  if (question.includes('silent')) await sleep(60_000, undefined, { signal })
  if (question.includes('slow')) {
    yield { type: 'partial', sentences: ['The first words'] }
    for (let n = 0; n < 100 && !signal.aborted; n += 1) await sleep(50)
    signal.throwIfAborted()
  }
  const isFound = !question.includes('nothing')
  const result = {
    outcome: isFound ? ('answered' as const) : ('not_found' as const),
    sentences: isFound
      ? lines.map(({ text, citation, source }) => ({ text, citations: [{ ...citation, source }] }))
      : [],
    passages: lines.map(({ text, citation, source }) => ({ source, text, marks: [], citations: [citation] })),
    language: 'en',
    engine,
    check: isFound ? ('rules' as const) : null,
  }
  yield { type: 'done', result: { answer: result, usage } }
}

const env = { AI_MODELS: 'local:hand', LOCAL_AI_URL: 'http://127.0.0.1:9/v1' }

describe('questions that a language model answers', () => {
  const test = forSuite(async () =>
    startTestProduct({ env, pipeline: { ...fakeSummarizerPipeline(), answerer: { engine, answer } } }),
  )

  const summarize = async (client: TestClient): Promise<string> => {
    const response = await client.post('/api/summaries', { content: tidePools })
    expect(response.statusCode).toBe(201)
    return response.json().id
  }
  const ask = async (client: TestClient, id: string, question: string, headers = {}) =>
    client.post(`/api/summaries/${id}/questions`, { question }, headers)
  const used = async (client: TestClient): Promise<number> => (await client.get('/api/stats')).json().questionsUsed

  it('count toward the month, also if the source does not say; failures do not', async () => {
    const client = await test.register()
    const id = await summarize(client)
    const answered = (await ask(client, id, 'What is it about?')).json()
    expect(answered).toMatchObject({ outcome: 'answered', engine, status: 'ready' })
    expect(answered.answer[0].citations[0]).toMatchObject({ summaryId: id })
    expect(answered.answer[0].citations[0]).not.toHaveProperty('source')
    expect((await ask(client, id, 'Is nothing said?')).json()).toMatchObject({ outcome: 'not_found', answer: [] })
    expect(await used(client)).toBe(2)
    const refused = await ask(client, id, 'Please refuse.')
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'model_refused'])
    const crashed = await ask(client, id, 'Please crash.')
    expect([crashed.statusCode, crashed.json().code]).toEqual([500, 'internal'])
    expect(crashed.body).not.toContain('bug')
    expect(await used(client)).toBe(2)
    const [last, failed] = (await client.get(`/api/summaries/${id}/questions`)).json()
    expect(last).toMatchObject({ status: 'failed', question: 'Please crash.' })
    expect(failed).toMatchObject({ status: 'failed', failureCode: 'model_refused', question: 'Please refuse.' })
  })

  it('see the earlier ones about the same source, and no others', async () => {
    const client = await test.register()
    const id = await summarize(client)
    await ask(client, id, 'Who counted first?')
    await client.post('/api/questions', { question: 'Where are the tide pools?' })
    await ask(client, id, 'And when?')
    expect(sent.get('And when?')?.map(({ question }) => question)).toEqual(['Who counted first?'])
    expect(sent.get('And when?')?.[0]?.answer).not.toBe('')
  })

  it('are granted once for each that is left, of many in parallel', async () => {
    const client = await test.register()
    const id = await summarize(client)
    for (let n = 0; n < 4; n += 1) expect((await ask(client, id, `Question ${n}?`)).statusCode).toBe(201)
    const rest = await Promise.all(
      Array.from({ length: 15 }, async (_, n) =>
        n % 2 === 0
          ? ask(client.copy(), id, `In parallel ${n}?`)
          : client.copy().post('/api/questions', { question: `Tide pools in parallel ${n}?` }),
      ),
    )
    expect(rest.filter(({ statusCode }) => statusCode === 201)).toHaveLength(6)
    const refused = rest.filter(({ statusCode }) => statusCode !== 201).map((response) => response.json())
    expect(refused).toHaveLength(9)
    for (const body of refused)
      expect(body).toMatchObject({
        code: 'upgrade_required',
        requiresUpgrade: true,
        message: 'You have used all 10 questions of your Starter plan this month. Upgrade for more.',
      })
    expect(await used(client)).toBe(10)
  })

  it('have no limit on Pro', async () => {
    const email = `pro${Date.now()}@example.com`
    const client = await test.register(email)
    await setPlan(test, email, 'pro')
    const id = await summarize(client)
    await test.database.db.execute(sql`UPDATE users SET questions_used = 5000 WHERE email = ${email}`)
    expect((await ask(client, id, 'What is it about?')).statusCode).toBe(201)
  })

  it('stream what is written, go on without the client, and are canceled by deletion', async () => {
    const client = await test.register()
    const id = await summarize(client)
    const { id: asked } = (await ask(client, id, 'Be slow.', { prefer: 'respond-async' })).json()
    const read = async () => (await client.get(`/api/questions/${asked}`)).json()
    await expect.poll(async () => (await read()).answer).toEqual([{ text: 'The first words', citations: [] }])
    expect(await read()).toMatchObject({ status: 'answering', outcome: null })
    expect((await client.delete(`/api/questions/${asked}`)).statusCode).toBe(204)
    expect((await client.get(`/api/questions/${asked}`)).statusCode).toBe(404)
    // A model has been called, so that it counts.
    expect(await used(client)).toBe(1)
    expect(await rowsOf(test.database.db, sql`SELECT 1 FROM questions WHERE id = ${asked}`)).toEqual([])
  })

  it('count once a model is called, also if they are deleted before it writes', async () => {
    const client = await test.register()
    const id = await summarize(client)
    const { id: asked } = (await ask(client, id, 'Be silent.', { prefer: 'respond-async' })).json()
    const status = async () => (await client.get(`/api/questions/${asked}`)).json().status
    await expect.poll(status).toBe('answering')
    expect((await client.delete(`/api/questions/${asked}`)).statusCode).toBe(204)
    expect(await used(client)).toBe(1)
  })

  it('are answered although their summary is deleted meanwhile, and fail if it is before, at no cost', async () => {
    const client = await test.register()
    const id = await summarize(client)
    const askLater = async (question: string): Promise<string> =>
      (await ask(client, id, question, { prefer: 'respond-async' })).json().id
    // Three of one user are answered at a time.
    const slow = await Promise.all(['one', 'two', 'three'].map(async (name) => askLater(`Be slow, ${name}.`)))
    const statusOf = async (asked: string) => (await client.get(`/api/questions/${asked}`)).json().status
    for (const asked of slow) await expect.poll(async () => statusOf(asked)).toBe('answering')
    await askLater('Who waits?')
    await client.delete(`/api/summaries/${id}`)
    const rows = async () => rowsOf(test.database.db, sql`SELECT status FROM questions WHERE summary_id = ${id}`)
    const ended = async () => (await rows()).every(({ status }) => status === 'ready' || status === 'failed')
    await expect.poll(ended, { timeout: 20_000 }).toBe(true)
    await client.post(`/api/summaries/${id}/restore`)
    const [last, ...others] = (await client.get(`/api/summaries/${id}/questions`)).json()
    expect(last).toMatchObject({ question: 'Who waits?', status: 'failed', failureCode: 'cancelled' })
    for (const other of others) expect(other).toMatchObject({ status: 'ready', outcome: 'answered' })
    expect([others.length, await used(client)]).toEqual([3, 3])
  })

  it('keep their idempotency key while their summary can be restored', async () => {
    const client = await test.register()
    const id = await summarize(client)
    const key = { 'idempotency-key': 'kept' }
    expect((await ask(client, id, 'Who?', key)).statusCode).toBe(201)
    await client.delete(`/api/summaries/${id}`)
    expect((await client.post('/api/questions', { question: 'Who?' }, key)).json().code).toBe('idempotency_key_reused')
  })
})

describe('ceilings of language models', () => {
  const test = forSuite(async () =>
    startTestProduct({
      env: { ...env, AI_DAILY_TOKENS_PER_USER: '40' },
      pipeline: { ...fakeSummarizerPipeline(), answerer: { engine, answer } },
    }),
  )

  it('hold for answers too, and cost nothing', async () => {
    const client = await test.register()
    const { id } = (await client.post('/api/summaries', { content: tidePools })).json()
    const ask = async () => client.post(`/api/summaries/${id}/questions`, { question: 'Who?' })
    expect((await ask()).statusCode).toBe(201)
    const response = await ask()
    expect([response.statusCode, response.json().code]).toEqual([429, 'daily_tokens_used'])
    expect((await client.get('/api/stats')).json().questionsUsed).toBe(1)
    expect((await client.get(`/api/summaries/${id}/questions`)).json()).toHaveLength(1)
  })
})

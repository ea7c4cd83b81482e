import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { keepLog } from '../support/log.ts'
import { startTestProduct } from '../support/product.ts'
import { startProductPair } from '../support/product-pair.ts'
import { tidePools } from '../support/texts.ts'

const lineSchema = z.object({
  msg: z.string(),
  reqId: z.string().optional(),
  job: z.string().optional(),
  jobId: z.string().optional(),
  try: z.number().optional(),
  summaryId: z.string().optional(),
})

const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)))

describe('request ids in the log', () => {
  it('connect a response with its job', async () => {
    const { log, text } = keepLog()
    const { web, close } = await startProductPair({ log })
    const client = await web.register()
    const made = await client.post('/api/summaries', { content: tidePools })
    expect(made.statusCode).toBe(201)
    const requestId = made.headers['x-request-id']
    await expect.poll(text).toContain('summary made')
    const lines = linesOf(text())
    const of = lines.filter(({ reqId }) => reqId === requestId)
    expect(of.map(({ msg }) => msg).toSorted()).toEqual(['request', 'summary made'])
    expect(of.find(({ msg }) => msg === 'summary made')).toMatchObject({
      job: 'summarize',
      jobId: expect.stringMatching(/^[\da-f-]{36}$/),
      try: 1,
      summaryId: made.json().id,
    })
    await close()
  })

  it('name the request that failed, and no other', async () => {
    const { log, text } = keepLog()
    const test = await startTestProduct({ log })
    const client = await test.register()
    await test.database.db.execute('ALTER TABLE summaries RENAME COLUMN language TO tongue')
    const [failing, fine] = await Promise.all([client.get('/api/summaries'), client.get('/api/auth/user')])
    expect([failing.statusCode, fine.statusCode]).toEqual([500, 200])
    const said = (id: unknown) => linesOf(text()).filter(({ reqId }) => reqId === id)
    expect(said(failing.headers['x-request-id'])).toHaveLength(2)
    expect(said(fine.headers['x-request-id']).map(({ msg }) => msg)).toEqual(['request'])
    await test.close()
  })
})

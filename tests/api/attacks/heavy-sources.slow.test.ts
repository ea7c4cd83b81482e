import { expect, it } from 'vitest'
import { createPipeline } from '../../../src/pipeline/pipeline.ts'
import { readPipelineConfig } from '../../../src/server/platform/config/config.ts'
import { createThreadedSummarizer } from '../../../src/summarizer/index.ts'
import { createThreadPool, mebibytes } from '../../../src/threads/thread-pool.ts'
import { startLoopbackServer } from '../../standins/loopback-server.ts'
import { startTestProduct } from '../../support/product.ts'
import { forSuite } from '../../support/suite.ts'
import { tidePools } from '../../support/texts.ts'
import { sharedParser } from '../../support/threads.ts'

/** Three million characters in which every word is unique. */
const words = Array.from(
  { length: 3000 },
  (_, at) => `${Array.from({ length: 100 }, (__, n) => `w${(at * 100 + n).toString(36)}xyz`).join(' ')}.`,
).join('\n\n')
/** No sentence, no space, no end. */
const endless = '港'.repeat(1_000_000)

const site = forSuite(async () =>
  startLoopbackServer((request, response) => {
    response.setHeader('content-type', 'text/plain; charset=utf-8').end(request.url === '/words' ? words : endless)
  }),
)
const test = forSuite(async () => {
  const config = readPipelineConfig({ FETCH_ALLOW_PRIVATE: 'true' })
  const threads = createThreadPool()
  const summarizer = createThreadedSummarizer(threads, null, mebibytes(90))
  const pipeline = { ...createPipeline(config, undefined, threads, sharedParser()), summarizer }
  return startTestProduct({ pipeline })
})

it('fails a source that takes too much memory to summarize, and nothing else', async () => {
  const [attacker, user] = [await test.register('attacker@example.com'), await test.register('user@example.com')]
  const attack = attacker.post('/api/summaries', { url: `${site.origin}/words` })
  const beside = await user.post('/api/summaries', { content: tidePools })
  expect([beside.statusCode, beside.json().status]).toEqual([201, 'ready'])
  const refused = await attack
  expect([refused.statusCode, refused.json()]).toMatchObject([
    422,
    {
      code: 'source_too_complex',
      message: 'This source takes too much memory to summarize, so it was stopped. Try a shorter one.',
    },
  ])
  expect((await attacker.get('/api/stats')).json().summariesUsed).toBe(0)
  const after = await attacker.post('/api/summaries', { content: tidePools })
  expect(after.statusCode).toBe(201)
})

it('keeps the summary of a text without sentences short', async () => {
  const user = await test.register('endless@example.com')
  const response = await user.post('/api/summaries', { url: `${site.origin}/endless` })
  expect(response.body.length).toBeLessThan(100_000)
})

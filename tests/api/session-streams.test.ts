import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { emptyPage } from '../../src/shared/summary/partial-page.ts'
import { fakeResult, fakeSummarizerPipeline, type Summarize } from '../support/fake-summarizer.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../support/product.ts'
import { tidePools } from '../support/texts.ts'

const prefer = { prefer: 'respond-async' }

/** Writes a beginning, and the rest on demand. */
function writer(): { summarize: Summarize; begun: Promise<void>; finish: () => void } {
  const begun = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  return {
    begun: begun.promise,
    finish: finished.resolve,
    summarize: async function* (document, options) {
      yield { type: 'partial', page: { ...emptyPage, gist: 'The beginning.' } }
      begun.resolve()
      await finished.promise
      yield { type: 'done', result: fakeResult(document, options) }
    },
  }
}

describe('events of a summary', () => {
  let test: TestProduct
  afterEach(async () => test.close())

  it('end after signing out, before the summary is sent', async () => {
    const { summarize, begun, finish } = writer()
    test = await startTestProduct({ pipeline: fakeSummarizerPipeline(summarize) })
    const email = 'reader@example.com'
    const stolen = (await test.register(email)).copy()
    const owner = test.visitor()
    await owner.post('/api/auth/login', { email, password: 'correct horse' })
    const { id } = (await owner.post('/api/summaries', { content: tidePools }, prefer)).json()
    await begun
    /** An open stream, whose content is read later. */
    const watch = async ({ cookie }: TestClient) =>
      test.product.app.inject({
        url: `/api/summaries/${id}/events`,
        headers: { cookie },
        payloadAsStream: true,
      })
    const streams = [await watch(stolen), await watch(owner)]
    expect(streams.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await owner.delete('/api/account/sessions?keep=current')).statusCode).toBe(204)
    finish()
    const [cut, whole] = await Promise.all(streams.map(async (stream) => text(stream.stream())))
    expect(whole).toContain('event: ready')
    expect(cut).toContain('retry: ')
    expect(cut).not.toContain('event: ready')
    expect((await watch(stolen)).statusCode).toBe(401)
  })
})

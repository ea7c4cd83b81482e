import { describe, expect, it } from 'vitest'
import { prose } from '../../src/summarizer/testing/documents.ts'
import { fieldsOf, schemaOf } from '../standins/models/fake-models/answer-schema.ts'
import { startModelProduct, vendors } from '../support/model-product.ts'
import { forSuite } from '../support/suite.ts'

const cranes = 'In 1931 the port of Veldmar bought four steam cranes for 12,000 crowns.'
const content = [...Array.from({ length: 20 }, (_, at) => prose(at + 1, 2)), cranes].join('\n\n')

/** Answers of models are tested in answer-questions.test.ts, and their failures in create-models.test.ts. */
describe.each(vendors)('a question that $model answers', ({ model }) => {
  const product = forSuite(async () => startModelProduct({ models: [model] }))

  it('ends with a sentence that cites the source, which counts', async () => {
    const { response } = await product.ask([], { content })
    const before = product.models.requests.length
    const used = async (): Promise<number> => (await product.user.get('/api/stats')).json().questionsUsed
    const question = 'What did the port pay for the steam cranes?'
    const asked = await product.user.post(`/api/summaries/${response.json().id}/questions`, { question })
    expect([asked.statusCode, asked.json()]).toMatchObject([
      201,
      {
        status: 'ready',
        outcome: 'answered',
        engine: { id: model },
        answer: [{ text: cranes, citations: [{ blockId: 'b21', excerpt: cranes }] }],
      },
    ])
    const calls = product.models.requests.slice(before).filter((request) => fieldsOf(schemaOf(request)).has('searches'))
    expect([calls.length, await used()]).toEqual([1, 1])
  })
})

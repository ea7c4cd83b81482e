import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPipeline, type Pipeline } from '../../src/pipeline/pipeline.ts'
import { readPipelineConfig } from '../../src/server/platform/config/config.ts'
import type { Answer } from '../../src/shared/questions/answer.ts'
import { documentOf, paragraph, prose } from '../../src/summarizer/testing/documents.ts'
import { packDocument } from '../../src/threads/packed-document.ts'
import { refuses, resetsAfter } from '../standins/models/behaviors.ts'
import { fieldsOf, schemaOf } from '../standins/models/fake-models/answer-schema.ts'
import { faithfulModel } from '../standins/models/fake-models/faithful-model.ts'
import type { FakeModel } from '../standins/models/plan.ts'
import type { ModelRequest } from '../standins/models/request.ts'
import { always } from '../standins/models/script.ts'
import { startModelServer } from '../standins/models/server.ts'
import { canaryKey, modelEnv } from '../support/model-product.ts'
import { forSuite } from '../support/suite.ts'

const cranes = 'In 1931 the port of Veldmar bought four steam cranes for 12,000 crowns.'
const master = 'The harbor master wrote that “no ship waited more than a day”.'
const filler = Array.from({ length: 120 }, (_, at) => paragraph(at + 1, prose(at + 1)))
const document = packDocument(documentOf([...filler, paragraph(121, cranes), paragraph(122, master)]))
const QUESTION = 'What did the port pay for the steam cranes?'

const isQuestion = (request: ModelRequest): boolean => fieldsOf(schemaOf(request)).has('searches')

/** The id of the block in a prompt that contains some words. */
const blockOf = ({ turns }: ModelRequest, words: string): string =>
  new RegExp(`\\[(b\\d+)\\] [^\\n]*${words}`, 'u').exec(turns.map(({ text }) => text).join('\n'))?.[1] ?? 'b99999'

/** A model that answers questions as given, and everything else faithfully. */
const answers =
  (reply: (request: ModelRequest) => object): FakeModel =>
  (request) =>
    isQuestion(request) ? { searches: [], sentences: [], ...reply(request) } : faithfulModel(request)

const sentence = (text: string, words: string) => (request: ModelRequest) => ({
  sentences: [{ text, blocks: [blockOf(request, words)] }],
})

describe('a question to a language model', () => {
  let model: FakeModel = faithfulModel
  const server = forSuite(async () => startModelServer({ model: (request) => model(request), apiKey: canaryKey }))
  let pipeline: Pipeline
  beforeAll(() => {
    pipeline = createPipeline(readPipelineConfig(modelEnv(server.origin, ['openai:gpt-5-mini'])))
  })
  afterAll(async () => pipeline.close())

  async function ask(question = QUESTION): Promise<{ answer: Answer; questions: number; partials: string[][] }> {
    const before = server.requests.length
    const partials: string[][] = []
    const { signal } = new AbortController()
    for await (const event of pipeline.answerer.answer([document], question, { signal })) {
      if (event.type === 'partial') partials.push(event.sentences)
      if (event.type !== 'done') continue
      const questions = server.requests.slice(before).filter(isQuestion).length
      return { answer: event.result.answer, questions, partials }
    }
    throw new Error('There was no answer.')
  }

  it('is answered by a sentence that cites the source, and streams it', async () => {
    model = faithfulModel
    const { answer, questions } = await ask()
    expect(answer).toMatchObject({
      outcome: 'answered',
      sentences: [{ text: cranes, citations: [{ blockId: 'b121', label: '¶ 121', excerpt: cranes }] }],
      check: 'second_read',
      engine: { id: 'openai:gpt-5-mini' },
    })
    expect(questions).toBe(1)
  })

  it.each([
    ['an invented number', sentence('The port paid 90,000 crowns for the cranes.', 'steam cranes')],
    ['a quote with one word changed', sentence('The master wrote “no ship waited more than a week”.', 'harbor master')],
    ['world knowledge', sentence('Rotterdam has the largest port in Europe.', 'steam cranes')],
    ['a refusal', () => ({ sentences: [{ text: 'I cannot answer this question.', blocks: [] }] })],
    ['no answer', () => ({})],
  ])('ends with the nearest passages after %s', async (_, reply) => {
    model = answers(reply)
    const { answer } = await ask()
    expect(answer).toMatchObject({ outcome: 'not_found', sentences: [] })
    expect(answer.passages[0]?.text).toContain(cranes)
    expect(answer.passages).toHaveLength(8)
  })

  it('replaces a wrong citation', async () => {
    model = answers(sentence('The port of Veldmar bought four steam cranes.', 'no such words'))
    expect((await ask()).answer.sentences).toMatchObject([{ citations: [{ blockId: 'b121' }] }])
  })

  it('ends a loop of searches', async () => {
    model = answers(() => ({ searches: ['cranes', 'price', 'port', 'ships', 'a fifth one'] }))
    const { answer, questions } = await ask()
    expect([answer.outcome, questions]).toEqual(['not_found', 4])
  })

  it('is asked again after a broken stream', async () => {
    model = faithfulModel
    let broken = 0
    server.play((request) => (isQuestion(request) && (broken += 1) === 1 ? resetsAfter(1) : []))
    const { answer, questions } = await ask()
    server.play(always())
    expect([answer.outcome, questions]).toEqual(['answered', 2])
  })

  it('fails if the model declines', async () => {
    server.play(always(refuses()))
    await expect(ask()).rejects.toMatchObject({ code: 'model_refused' })
  })
})

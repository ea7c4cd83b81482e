import { afterAll, describe, expect, it } from 'vitest'
import { ANSWER_PASSAGES, type Answer } from '../../shared/questions/answer.ts'
import { packDocument } from '../../threads/packed-document.ts'
import { createThreadPool, mebibytes } from '../../threads/thread-pool.ts'
import { article, book, documentOf, paragraph } from '../testing/documents.ts'
import { createThreadedAnswerer } from './threaded-summarizer.ts'

const pool = createThreadPool()
afterAll(async () => pool.close())

const { signal } = new AbortController()

async function ask(question: string, documents = [article(20)], options = {}): Promise<Answer> {
  const answerer = createThreadedAnswerer(pool, null)
  for await (const event of answerer.answer(documents.map(packDocument), question, { signal, ...options })) {
    if (event.type === 'done') return event.result.answer
  }
  throw new Error('There was no answer.')
}

describe('the answerer on threads', () => {
  it('answers with the best passages of all sources, without a language model', async () => {
    const lamp = documentOf([paragraph(1, 'A toll on ships paid for the lamp of the lighthouse.')])
    const answer = await ask('Who paid for the lighthouse?', [article(20), lamp])
    expect(answer).toMatchObject({ outcome: 'passages', sentences: [], check: null, engine: { id: 'passages' } })
    expect(answer.passages).toMatchObject([{ source: 1, citations: [{ blockId: 'b1', label: '¶ 1' }] }])
    expect((await ask('What of the harbor?', [article(20)])).passages).toHaveLength(ANSWER_PASSAGES)
  })

  it('reads a question as the follow-up of the one before', async () => {
    const blocks = [...article(20).blocks, paragraph(21, 'The lighthouse burned. It took a night.')]
    const earlier = [{ question: 'What happened to the lighthouse?', answer: '' }]
    expect((await ask('And how did that come?', [documentOf(blocks)], { earlier })).passages[0]?.text).toContain(
      'lighthouse',
    )
  })

  it('answers with no passage if none has a word of the question', async () => {
    expect((await ask('Qui a payé le phare?')).passages).toEqual([])
  })

  it.each([
    ['', 'Type a question first.'],
    [' \n ', 'Type a question first.'],
    ['why '.repeat(1250), 'This question is too long. Ask it in at most 1,000 characters.'],
  ])('rejects %j', async (question, message) => {
    await expect(ask(question)).rejects.toMatchObject({ code: 'invalid_input', message })
  })

  it('ends when the signal fires', async () => {
    const stop = new AbortController()
    const asked = ask('Who paid?', [book(400, 40)], { signal: stop.signal })
    stop.abort()
    await expect(asked).rejects.toMatchObject({ code: 'cancelled', message: 'The question was canceled.' })
  })

  it('fails for a source that exceeds its memory', async () => {
    const answerer = createThreadedAnswerer(pool, null, mebibytes(60))
    const events = answerer.answer([packDocument(book(600, 40))], 'Who paid?', { signal })[Symbol.asyncIterator]()
    const all = async (): Promise<void> => {
      while ((await events.next()).done !== true);
    }
    await expect(all()).rejects.toMatchObject({ code: 'source_too_complex' })
  })
})

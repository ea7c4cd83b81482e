import { describe, expect, it } from 'vitest'
import { documentOf, paragraph, prose } from '../testing/documents.ts'
import { createPassagesAnswerer } from './answer-with-passages.ts'

const lamp = 'A toll on ships paid for the lamp.'
const source = documentOf([
  paragraph(1, prose(1, 9)),
  paragraph(2, `${lamp} ${prose(2, 9)}`),
  paragraph(3, `The keeper and his wife left when it broke. ${prose(3, 9)}`),
])

async function ask(question: string, earlier: string[] = [], documents = [source], withoutMatches = false) {
  const options = {
    withoutMatches,
    signal: new AbortController().signal,
    earlier: earlier.map((each) => ({ question: each, answer: '' })),
  }
  for await (const event of createPassagesAnswerer().answer(documents, question, options)) {
    if (event.type === 'done') return event.result.answer
  }
  throw new Error('There was no answer.')
}

describe('answers without a language model', () => {
  it('are all passages of a short source, those that match first', async () => {
    const { outcome, sentences, passages } = await ask('Who paid for the lamp?')
    expect([outcome, sentences, passages.length]).toEqual(['passages', [], 3])
    expect(passages[0]?.text).toContain(lamp)
  })

  it.each([[[]], [['Who paid for the lamp?']]])(
    'have no passages if none has a word of the question (%j)',
    async (earlier) => {
      expect((await ask('Zyzzyva?', earlier)).passages).toEqual([])
    },
  )

  it('have passages without a match if they are wanted', async () => {
    expect((await ask('Zyzzyva?', [], [source], true)).passages).toHaveLength(3)
  })

  it('are only those that match, of several sources', async () => {
    const { passages } = await ask('Who paid for the lamp?', [], [source, source])
    expect(passages.map(({ citations: [first] }) => first?.blockId)).toEqual(['b2', 'b2'])
  })

  it('follow the question before', async () => {
    expect((await ask('And when?', ['Who paid for the lamp?'])).passages[0]?.text).toContain(lamp)
  })

  it.each([[''], ['x'.repeat(5000)]])('reject the question %j', async (question) => {
    await expect(ask(question)).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

import { describe, expect, it } from 'vitest'
import {
  addsLine,
  addsSentence,
  cites,
  citesAlso,
  dropsFromQuotes,
  inventsQuote,
  rewritesAs,
  writesAlways,
} from './edits.ts'
import type { Behavior } from './plan.ts'
import { always } from './script.ts'
import { startModelServer } from './server.ts'

const value = {
  summary: 'One.',
  takeaways: [{ text: 'First.', blocks: ['b2'] }],
  advanced: [{ title: 'Part', text: 'Long.' }],
  quotes: [{ text: 'It was not so.', block: 'b3' }],
}

async function answerOf(behavior: Behavior, said: unknown = value): Promise<unknown> {
  const server = await startModelServer({ model: () => said, script: always(behavior) })
  try {
    const response = await fetch(`${server.origin}/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'Hello.' }] }),
    })
    const { choices } = (await response.json()) as { choices: { message: { content: string } }[] }
    return JSON.parse(choices[0]?.message.content ?? '')
  } finally {
    await server.stop()
  }
}

describe('edits of an answer', () => {
  it.each([
    ['a quote more', inventsQuote('Never said.'), { quotes: [{ text: 'Never said.', block: 'b3' }, ...value.quotes] }],
    ['a quote turned around', dropsFromQuotes('not'), { quotes: [{ text: 'It was so.', block: 'b3' }] }],
    ['other blocks', cites('b99', 'x'), { takeaways: [{ text: 'First.', blocks: ['b99', 'x'] }] }],
    ['more blocks', citesAlso('b99'), { takeaways: [{ text: 'First.', blocks: ['b99', 'b2'] }] }],
    ['a line more', addsLine('Second.'), { takeaways: [...value.takeaways, { text: 'Second.', blocks: ['b2'] }] }],
    [
      'a sentence more',
      addsSentence('In 1999.'),
      { summary: 'One. In 1999.', advanced: [{ title: 'Part', text: 'Long. In 1999.' }] },
    ],
    [
      'another language',
      writesAlways('Eins.'),
      {
        summary: 'Eins.',
        takeaways: [{ text: 'Eins.', blocks: ['b2'] }],
        advanced: [{ title: 'Part', text: 'Eins.' }],
      },
    ],
  ])('makes %s', async (_, behavior, changed) => {
    expect(await answerOf(behavior)).toEqual({ ...value, ...changed })
  })

  it('rewords sentences', async () => {
    const said = { sentences: [{ number: 4, text: 'Old.' }] }
    expect(await answerOf(rewritesAs('New.'), said)).toEqual({ sentences: [{ number: 4, text: 'New.' }] })
    expect(await answerOf(rewritesAs('New.'))).toEqual(value)
  })
})

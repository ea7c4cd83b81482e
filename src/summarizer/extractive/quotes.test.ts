import { expect, test } from 'vitest'
import type { Block } from '../../shared/document.ts'
import { documentOf, paragraph } from '../testing/documents.ts'
import { extract } from '../testing/extract.ts'

const block = (text: string, at: number, heading: string): Block => paragraph(at, text, ['The mill', heading])

async function quotesOf(blocks: Block[]): Promise<string[]> {
  const { page } = await extract(documentOf(blocks, { title: 'The mill' }))
  return page.quotes.map(({ text }) => text)
}

test('picks no titles in quotation marks and no questions of the writer as quotes', async () => {
  const quotes = await quotesOf([
    block('The mill grinds forty sacks of rye a day when the river is high.', 1, 'Why do mills always stop?'),
    block('Must every mill stop when nobody needs its flour? The old wheel turns without a gear.', 2, 'The wheel'),
    block(
      'Alma Reed says how the wheel is mended in Section 2.1, “Nothing turns forever without a miller.” The stones come from the hills.',
      3,
      'The wheel',
    ),
    block('It is read again under “Why do mills always stop?” by all who visit the mill.', 4, 'The wheel'),
    block('In the winter of 1911 the ice broke two of the four blades. The village paid for the repair.', 6, 'The ice'),
    ...Array.from({ length: 12 }, (_, at) =>
      block(
        `In its year ${at + 1901} the mill ground ${at * 7 + 300} sacks of rye for the bakers of village number ${at + 3}. The river was ${at % 2 === 0 ? 'low' : 'high'} in the month of its repair, which cost ${at * 11 + 90} crowns.`,
        at + 7,
        'The years',
      ),
    ),
    block(
      '“A mill is never finished, only handed on to the next fool,” said Alma Reed, who runs it now. Her bread is sold in nine villages.',
      30,
      'The bread',
    ),
    block('“As I say to all, a mill is never finished, only handed on to the next fool,” said Alma Reed.', 31, 'Bread'),
  ])
  expect(quotes).toEqual([expect.stringMatching(/[Aa] mill is never finished, only handed on to the next fool$/u)])
})

test('quotes no greeting, and nothing that a speaker of a transcript puts in quotation marks', async () => {
  const quotes = await quotesOf(
    Array.from({ length: 40 }, (_, at) => {
      const speaker = ['Ana Reyes', 'Lee Brandt', 'Odile Ferrand'][at % 3]
      const said = `The mill of village ${at + 3} grinds ${at * 7 + 300} sacks of rye a year for bakers`
      const line = `${said}, and in winter repairs {pause} cost ${at * 11 + 90} crowns.`
      const own = at === 0 ? 'Welcome to the Mills, Rivers and Villages Committee of the bakers.' : `${said}.`
      return block(`${speaker}: ${at % 2 === 1 ? `Label " ${line} " as one.` : own}`, at + 1, 'The mills')
    }),
  )
  expect(quotes.length).toBeGreaterThan(0)
  for (const quote of quotes) expect(quote).not.toMatch(/pause|Welcome/u)
})

const years = Array.from({ length: 30 }, (_, at) =>
  block(
    `In its year ${at + 1901} the mill ground ${at * 7 + 300} sacks of rye for bakers of village ${at + 3}.`,
    at + 2,
    'Years',
  ),
)

test('quotes nothing that opens with a pronoun for someone, and names no day as its speaker', async () => {
  const texts = [
    'Ana Reyes, who runs the mill, came to Velm.',
    '“He sounded very tired, having just walked from the mill to the quay,” Reyes said.',
    '“We had some issues with the wheel that did not make me feel good,” Reyes, head of the mill, said Tuesday at the Velm Mill Talks in Orla.',
  ]
  const { page } = await extract(
    documentOf([...years, ...texts.map((text, at) => block(text, 40 + at, 'Talk'))], { title: 'The mill' }),
  )
  expect(page.quotes.map(({ speaker }) => speaker)).toEqual(['Ana Reyes'])
  expect(page.quotes[0]?.text).toContain('some issues')
})

test.each(['In 2015, ', 'On May 5, ', 'Asked in Section 2, '])(
  'quotes what someone said after a date: %s',
  async (before) => {
    const said = 'We never finish the harbor of Velm, we only hand it on.'
    const quotes = await quotesOf([
      ...years,
      block(`${before}“${said}” said Alma Reed, who runs the mill.`, 40, 'Talk'),
    ])
    expect(quotes.length).toBe(before.includes('Section') ? 0 : 1)
  },
)

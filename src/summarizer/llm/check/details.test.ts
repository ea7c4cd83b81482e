import { describe, expect, it } from 'vitest'
import { honest, honestBut, readFence, reads, type Script } from '../../../../tests/support/scripted-models.ts'
import { pageWith } from '../../../../tests/support/summarize-with.ts'
import { advancedText, basicText } from '../../../shared/summary/partial-page.ts'
import { summarySections } from '../../../shared/summary/summary-sections.ts'
import { countWords } from '../../../shared/text/words.ts'
import { isAdvancedLength } from '../../lengths.ts'
import { article, prose } from '../../testing/documents.ts'

const NUMBERS = [2, 7, 12, 17]
const details = (number: number) => ({
  form: 'text',
  header: [],
  lines: [1, 2].map((next) => ({ cells: [prose(number + next, 4)], blocks: [`b${number + next}`] })),
})

/** A page whose takeaways have details, and which has one part of its own. */
const detailed = (over: object = {}): Script =>
  honestBut(() => ({
    gist: { text: prose(1, 1), blocks: ['b1'] },
    takeaways: NUMBERS.map((number) => ({
      label: `Year ${1000 + number}`,
      text: prose(number, 2),
      blocks: [`b${number}`],
      details: [details(number)],
    })),
    summary: [],
    parts: [{ title: 'To weigh', form: 'bullets', header: [], lines: [{ cells: [prose(20, 1)], blocks: ['b20'] }] }],
    ...over,
  }))

const pageOf = async (script: Script) => (await pageWith(script, article(24), { advanced: true })).result.page

describe('details of takeaways', () => {
  it('stay below their takeaway, with its label as their title, before parts of their own', async () => {
    const page = await pageOf(detailed())
    expect(page.parts.map(({ title, under }) => [title, under])).toEqual([
      ['Year 1002', 0],
      ['Year 1007', 1],
      ['Year 1012', 2],
      ['Year 1017', 3],
      ['To weigh', undefined],
    ])
    const sections = summarySections({ page, language: 'en', sourceInfo: { readAs: 'text' } })
    const takeaways = sections.find(({ kind }) => kind === 'takeaways')
    expect(takeaways).toMatchObject({ takeaways: NUMBERS.map(() => ({ details: [{ form: 'text' }] })) })
    expect(sections.find(({ kind }) => kind === 'advanced')).toMatchObject({ parts: [{ title: 'To weigh' }] })
  })

  it('follow the text of their takeaway in the advanced summary, which is five times the basic one', async () => {
    const page = await pageOf(detailed())
    const text = advancedText(page)
    expect(text.startsWith(`## Year 1002\n\n${prose(2, 2)}\n\n${prose(3, 4)}\n\n${prose(4, 4)}\n\n## Year 1007`)).toBe(
      true,
    )
    expect(isAdvancedLength(countWords(text), countWords(basicText(page)))).toBe(true)
  })

  it('become a part of their own if their takeaway is refuted', async () => {
    const read = reads((numberOf) => ({ wrong: [{ statement: numberOf(prose(7, 1)), correction: '' }] }), detailed())
    const page = await pageOf(read)
    const second = page.parts.filter(({ title }) => title === 'Year 1007')
    expect(page.takeaways.map(({ label }) => label)).toContain('Year 1007')
    expect(second.map(({ under }) => under)).toEqual([1])
    const gone = await pageOf(
      reads(
        (numberOf) => ({
          wrong: [prose(7, 1), prose(7, 2).slice(prose(7, 1).length + 1)].map((words) => ({
            statement: numberOf(words),
            correction: '',
          })),
        }),
        detailed(),
      ),
    )
    expect(gone.takeaways.map(({ label }) => label)).toEqual(['Year 1002', 'Year 1012', 'Year 1017'])
    expect(gone.parts.map(({ title, under }) => [title, under])).toEqual([
      ['Year 1002', 0],
      ['Year 1007', undefined],
      ['Year 1012', 1],
      ['Year 1017', 2],
      ['To weigh', undefined],
    ])
  })

  it('lose a paragraph that only repeats a takeaway', async () => {
    const repeat = { cells: [prose(2, 2)], blocks: ['b2'] }
    const takeaways = NUMBERS.map((number) => ({
      label: `Year ${1000 + number}`,
      text: prose(number, 2),
      blocks: [`b${number}`],
      details: [{ ...details(number), lines: [...(number === 2 ? [repeat] : []), ...details(number).lines] }],
    }))
    const page = await pageOf(detailed({ takeaways }))
    expect(page.parts[0]?.lines.map(({ cells }) => cells)).toEqual([[prose(3, 4)], [prose(4, 4)]])
  })

  it('are read again as details of their takeaway, which a misplaced one is not', async () => {
    const asked: { instructions: string; lines: string[] }[] = []
    const misplaced = reads(
      (numberOf) => ({ wrong: [{ statement: numberOf(prose(9, 1)), correction: '' }] }),
      detailed(),
    )
    const page = await pageOf((request) => {
      if (request.schemaName === 'second_read')
        asked.push({ instructions: request.instructions, lines: readFence(request.prompt, 'statements').lines })
      return misplaced(request)
    })
    const [{ instructions, lines } = { instructions: '', lines: [] }] = asked
    const takeaway = lines.find((line) => line.includes('Year 1007: '))
    const number = /^\[(s\d+)/u.exec(takeaway ?? '')?.[1]
    expect(lines.filter((line) => line.includes(` on ${number} b`))).toHaveLength(2)
    expect(instructions).toContain('a detail of a matter that is not its takeaway’s (correction: empty);')
    const under = page.parts.find(({ title }) => title === 'Year 1007')
    expect(JSON.stringify(under)).not.toContain(prose(9, 1))
  })

  it('are asked for below takeaways, and not of a source that is too short for them', async () => {
    const asked: string[] = []
    const record: Script = (request) => {
      asked.push(request.instructions)
      return honest(request)
    }
    await pageWith(record, article(24), { advanced: true })
    await pageWith(record, article(8), { advanced: true })
    const [long, short] = asked.filter((instructions) => instructions.includes('- takeaways:'))
    expect(long).toMatch(/^- takeaways: .* details: \d+ to \d+ words for all takeaways and parts together/mu)
    expect(short).toMatch(/^- takeaways: .* details: an empty list\./mu)
  })
})

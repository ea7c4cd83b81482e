import { describe, expect, it } from 'vitest'
import {
  adding,
  failWith,
  honest,
  honestBut,
  readFence,
  reads,
  type Script,
  scriptedModels,
} from '../../../../tests/support/scripted-models.ts'
import { pageWith as page } from '../../../../tests/support/summarize-with.ts'
import { basicText } from '../../../shared/summary/partial-page.ts'
import { lengthsFor } from '../../lengths.ts'
import { article, documentOf, paragraph } from '../../testing/documents.ts'
import { budgetFor } from '../budget.ts'
import { startRun } from '../run.ts'
import { claimsOf, readAgain } from './second-read.ts'
import { lineOf } from './statements.ts'

const advanced = { advanced: true }

it.each([
  ['Craig says “So much for that. Now to business” and leaves. It rains.', 2],
  ['«Nous partons. Restez là», dit-il. Il pleut. Il dit «oui» et «non».', 3],
  ['They say “yes”. Others say “no”. An open “quote. It ends.', 4],
])('takes the sentences that a quotation joins for one statement: %s', (text, count) => {
  const { statements } = lineOf('prose', text)
  expect(statements.map((statement) => statement.text + statement.gap).join('')).toBe(text)
  expect(statements).toHaveLength(count)
})

describe('the second read', () => {
  it('looks for lines below a title that they do not fit, where there are titles', async () => {
    const rule = 'a line that is not what its title calls it'
    for (const [options, isAsked] of [
      [advanced, true],
      [{}, false],
    ] as const) {
      const script = honestBut(() => ({}))
      const { requests } = await page(script, article(20), options)
      const request = requests.find(({ schemaName }) => schemaName === 'second_read')
      expect(request?.instructions.includes(rule)).toBe(isAsked)
    }
  })

  it('sees every statement with its passages and its unsupported words', async () => {
    const gist = { text: 'In year 1001 and month 1, people say, the harbor cost 4711 coins.', blocks: ['b1'] }
    const { requests } = await page(
      honestBut(() => ({ gist })),
      article(20),
      advanced,
    )
    const request = requests.find(({ schemaName }) => schemaName === 'second_read')
    const statements = readFence(request?.prompt ?? '', 'statements').lines.join('\n')
    expect(statements).toMatch(/^\[s1 b1\] In year 1001/mu)
    expect(statements).toMatch(/^\[s2 b\d+\] In year: In year 10\d\d/mu)
    expect(statements).toMatch(/^\[missing \d+\] 4711$/mu)
    expect(readFence(request?.prompt ?? '').lines.length).toBeGreaterThan(8)
  })

  it('sees a cited passage that supports a clause in other words', async () => {
    const other = `The researchers have not found out what the cells do in the lungs. ${'It is an open question. '.repeat(10)}`
    const blocks = [
      ...article().blocks,
      paragraph(11, 'In mice with severe influenza, tuft cells spread through the lungs.'),
      paragraph(12, other.trim()),
    ]
    const text = 'In mice with severe influenza, tuft cells spread through the lungs, a riddle to science.'
    const cited = honestBut(() => ({ gist: { text, blocks: ['b11', 'b12'] } }))
    const { result, requests } = await page(cited, documentOf(blocks))
    const check = requests.find(({ schemaName }) => schemaName === 'second_read')
    expect(check?.prompt).toContain('[b12] The researchers have not found out')
    expect(check?.prompt).toMatch(/^\[s1 b11-b12\] In mice/mu)
    expect(result.page.gist.citations).toMatchObject([{ blockId: 'b11' }, { blockId: 'b12' }])
  })

  it('corrects statements in place and drops those without a correction', async () => {
    const { result } = await page(
      reads(
        (numberOf) => ({
          wrong: [
            { statement: numberOf('month 1, people say, the market lost'), correction: 'The market lost its roof.' },
            { statement: numberOf('In year 1004'), correction: 'Lost: the river did not change hands.' },
            { statement: numberOf('In year 1007'), correction: '' },
          ],
        }),
        honestBut(({ takeaways }) => ({ takeaways: takeaways.map((each) => ({ ...each, label: 'Lost' })) })),
      ),
    )
    expect(result.page.gist.text).toBe('The market lost its roof.')
    expect(result.page.takeaways[1]?.text).toBe('the river did not change hands.')
    expect(JSON.stringify(result)).not.toContain('In year 1007')
    expect(result.page.check).toBe('second_read')
  })

  it('drops a label that a correction replaces or refutes, and keeps the words before its colon', async () => {
    const takeaways = (correction: string) =>
      page(
        reads(
          (numberOf) => ({ wrong: [{ statement: numberOf('Root cause: In year 1004'), correction }] }),
          honestBut((own) => ({ takeaways: own.takeaways.map((each) => ({ ...each, label: 'Root cause' })) })),
        ),
      ).then(({ result }) => [result.page.takeaways[1]?.label, result.page.takeaways[1]?.text])
    for (const correction of ['River trade: The river changed hands.', 'The mayor denied: The river changed hands.'])
      expect(await takeaways(correction)).toEqual(['', correction])
    expect(await takeaways('The river changed hands.')).toEqual(['Root cause', 'The river changed hands.'])
    expect(JSON.stringify(await takeaways('Claims by Quimby: The river changed hands.'))).not.toContain('river changed')
    const [label, same = ''] = await takeaways('Root cause: In year 1004')
    expect([label, same]).toEqual(['Root cause', 'In year 1004'])
  })

  it('keeps the label of a corrected line of a list, in the form of its language', async () => {
    const list = (labels: readonly string[]) =>
      page(
        reads(
          (numberOf) => ({
            wrong: [{ statement: numberOf('the river flooded'), correction: 'The river rose, people say.' }],
          }),
          honestBut((own) => ({
            parts: [
              {
                title: 'What happened',
                form: 'bullets',
                header: [],
                lines: [
                  { cells: [`${labels[0]}the river flooded.`], blocks: ['b1'] },
                  { cells: [`${labels[1]}the market lost its roof.`], blocks: ['b2'] },
                ],
              },
              ...own.parts,
            ],
          })),
        ),
        article(20),
        advanced,
      ).then(({ result }) => result.page.parts[0]?.lines[0]?.cells[0])
    expect(await list(['River: ', 'Market: '])).toBe('River: The river rose, people say.')
    expect(await list(['River : ', 'Market : '])).toBe('River : The river rose, people say.')
    expect(await list(['River: ', ''])).toBe('The river rose, people say.')
  })

  it('corrects a title by a title, and never by a line', async () => {
    const titleAfter = async (correction: string) => {
      const { result } = await page(
        reads(
          (numberOf) => ({ wrong: [{ statement: numberOf('The river trade'), correction }] }),
          honestBut(({ parts }) => ({ parts: parts.map((part) => ({ ...part, title: 'The river trade' })) })),
        ),
        article(20),
        advanced,
      )
      return result.page.parts[0]?.title
    }
    expect(await titleAfter('The river')).toBe('The river')
    const line = article(20).blocks[1]?.text.split(' ').slice(0, 18).join(' ') ?? ''
    expect(await titleAfter(line)).not.toBe(line)
  })

  it('rejects corrections with unsupported names and figures', async () => {
    const { result } = await page(
      reads(
        (_, missing) => ({ wrong: missing.map((statement) => ({ statement, correction: 'It cost 815 coins.' })) }),
        adding('The harbor cost 4711 coins.'),
      ),
    )
    expect(basicText(result.page)).not.toMatch(/4711|815/u)
  })

  it('keeps a flagged statement only for words of the source that contain what was missing', async () => {
    const blocks = [...article().blocks, paragraph(11, 'The toll came to 31 percent of the price of every cart.')]
    const claim = 'A cart paid $31.'
    const withWords = async (words: string) => {
      const { result } = await page(
        reads((_, missing) => ({ supported: missing.map((statement) => ({ statement, words })) }), adding(claim)),
        documentOf(blocks),
      )
      return basicText(result.page)
    }
    expect(await withWords('The toll came to 31 percent')).toContain(claim)
    expect(await withWords('The toll came to $31')).not.toContain(claim)
    expect(await withWords('of the price of every cart')).not.toContain(claim)
  })

  it('keeps a flagged statement for words of a heading, and for a few words of several passages', async () => {
    const blocks = [
      ...article().blocks,
      { ...paragraph(11, '15 coins off every lantern'), type: 'heading' as const },
      paragraph(12, 'Also at Marlow.'),
      paragraph(13, 'Until eleven twenty five.'),
    ]
    const claim = 'A lantern is 14 coins cheaper at Melrose until 11:25.'
    const withWords = async (text: string, ...words: string[]) => {
      const { result } = await page(
        reads(
          (_, missing) => ({
            supported: missing.flatMap((statement) => words.map((each) => ({ statement, words: each }))),
          }),
          adding(text),
        ),
        documentOf(blocks),
      )
      return basicText(result.page)
    }
    const cheaper = claim.replace('14', '15').replace('Melrose', 'Marlow')
    const words = ['15 coins off every lantern', 'Also at Marlow', 'Until eleven twenty five']
    expect(await withWords(cheaper, ...words)).toContain(cheaper)
    expect(await withWords(claim, ...words)).not.toContain(claim)
  })

  it('needs words of the source, but none in particular, for what only seems to contradict it', async () => {
    const blocks = [...article().blocks, paragraph(11, 'Access of the board to the vault is ruled out by law.')]
    const claim = 'The board has no access to the vault during the long nights of winter.'
    const withWords = async (words: string) => {
      const { result, requests } = await page(
        reads((_, missing) => ({ supported: missing.map((statement) => ({ statement, words })) }), adding(claim)),
        documentOf(blocks),
      )
      expect(requests.find(({ schemaName }) => schemaName === 'second_read')?.prompt).toMatch(/\[missing \d+\]/u)
      return basicText(result.page)
    }
    expect(await withWords('Access of the board to the vault is ruled out')).toContain(claim)
    expect(await withWords('The board has none')).not.toContain(claim)
  })

  it('needs words of the source, but none in particular, for a first word that may be no name', async () => {
    const blocks = [...article().blocks, paragraph(11, 'So it would really be too expensive for us, Anna said.')]
    const withWords = async (claim: string, words: string) => {
      const { result, requests } = await page(
        reads((_, missing) => ({ supported: missing.map((statement) => ({ statement, words })) }), adding(claim)),
        documentOf(blocks),
      )
      expect(requests.find(({ schemaName }) => schemaName === 'second_read')?.prompt).toMatch(/\[missing \d+\]/u)
      return basicText(result.page)
    }
    const words = 'it would really be too expensive'
    expect(await withWords('Cost worried Anna when the lanterns came.', words)).toContain('Cost worried')
    expect(await withWords('Cost worried Anna when the lanterns came.', 'the price was high')).not.toContain('Cost')
    expect(await withWords('The lanterns worried Bertha, who had paid.', words)).not.toContain('Bertha')
    expect(await withWords('Forty divers came to the lantern harbor.', words)).not.toContain('Forty')
    expect(await withWords('Johnson sold all the lanterns to John.', words)).not.toContain('John')
  })

  it('shows the passage that may assign a task reported as unassigned', async () => {
    const { requests } = await page(
      honestBut(() => ({
        kind: 'meeting',
        keyParts: [{ title: 'Next steps', lines: [{ text: 'Order forty chairs: None assigned', blocks: ['b11'] }] }],
      })),
      documentOf([
        ...article().blocks,
        paragraph(11, 'Somebody must order forty chairs before the market opens in spring.'),
        paragraph(12, 'Carla said that she will see to those chairs this week.'),
      ]),
    )
    const read = requests.find(({ schemaName }) => schemaName === 'second_read')
    expect(read?.prompt).toContain('Carla said')
    expect(read?.instructions).toContain('A reported gap is wrong only if a passage fills it.')
  })

  it('does not doubt names and figures in a block that a statement cites', async () => {
    const turns = [
      'Ada: So where does everyone come from?',
      'Bo: Melbourne.',
      'Ada: And what is this?',
      'Bo: A small gecko with a long tail, like those of Otto in Estonia.',
    ]
    const blocks = [...article().blocks, ...turns.map((text, at) => paragraph(11 + at, text))]
    const text = 'From Melbourne came a small gecko with a long tail.'
    const doubted = async (...cited: string[]) => {
      const { requests } = await page(
        honestBut(({ takeaways }) => ({ takeaways: [{ label: '', text, blocks: cited }, ...takeaways.slice(0, 2)] })),
        documentOf(blocks),
      )
      return /\[missing \d+\] (.*)/u.exec(requests[1]?.prompt ?? '')?.[1]
    }
    expect(await doubted('b14')).toBe('Melbourne')
    expect(await doubted('b12', 'b14')).toBeUndefined()
  })

  it('shows equal corrections once', async () => {
    const better = 'The harbor was rebuilt.'
    const { result } = await page(
      reads(
        (_, missing) => ({ wrong: missing.map((statement) => ({ statement, correction: better })) }),
        adding('The harbor cost 4711 coins. The mill cost 4712 coins. The wall cost 4713 coins.'),
      ),
    )
    expect(basicText(result.page).split(better)).toHaveLength(2)
    expect(basicText(result.page)).not.toMatch(/471\d/u)
  })

  it('reports how many statements fit the prompt', async () => {
    const document = article()
    const parts = { session: scriptedModels(honest).begin(), parallelCalls: 1, secondRead: true, emit: () => {} }
    const run = startRun(document, { advanced: false, signal: new AbortController().signal }, parts)
    const budget = budgetFor(8000, lengthsFor(document.words, false), run.writing)
    const lines = document.blocks.map((block) => lineOf('prose', block.text, { citations: [[block]] }))
    const claims = claimsOf(lines)
    const readWith = async (statements: number) =>
      readAgain(run, { source: await run.source(), claims, kind: null, budget: { ...budget, statements } })
    expect((await readWith(40_000))?.read).toBe(claims.length)
    expect((await readWith(400))?.read).toBeLessThan(claims.length / 2)
    expect(await readWith(10)).toBeNull()
  })

  it('never fails the summary, but leaves it to the rules', async () => {
    const script: Script = (request) =>
      request.schemaName === 'second_read' ? failWith('unavailable') : adding('The harbor cost 4711 coins.')(request)
    const { result } = await page(script)
    expect(result.page.check).toBe('rules')
    expect(basicText(result.page)).not.toContain('4711')
    const off = await page(adding('The harbor cost 4711 coins.'), article(), { secondRead: false })
    expect(off.requests).toHaveLength(1)
    expect(off.result.page.check).toBe('rules')
    expect(basicText(off.result.page)).not.toContain('4711')
  })

  it('corrects cells of a table, and drops cells that the source lacks and rows with an invalid correction', async () => {
    const header = ['Year', 'Place', 'Loss']
    const row = (year: number, place = 'the harbor', loss = 'its roof') => ({
      cells: [`${year}`, place, loss],
      blocks: ['b1'],
    })
    const lines = [row(1001), row(1002), row(1003), row(1004), row(1005, 'the harbor of Quimby'), row(4711)]
    lines.push({ cells: ['1009', 'the harbor', 'Sudden falls of its roof'], blocks: ['b1'] })
    // A bar within a word is the source's; only one between spaces would end a cell.
    lines.push(row(1006, 'the|harbor', 'its | roof'), row(1007), row(1008))
    const parts = [{ title: 'Years', form: 'table' as const, header, lines }]
    const { result } = await page(
      reads(
        (numberOf) => ({
          supported: [{ statement: numberOf('Year: 1009'), words: 'lost its roof' }],
          wrong: [
            { statement: numberOf('Year: 1001'), correction: 'Year: 1001 | Place: the market | Loss: its roof' },
            { statement: numberOf('Year: 1002'), correction: 'the market' },
            { statement: numberOf('Year: 1003'), correction: 'Year: 1003 | Loss: its roof' },
            { statement: numberOf('Year: 1007'), correction: '1007 | the market | ' },
            { statement: numberOf('Year: 1008'), correction: '1008 | | its roof' },
          ],
        }),
        honestBut((own) => ({ parts: [...own.parts, ...parts] })),
      ),
      article(20),
      advanced,
    )
    expect(result.page.parts.at(-1)?.lines.map(({ cells }) => cells)).toEqual([
      ['1001', 'the market', 'its roof'],
      ['1003', '–', 'its roof'],
      ['1004', 'the harbor', 'its roof'],
      ['1005', '–', 'its roof'],
      ['1009', 'the harbor', 'Sudden falls of its roof'],
      ['1006', 'the|harbor', 'its / roof'],
      ['1007', 'the market', '–'],
      ['1008', '–', 'its roof'],
    ])
  })
})

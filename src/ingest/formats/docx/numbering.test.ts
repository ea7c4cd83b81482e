import { expect, it } from 'vitest'
import { buildDocx, paragraph } from '../../../../tests/support/files/build-docx.ts'
import { parseDocx } from './parse-docx.ts'

const item = (text: string, numbering: string, level = 0): string =>
  paragraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numbering}"/></w:numPr>`)

it('numbers the items of ordered lists', async () => {
  const level = (at: number, format: string, text: string): string =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
  const numbering = `<w:abstractNum w:abstractNumId="7">${level(0, 'decimal', '%1.')}${level(1, 'lowerLetter', '%1.%2)')}</w:abstractNum><w:abstractNum w:abstractNumId="8">${level(0, 'bullet', '•')}${level(1, 'constructor', '%2')}</w:abstractNum>
    <w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="4"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num><w:num w:numId="5"><w:abstractNumId w:val="8"/></w:num>`
  const items = [item('A', '3'), item('B', '3', 1), item('C', '3', 1), item('D', '3'), item('E', '3', 1)]
  const { pieces } = await parseDocx(
    buildDocx({
      numbering,
      body: [...items, item('F', '4'), item('G', '5'), item('G', '5', 1), item('H', '3')].join(''),
    }),
  )
  expect(pieces.map(({ marker, text }) => `${marker ?? '-'} ${text}`)).toEqual([
    '1. A',
    '1.a) B',
    '1.b) C',
    '2. D',
    '2.a) E',
    '5. F',
    '- G',
    '- G',
    '3. H',
  ])
})

const numbered = async (levels: string, items: readonly (readonly [text: string, level?: number])[], more = '') =>
  (
    await parseDocx(
      buildDocx({
        numbering: `<w:abstractNum w:abstractNumId="7">${levels}</w:abstractNum>${more}<w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num>`,
        body: items.map(([text, at]) => item(text, '3', at)).join(''),
      }),
    )
  ).pieces.map(({ marker, text }) => (marker === undefined ? text : `${marker} ${text}`))
const level = (at: number, format: string, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${at}"><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`

it.each([
  ['upperRoman', 'Article %1', 'Article XL'],
  ['decimalZero', '%1)', '40)'],
  ['japaneseCounting', '第%1条', '第四十条'],
  ['lowerLetter', '(%1)', '(40)'],
  ['thaiNumbers', '%1.', '๔๐.'],
])('writes the fortieth number in the format %s', async (format, text, expected) => {
  const items = Array.from({ length: 40 }, (_, at) => [`Clause ${at}`] as const)
  expect((await numbered(level(0, format, text), items)).at(-1)).toBe(`${expected} Clause 39`)
})

it('writes the numbers of legal clauses in decimals, and long ones before their text', async () => {
  const levels = level(0, 'upperRoman', 'ARTICLE %1') + level(1, 'decimalZero', 'Section %1.%2', '<w:isLgl/>')
  expect(await numbered(levels, [['Term'], ['Start', 1], ['Rent'], ['Due', 1]])).toEqual([
    'ARTICLE I Term',
    'Section 1.01 Start',
    'ARTICLE II Rent',
    'Section 2.01 Due',
  ])
  expect(await numbered(level(0, 'decimal', 'Schedule %1 of the Agreement'), [['Fees']])).toEqual([
    'Schedule 1 of the Agreement Fees',
  ])
})

it('reads levels that restart never, and levels with a text alone', async () => {
  const levels = level(0, 'decimal', 'Part %1') + level(1, 'decimal', '§ %2', '<w:lvlRestart w:val="0"/>')
  expect(await numbered(levels, [['A'], ['b', 1], ['C'], ['d', 1]])).toEqual(['Part 1 A', '§ 1 b', 'Part 2 C', '§ 2 d'])
  expect(await numbered(level(0, 'none', 'Annex:'), [['Fees']])).toEqual(['Annex: Fees'])
  expect(await numbered(level(0, 'none', ''), [['Fees']])).toEqual(['Fees'])
})

it('follows links to numbering styles, and levels that a list has of its own', async () => {
  const linked = `<w:abstractNum w:abstractNumId="8"><w:styleLink w:val="S"/>${level(0, 'upperLetter', '%1.')}</w:abstractNum>`
  expect(await numbered('<w:numStyleLink w:val="S"/>', [['Salt'], ['Flour']], linked)).toEqual(['A. Salt', 'B. Flour'])
  const own = `<w:num w:numId="3"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0">${level(0, 'lowerRoman', '(%1)')}</w:lvlOverride></w:num>`
  const numbering = `<w:abstractNum w:abstractNumId="7">${level(0, 'decimal', '%1.')}</w:abstractNum>${own}`
  const { pieces } = await parseDocx(buildDocx({ numbering, body: item('Salt', '3') }))
  expect(pieces).toEqual([{ type: 'list-item', marker: '(i)', text: 'Salt' }])
})

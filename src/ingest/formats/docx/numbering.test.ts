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

import { expect, it } from 'vitest'
import { buildDocx, cell, type DocxParts, paragraph, run, style } from '../../../../tests/support/files/build-docx.ts'
import { parseDocx } from './parse-docx.ts'

const read = async (parts: DocxParts) =>
  (await parseDocx(buildDocx(parts))).pieces.map(({ text, marker }) => (marker ? `${marker} ${text}` : text))
const raised = (text: string) => run(text, '<w:vertAlign w:val="superscript"/>')
const field = (kind: string) => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`
const item = (content: string, mark = '') =>
  paragraph(content, `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr>${mark}</w:rPr>`)
const level = (index: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${index}"><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const numbering = (...levels: string[]) =>
  `<w:abstractNum w:abstractNumId="7">${levels.join('')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>`
const heading = (id: string, outline: number) =>
  style(
    id,
    `heading ${outline + 1}`,
    `<w:pPr><w:numPr><w:ilvl w:val="${outline}"/><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="${outline}"/></w:pPr>`,
  )

it.each([
  ['powers', run('Es sind 10') + raised('9') + run(' Zellen.'), 'Es sind 10⁹ Zellen.'],
  ['struck-out text', run('Am ') + run('Montag', '<w:strike/>') + run('Dienstag.'), 'Am Dienstag.'],
  ['offsets', run('Some 10') + run('6', '<w:position w:val="8"/>') + run(' eggs.'), 'Some 10⁶ eggs.'],
  [
    'offsets of LibreOffice',
    run('Some CO') + run('2', '<w:position w:val="-2"/><w:sz w:val="12"/>') + run('.'),
    'Some CO₂.',
  ],
  ['offsets of text that is not smaller', run('Room 10') + run('6', '<w:position w:val="2"/>') + run('.'), 'Room 106.'],
  [
    'offsets in small print',
    run('Room 10', '<w:sz w:val="16"/>') + run('6', '<w:position w:val="2"/><w:sz w:val="16"/>') + run('.'),
    'Room 106.',
  ],
  ['small offsets', run('Room 10') + run('6', '<w:position w:val="1"/>') + run(' is free.'), 'Room 106 is free.'],
  [
    'the author’s own marks of notes',
    `${run('Sie kostet 45')}<w:r><w:footnoteReference w:customMarkFollows="1" w:id="9"/><w:t>7</w:t></w:r>${run(' Kronen.')}`,
    'Sie kostet 45 Kronen.',
  ],
  ['text that is not struck out', run('Am Freitag.', '<w:strike w:val="0"/>'), 'Am Freitag.'],
])('reads %s of runs', async (_, body, text) => {
  expect(await read({ body: paragraph(body) })).toEqual([text])
})

it('counts moved and deleted items of a list once', async () => {
  const body =
    item('Salt') +
    item(`<w:moveFrom>${run('Flour')}</w:moveFrom>`, '<w:moveFrom/>') +
    item(`<w:del>${run('Sand')}</w:del>`) +
    item('Water') +
    item(`<w:moveTo>${run('Flour')}</w:moveTo>`, '<w:moveTo/>')
  expect(await read({ body, numbering: numbering(level(0, 'decimal', '%1.')) })).toEqual([
    '1. Salt',
    '2. Water',
    '3. Flour',
  ])
})

it('reads the numbers of headings, whose first is not the title', async () => {
  const parts = {
    body: `${paragraph('Vereinssatzung')}${paragraph('Sitz', '<w:pStyle w:val="A"/>')}${paragraph('Ort', '<w:pStyle w:val="B"/>')}${paragraph('Wien.')}`,
    styles: heading('A', 0) + heading('B', 1),
    numbering: numbering(level(0, 'upperRoman', '§ %1'), level(1, 'lowerLetter', '(%2)')),
  }
  expect(await read(parts)).toEqual(['Vereinssatzung', '§ I Sitz', '(a) Ort', 'Wien.'])
  expect((await parseDocx(buildDocx(parts))).title).toBe('Vereinssatzung')
})

it('leaves out tables of contents and prompts, and ends an unended table at a heading', async () => {
  const control = (properties: string, content: string) =>
    `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
  const toc = `${field('begin')}<w:r><w:instrText>TOC \\o</w:instrText></w:r>${field('separate')}`
  const body =
    paragraph(toc + run('Tides 4')) +
    paragraph('Waves 9') +
    paragraph('Tides', '<w:pStyle w:val="A"/>') +
    paragraph(run('Name: ') + control('<w:showingPlcHdr/>', run('Type here'))) +
    paragraph(run('Town: ') + control('<w:text/>', run('Lund'))) +
    paragraph(run('Date: ') + control('<w:date/>', run('Pick a date', '<w:rStyle w:val="P"/>'))) +
    paragraph('Surf 3', '<w:pStyle w:val="T"/>')
  expect(
    await read({ body, styles: style('A', 'heading 1') + style('T', 'toc 2') + style('P', 'Placeholder Text') }),
  ).toEqual(['Tides', 'Name:', 'Town: Lund', 'Date:'])
})

it('reads what LibreOffice writes into the control of a table of contents behind the table', async () => {
  const toc = `${field('begin')}<w:r><w:instrText>TOC \\o</w:instrText></w:r>${field('separate')}`
  const content =
    paragraph('Index') +
    paragraph(`${toc}${run('Tides 4')}${field('end')}`) +
    paragraph('Tides') +
    paragraph('They rise.')
  const gallery = '<w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj>'
  const body = `<w:sdt><w:sdtPr>${gallery}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
  expect(await read({ body })).toEqual(['Tides', 'They rise.'])
})

it('keeps values under their headings in tables with spans', async () => {
  const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`
  const wide = cell('Ports', '<w:gridSpan w:val="2"/>')
  const body = `<w:tbl>${row(cell('Year'), wide, cell('Sum'))}${row(cell('2024'), cell('3'), cell('4'), cell('7'))}</w:tbl>`
  expect(await read({ body })).toEqual(['Year | Ports |  | Sum\n2024 | 3 | 4 | 7'])
})

it('leaves out columns in which no cell begins, and keeps those of rows that begin later', async () => {
  const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`
  const span = (text: string, columns: number) => cell(text, `<w:gridSpan w:val="${columns}"/>`)
  const form = `<w:tbl>${row(span('Name', 3), span('Ida', 2))}${row(span('Town', 3), span('Lund', 2))}</w:tbl>`
  expect(await read({ body: form })).toEqual(['Name | Ida\nTown | Lund'])
  const late = `<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${cell('7')}${cell('9')}</w:tr>`
  expect(await read({ body: `<w:tbl>${row(cell('Year'), cell('Salt'), cell('Rye'))}${late}</w:tbl>` })).toEqual([
    'Year | Salt | Rye\n | 7 | 9',
  ])
})

it.each([
  [
    'typed',
    paragraph('Inhaltsverzeichnis') +
      paragraph('Ebb ..... 3') +
      paragraph('Flow\u2026\u20265') +
      paragraph('Spring tides 12'),
  ],
  ['of a simple field', `<w:p><w:fldSimple w:instr=" TOC \\o ">${run('Ebb 3')}</w:fldSimple></w:p>`],
])('leaves out a table of contents that is %s', async (_, contents) => {
  const headings = ['Ebb', 'Flow', 'Spring tides'].map(
    (text) => paragraph(text, '<w:pStyle w:val="A"/>') + paragraph('Text.'),
  )
  const body = contents + headings.join('')
  expect(await read({ body, styles: style('A', 'heading 1') })).toEqual([
    'Ebb',
    'Text.',
    'Flow',
    'Text.',
    'Spring tides',
    'Text.',
  ])
})

it('keeps the text below a heading that is named like a table of contents', async () => {
  const body = ['Contents', 'The box holds salt.', 'The bag holds rye.', 'The jar holds tar.'].map((text) =>
    paragraph(text),
  )
  expect(await read({ body: body.join('') })).toHaveLength(4)
})

it('keeps lists that end in numbers, and agendas of headings', async () => {
  const lines = ['Herring 12', 'Cod 9', 'Eel 4'].map((text) => paragraph(text)).join('')
  const agenda = ['Ebb', 'Flow', 'Neap'].map((text) => paragraph(text)).join('')
  const headings = ['Ebb', 'Flow', 'Neap'].map((text) => paragraph(text, '<w:pStyle w:val="A"/>')).join('')
  expect(await read({ body: lines + agenda + headings, styles: style('A', 'heading 1') })).toHaveLength(9)
})

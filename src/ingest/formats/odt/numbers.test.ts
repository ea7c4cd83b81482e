import { expect, it } from 'vitest'
import { buildOdt, type OdtParts } from '../../../../tests/support/files/build-odt.ts'
import { parseOdt } from './parse-odt.ts'

const read = async (parts: OdtParts): Promise<string[]> =>
  (await parseOdt(buildOdt(parts))).pieces.map(({ text, marker }) =>
    marker === undefined ? text : `${marker} ${text}`,
  )
const p = (text: string): string => `<text:p>${text}</text:p>`
const h = (level: number, text: string, attributes = ''): string =>
  `<text:h text:outline-level="${level}" ${attributes}>${text}</text:h>`
const item = (content: string): string => `<text:list-item>${content}</text:list-item>`
const list = (content: string, attributes = ''): string =>
  `<text:list text:style-name="L" ${attributes}>${content}</text:list>`
const level = (element: string, at: number, format: string, more = ''): string =>
  `<text:${element} text:level="${at}" style:num-format="${format}" ${more}/>`
const outline = (...levels: [format: string, more?: string][]): string =>
  `<text:outline-style style:name="Outline">${levels.map(([format, more], at) => level('outline-level-style', at + 1, format, more)).join('')}</text:outline-style>`

it('reads the numbers of headings', async () => {
  const styles = outline(['1', 'style:num-prefix="Kapitel "'], ['1', 'text:display-levels="2"'], [''])
  const body = [
    p('Handbuch der Imkerei'),
    h(1, 'Der Stock'),
    h(2, 'Bau'),
    h(3, 'Rahmen'),
    h(2, 'Ort'),
    h(1, 'Nachwort', 'text:is-list-header="true"'),
    h(1, 'Die Ernte'),
    h(2, 'Honig'),
  ].join('')
  expect(await read({ styles, body })).toEqual([
    'Handbuch der Imkerei',
    'Kapitel 1 Der Stock',
    '1.1 Bau',
    'Rahmen',
    '1.2 Ort',
    'Nachwort',
    'Kapitel 2 Die Ernte',
    '2.1 Honig',
  ])
  expect((await parseOdt(buildOdt({ styles, body }))).title).toBe('Handbuch der Imkerei')
})

it('leaves headings without numbers as they are', async () => {
  const none = '<style:style style:name="P" style:family="paragraph" style:list-style-name=""/>'
  const body = h(1, '1848 in Wien') + h(2, 'März')
  expect(await read({ styles: outline([''], ['']), body })).toEqual(['1848 in Wien', 'März'])
  expect(
    await read({ styles: outline(['1']) + none, body: h(1, 'Preface', 'text:style-name="P"') + h(1, 'Bees') }),
  ).toEqual(['Preface', '1 Bees'])
})

it.each([
  ['I', 'III'],
  ['А, Б, В, ...', 'В'],
  ['а, б, .., аа, аб, ... (ru)', 'в'],
  ['一, 二, 三, ...', '三'],
  ['가, 나, 다, ...', '다'],
])('writes the numbers of lists in the format %s', async (format, third) => {
  const styles = `<text:list-style style:name="L">${level('list-level-style-number', 1, format)}</text:list-style>`
  const body = list(['Salt', 'Flour', 'Water'].map((text) => item(p(text))).join(''))
  expect((await read({ styles, body })).at(-1)).toBe(`${third} Water`)
})

it('reads clauses with the numbers above them, also in a list that goes on', async () => {
  const number = (at: number, more: string) => level('list-level-style-number', at, '1', `style:num-suffix="." ${more}`)
  const styles = `<text:list-style style:name="L">${number(1, '')}${number(2, 'text:display-levels="2"')}</text:list-style>`
  const body =
    list(item(p('Rent') + list(item(p('Due monthly'))))) +
    p('The parties agree:') +
    list(item(list(item(p('Paid by transfer')))), 'text:continue-numbering="true"') +
    list(item(p('Repairs')), 'text:continue-numbering="true"')
  expect(await read({ styles, body })).toEqual([
    '1. Rent',
    '1.1. Due monthly',
    'The parties agree:',
    '1.2. Paid by transfer',
    '2. Repairs',
  ])
})

import { describe, expect, it } from 'vitest'
import { buildFlatOdt, buildOdt, type OdtParts } from '../../../../tests/support/files/build-odt.ts'
import { detectType } from '../../type/detect-type.ts'
import { parseOdt } from './parse-odt.ts'

const read = async (parts: OdtParts): Promise<string[]> =>
  (await parseOdt(buildOdt(parts))).pieces.map(({ text }) => text)
const p = (content: string): string => `<text:p>${content}</text:p>`
const span = (content: string): string => `<text:span text:style-name="T">${content}</text:span>`
const style = (properties: string): string =>
  `<style:style style:name="T" style:family="text"><style:text-properties ${properties}/></style:style>`

it.each([
  ['style:text-position="super 58%"', `Son 10${span('9')} células.`, 'Son 10⁹ células.'],
  ['style:text-position="33% 58%"', `Un área de 3 m${span('2')}.`, 'Un área de 3 m².'],
  ['style:text-position="sub 58%"', `El CO${span('2')} sube.`, 'El CO₂ sube.'],
  ['style:text-line-through-style="solid"', `Am ${span('Montag')} Dienstag.`, 'Am Dienstag.'],
  ['style:text-line-through-style="none"', `Am ${span('Freitag')}.`, 'Am Freitag.'],
  ['style:text-underline-style="solid"', `Am ${span('Freitag')}.`, 'Am Freitag.'],
])('reads a run with %s', async (properties, content, expected) => {
  expect(await read({ styles: style(properties), body: p(content) })).toEqual([expected])
})

describe('embedded objects', () => {
  const frame = (inner: string): string => `<draw:frame><draw:object xlink:href="./Object 1"/>${inner}</draw:frame>`
  const math = (inner: string): string =>
    `<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics>${inner}<annotation encoding="StarMath 5.0">sqrt{a+b} over c</annotation></semantics></math>`

  it.each([
    ['MathML', '<mfrac><msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt><mi>c</mi></mfrac>', '√(a+b)/c'],
    ['names of several letters', '<mi>E</mi><mo>=</mo><msup><mi>mc</mi><mn>2</mn></msup>', 'E=mc^2'],
    ['StarMath', '', 'sqrt{a+b} over c'],
  ])('are formulas in %s, in their sentence', async (_, inner, expected) => {
    const body = p(`Let ${frame('<svg:desc>sqrt{a+b} over c</svg:desc>')} be known.`)
    const objects = { 'Object 1': math(inner) }
    expect(await read({ body, objects })).toEqual([`Let ${expected} be known.`])
    expect(await read({ body: p(frame('') + frame('')), objects })).toEqual([`${expected}, ${expected}`])
  })

  it('are formulas in the text itself, where all is in one file', async () => {
    const picture =
      '<draw:frame>\n<draw:image><office:binary-data>aGVsbG8=</office:binary-data></draw:image>\n</draw:frame>'
    const object = `<draw:frame>\n <draw:object>\n ${math('<mfrac><mi>a</mi><mi>b</mi></mfrac>')}\n</draw:object>\n</draw:frame>`
    const meta = '<dc:title>Ratios</dc:title>'
    const file = buildFlatOdt({
      meta,
      styles: style('style:text-position="super 58%"'),
      body: p(`Let ${object}, of 3 m${span('2')}${picture}.`),
    })
    const detected = await detectType(file, { fileName: null, contentType: null })
    expect(detected).toMatchObject({ type: 'odt' })
    const { title, pieces } = await parseOdt(file)
    expect([title, ...pieces.map(({ text }) => text)]).toEqual(['Ratios', 'Let a/b, of 3 m².'])
  })

  it('are charts, with title and values', async () => {
    const OASIS = 'urn:oasis:names:tc:opendocument:xmlns:'
    const row = (...cells: string[]) =>
      `<table:table-row>${cells.map((cell) => `<table:table-cell>${p(cell)}</table:table-cell>`).join('')}</table:table-row>`
    const chart = `<office:document-content xmlns:office="${OASIS}office:1.0" xmlns:chart="${OASIS}chart:1.0" xmlns:table="${OASIS}table:1.0" xmlns:text="${OASIS}text:1.0"><office:body><office:chart><chart:chart><chart:title>${p('Boats by year')}</chart:title><table:table>${row('', 'Boats')}${row('2019', '14')}</table:table></chart:chart></office:chart></office:body></office:document-content>`
    expect(await read({ body: p(`See.${frame('')}`), objects: { 'Object 1': chart } })).toEqual([
      'See.',
      'Boats by year',
      ' | Boats\n2019 | 14',
    ])
  })
})

it('leaves out tables of contents, indexes and prompts', async () => {
  const index = (name: string) => `<text:${name}><text:index-body>${p('Ebb\t3')}</text:index-body></text:${name}>`
  const control = (showing: boolean, text: string) =>
    `<loext:content-control loext:showing-place-holder="${showing}">${text}</loext:content-control>`
  const body =
    index('table-of-content') +
    index('alphabetical-index') +
    '<text:p text:style-name="Contents_20_1">Ebb</text:p>' +
    p(`Name: <text:placeholder text:placeholder-type="text">&lt;Type here&gt;</text:placeholder>`) +
    p(`Town: ${control(true, 'Choose')}${control(false, 'Lund')}`)
  expect(await read({ body })).toEqual(['Name:', 'Town: Lund'])
})

it('keeps values under their headings in tables with repeated and covered cells', async () => {
  const cell = (text: string, attributes = '') => `<table:table-cell ${attributes}>${p(text)}</table:table-cell>`
  const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
  const covered = '<table:covered-table-cell table:number-columns-repeated="2"/>'
  const body = `<table:table>${row(...['Year', 'May', 'June', 'July', 'Sum'].map((text) => cell(text)))}${row(cell('2020'), cell('closed', 'table:number-columns-spanned="3"'), covered, cell('0'))}</table:table>`
  expect(await read({ body })).toEqual(['Year | May | June | July | Sum\n2020 | closed |  |  | 0'])
})

it.each([
  '<!DOCTYPE manifest:manifest PUBLIC "-//OpenOffice.org//DTD Manifest 1.0//EN" "Manifest.dtd">',
  '<!DOCTYPE manifest:manifest [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>',
])('reads a text whose manifest begins with %s', async (doctype) => {
  expect(await read({ body: p('The tide is low.'), doctype })).toEqual(['The tide is low.'])
})

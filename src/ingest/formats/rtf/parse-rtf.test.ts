import { describe, expect, it } from 'vitest'
import { parseRtf } from './parse-rtf.ts'

const rtf = (content: string) => Buffer.from(`{\\rtf1\\ansi\\ansicpg1252\\deff0${content}}`, 'latin1')

const lines = (content: string): string[] =>
  parseRtf(rtf(content)).pieces.map(
    (piece) => `${piece.type}${piece.level === undefined ? '' : ` ${piece.level}`}: ${piece.text}`,
  )

describe('parseRtf', () => {
  it('reads paragraphs, whatever the lines of the file', () => {
    expect(lines('{\\b One\n two.}\\par Three\\tab four\\line five.\\par')).toEqual([
      'paragraph: One two.',
      'paragraph: Three four five.',
    ])
  })

  it('reads characters of code pages, fonts and Unicode', () => {
    const fonts =
      '{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset204 Arial Cyr;}{\\f2\\fcharset2 Symbol;}{\\f3\\fcharset128 MS Mincho;}}'
    expect(
      lines(
        `${fonts}caf\\'e9 \\ldblquote x\\rdblquote  {\\f1 \\'cf\\'f0\\'e8} {\\f2 a} {\\f3 \\'93\\'fa\\'96\\'7b} \\u8364?5 {\\uc2\\u322\\'3f\\'3fa}\\par`,
      ),
    ).toEqual(['paragraph: café “x” При α 日本 €5 ła'])
    expect(lines('\\{a\\\\b\\}\\~c\\_d\\-e')).toEqual(['paragraph: {a\\b} c-de'])
  })

  it('tells headings, list items and quotations by their styles', () => {
    const styles =
      '{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0 berschrift;}{\\s2 heading 2;}{\\s3 Title;}{\\s4\\ls1 List;}{\\*\\cs5 heading 1;}}'
    expect(
      lines(
        `${styles}\\pard\\s3 T\\par\\pard\\s1 One\\par\\pard\\s2 Two\\par\\pard Text\\par\\pard\\s4 a\\par\\pard\\ls2{\\listtext 1.\\tab}b\\par\\pard\\outlinelevel2 Own\\par`,
      ),
    ).toEqual([
      'heading 1: T',
      'heading 2: One',
      'heading 3: Two',
      'paragraph: Text',
      'list-item: a',
      'list-item: b',
      'heading 4: Own',
    ])
  })

  it('takes short bold lines for headings where no style makes any', () => {
    const part = (name: string): string => `{\\b ${name}\\par}Text that is long.\\par More of it.\\par `
    expect(lines(part('Moon') + part('Sea')).filter((line) => line.startsWith('heading'))).toEqual([
      'heading 1: Moon',
      'heading 1: Sea',
    ])
  })

  it('reads tables, also inside of others', () => {
    const row = (...cells: string[]): string => `\\trowd${cells.map((cell) => `\\intbl ${cell}\\cell`).join('')}\\row`
    expect(lines(`${row('Year', 'Rain')}${row('2024', '10 mm')}\\pard After\\par`)).toEqual([
      'table: Year | Rain\n2024 | 10 mm',
      'paragraph: After',
    ])
    const inner =
      '\\pard\\intbl\\itap2 a\\nestcell b\\nestcell{\\*\\nesttableprops\\trowd\\nestrow}{\\nonesttables\\par}\\pard\\intbl'
    expect(lines(`\\trowd\\intbl Left\\cell ${inner} Right\\cell\\row\\pard After\\par`)).toEqual([
      'paragraph: Left',
      'table: a | b',
      'paragraph: Right',
      'paragraph: After',
    ])
  })

  it('leaves out what was deleted, is hidden, or does not stand in the text', () => {
    expect(
      lines(
        '{\\header Head\\par}{\\deleted gone }Kept {\\v secret }{\\*\\unknown x}{\\pict 0102}{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt link}}.{\\*\\annotation remark}\\par',
      ),
    ).toEqual(['paragraph: Kept link.'])
    expect(lines('One {\\deleted\\par}two.\\par')).toEqual(['paragraph: One two.'])
  })

  it('puts footnotes and text boxes after their paragraph, endnotes at the end', () => {
    expect(
      lines(
        'One{\\footnote\\pard Below.}{\\footnote\\ftnalt\\pard Last.}\\par{\\shp{\\*\\shpinst{\\sp{\\sn name}{\\sv 1}}{\\shptxt\\pard Boxed.\\par}}}Two\\par',
      ),
    ).toEqual(['paragraph: One', 'paragraph: Below.', 'paragraph: Two', 'paragraph: Boxed.', 'paragraph: Last.'])
  })

  it('tells title, author, date and language', () => {
    const info =
      '{\\info{\\title Tides}{\\author Ada}{\\creatim\\yr2020\\mo1\\dy2}{\\author Eve}{\\revtim\\yr2021\\mo2\\dy3\\hr4\\min5}{\\operator Bob}}'
    expect(parseRtf(rtf(`\\deflang1031${info}Text.`))).toMatchObject({
      title: 'Tides',
      author: 'Ada',
      language: 'de',
      publishedAt: '2021-02-03T04:05:00.000Z',
      pieces: [{ type: 'paragraph', text: 'Text.' }],
    })
  })

  it('skips binary data and survives a missing end', () => {
    expect(lines('{\\pict\\bin4 }}{{}One\\par Two')).toEqual(['paragraph: One', 'paragraph: Two'])
    expect(parseRtf(Buffer.from('{\\rtf1 {\\b One\\par {Two')).pieces.map((piece) => piece.text)).toEqual([
      'One',
      'Two',
    ])
  })

  it('refuses endless nesting', () => {
    expect(() => parseRtf(rtf('{'.repeat(100_000)))).toThrow(expect.objectContaining({ code: 'source_too_complex' }))
  })
})

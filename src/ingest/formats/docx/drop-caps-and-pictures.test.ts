import { describe, expect, it } from 'vitest'
import { buildDocx, paragraph, run, table } from '../../../../tests/support/files/build-docx.ts'
import { parseDocx } from './parse-docx.ts'

/** The parts of a document with a body, as "type: text". */
const body = async (content: string, diagram?: readonly string[]): Promise<string[]> =>
  (await parseDocx(buildDocx({ body: content, ...(diagram === undefined ? {} : { diagram }) }))).pieces.map(
    ({ type, text }) => `${type}: ${text}`,
  )

describe('drop caps', () => {
  const cap = (letter: string, kind = 'drop'): string =>
    paragraph(letter, `<w:framePr w:dropCap="${kind}" w:lines="3"/>`)

  it.each(['drop', 'margin'])('joins a drop cap to its paragraph (%s)', async (kind) => {
    expect(await body(cap('T', kind) + paragraph('ides rise.') + paragraph('Then they fall.'))).toEqual([
      'paragraph: Tides rise.',
      'paragraph: Then they fall.',
    ])
    expect(await body(cap('A', kind) + paragraph(' tide rises.'))).toEqual(['paragraph: A tide rises.'])
  })

  it('keeps a drop cap without text after it, and other frames', async () => {
    expect(await body(cap('T') + table([['a', 'b']]))).toEqual(['paragraph: T', 'table: a | b'])
    expect(await body(paragraph('T') + cap('A'))).toEqual(['paragraph: T', 'paragraph: A'])
    expect(await body(cap('Note', 'none') + paragraph('ides'))).toEqual(['paragraph: Note', 'paragraph: ides'])
  })
})

describe('pictures', () => {
  const picture = (descr: string, more = ''): string =>
    `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="${descr}">${more}</wp:docPr></wp:inline></w:drawing></w:r>`
  const chart = 'Line chart: the tide at Carrow rises twice a day'

  it('returns alt text as a caption after the paragraph, once per picture', async () => {
    expect(await body(paragraph(run('See the chart. ') + picture(chart)) + paragraph(picture(chart)))).toEqual([
      'paragraph: See the chart.',
      `caption: ${chart}`,
    ])
    expect(await body(paragraph(`<w:r><w:pict><v:shape alt="${chart}"/></w:pict></w:r>`))).toEqual([
      `caption: ${chart}`,
    ])
  })

  it.each([
    ['a file name', 'C:\\pictures of tides\\the second chart.png'],
    ['an address', 'https://example.org/a picture of tides.gif'],
    ['a label', 'fig 3'],
    [
      'a guess of Word',
      'A picture containing water, outdoor, sky and a boat&#10;&#10;Description automatically generated',
    ],
    [
      'a later guess of Word',
      'A graph of tides with blue and red lines&#10;&#10;AI-generated content may be incorrect.',
    ],
    [
      'a guess in German',
      'Ein Bild, das Wasser, Boot und Himmel enthält.&#10;&#10;Automatisch generierte Beschreibung',
    ],
  ])('leaves out %s', async (_, descr) => {
    expect(await body(paragraph(`${picture(descr)}${run('Text.')}`))).toEqual(['paragraph: Text.'])
  })

  it('leaves out alt text of decorative and hidden pictures', async () => {
    const decorative = '<a:extLst><a:ext><adec:decorative val="1"/></a:ext></a:extLst>'
    const hidden = `<w:r><w:rPr><w:vanish/></w:rPr>${picture(chart).slice('<w:r>'.length)}`
    expect(await body(paragraph(`${picture(chart, decorative)}${run('Text.')}`) + paragraph(hidden))).toEqual([
      'paragraph: Text.',
    ])
  })
})

describe('diagrams', () => {
  it('reads a diagram after its anchor', async () => {
    const anchor = '<w:r><w:drawing><dgm:relIds r:dm="diagram"/></w:drawing></w:r>'
    const text = [paragraph('Before.'), paragraph(`${anchor}${run('Anchored.')}`), paragraph('After.')]
    expect(await body(text.join(''), ['Plan', 'Do'])).toEqual([
      'paragraph: Before.',
      'paragraph: Anchored.',
      'list-item: Plan',
      'list-item: Do',
      'paragraph: After.',
    ])
  })
})

describe('formulas and phonetic guides', () => {
  it('keeps a fraction and leaves out a phonetic guide', async () => {
    const fraction =
      '<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>x</m:t></m:r></m:den></m:f></m:oMath>'
    const ruby = `<w:r><w:ruby><w:rt>${run('とう')}</w:rt><w:rubyBase>${run('東')}</w:rubyBase></w:ruby></w:r>`
    expect(await body(paragraph(fraction) + paragraph(ruby))).toEqual(['paragraph: 1/x', 'paragraph: 東'])
  })
})

import { describe, expect, it } from 'vitest'
import { buildPptx, shape } from '../../../../tests/support/files/build-pptx.ts'
import { parsePptx } from './parse-pptx.ts'

const run = (text: string, properties = ''): string => `<a:r><a:rPr ${properties}/><a:t>${text}</a:t></a:r>`
const math = (inner: string): string => `<a14:m><m:oMath>${inner}</m:oMath></a14:m>`
const token = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`

it.each([
  ['powers', run('Es leben 10') + run('7', 'baseline="30000"') + run(' Algen.'), 'Es leben 10⁷ Algen.'],
  ['indexes', run('Le CO') + run('2', 'baseline="-25000"') + run(' monte.'), 'Le CO₂ monte.'],
  [
    'struck-out text',
    run('On ') + run('Monday', 'strike="sngStrike"') + run('Friday.', 'strike="noStrike"'),
    'On Friday.',
  ],
  [
    'formulas',
    run('With ') +
      math(`${token('x=')}<m:f><m:num>${token('a+b')}</m:num><m:den>${token('2')}</m:den></m:f>`) +
      run(' here.'),
    'With x=(a+b)/2 here.',
  ],
])('reads %s on slides', async (_, runs, expected) => {
  const { pieces } = await parsePptx(buildPptx([{ shapes: shape(null, `<a:p>${runs}</a:p>`) }]))
  expect(pieces.map(({ text }) => text)).toEqual([expected])
})

describe('text that inherits its style', () => {
  const styled = (properties: string, level = 1): string =>
    `<a:lstStyle><a:lvl${level}pPr><a:defRPr ${properties}/></a:lvl${level}pPr></a:lstStyle>`
  const struck = `<a:p>${run('The old pier')}${run(' stays.', 'strike="noStrike"')}</a:p>`

  it.each([
    ['of its shape', `${styled('strike="sngStrike"')}${struck}`, undefined],
    ['of its layout', struck, styled('strike="dblStrike"')],
    ['of its layout, by level', struck.replace('<a:p>', '<a:p><a:pPr lvl="1"/>'), styled('strike="sngStrike"', 2)],
  ])('leaves out what the list style %s strikes out', async (_, text, style) => {
    const layout = style === undefined ? '' : shape('body', `${style}<a:p>${run('Prompt')}</a:p>`)
    const { pieces } = await parsePptx(buildPptx([{ shapes: shape('body', text), layout }]))
    expect(pieces.map((piece) => piece.text)).toEqual(['stays.'])
  })

  it('reads a box as text where its list style raises all of it', async () => {
    const text = `${styled('baseline="30000"')}<a:p>${run('Every word of this box is raised.')}</a:p>`
    const { pieces } = await parsePptx(buildPptx([{ shapes: shape(null, text) }]))
    expect(pieces.map((piece) => piece.text)).toEqual(['Every word of this box is raised.'])
  })
})

it('reads charts with their title, series and values', async () => {
  const points = (...values: string[]) =>
    values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')
  const title =
    '<c:title><c:tx><c:rich><a:p><a:r><a:t>Fähren im Ha</a:t></a:r><a:r><a:t>fen</a:t></a:r></a:p></c:rich></c:tx></c:title>'
  const series = (name: string, ...values: string[]) =>
    `<c:ser><c:tx><c:strRef><c:strCache>${points(name)}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points('Mai', 'Juni')}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>General</c:formatCode>${points(...values)}</c:numCache></c:numRef></c:val></c:ser>`
  const chart = `${title}<c:plotArea><c:barChart>${series('Nord', '12', '15.5')}${series('Süd', '7', '9')}</c:barChart></c:plotArea>`
  const shapes =
    '<p:graphicFrame><a:graphic><a:graphicData><c:chart r:id="rChart"/></a:graphicData></a:graphic></p:graphicFrame>'
  const { pieces } = await parsePptx(buildPptx([{ shapes, chart }]))
  expect(pieces.map(({ type, text }) => [type, text])).toEqual([
    ['caption', 'Fähren im Hafen'],
    ['table', '| Nord | Süd\nMai | 12 | 7\nJuni | 15.5 | 9'],
  ])
  // A waterfall chart and the like, whose part has another namespace.
  const data = (kind: string, ...values: string[]) =>
    `<${kind}><lvl formatCode="0%">${values.map((value, at) => `<pt idx="${at}">${value}</pt>`).join('')}</lvl></${kind}>`
  const space = `<chartData><data>${data('strDim', 'Mai', 'Juni')}${data('numDim', '0.5', '-0.25')}</data></chartData>${title}<series><tx><txData><v>Fahrten</v></txData></tx></series>`
  const extended = shapes.replace(
    '<c:chart',
    '<cx:chart xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"',
  )
  const read = await parsePptx(buildPptx([{ shapes: extended, chart: space }]))
  expect(read.pieces.map(({ text }) => text)).toEqual(['Fähren im Hafen', '| Fahrten\nMai | 50%\nJuni | -25%'])
})

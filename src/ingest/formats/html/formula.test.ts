import { describe, expect, it } from 'vitest'
import { loadDetector } from '../../language.ts'
import { readHtml } from './read-html.ts'

await loadDetector()

const sentence =
  'The height of the tide was described at length by people who had watched it for years, and nobody agreed.'
const read = (inner: string, head = '') =>
  readHtml(
    {
      html: `<html><head><title>On tides</title>${head}</head><body><article><h1>On tides</h1>${`<p>${sentence}</p>`.repeat(3)}<p>Its height is ${inner} at noon, as everybody who lives by the sea has learned from the tables.</p></article></body></html>`,
      url: 'https://example.com/tides',
    },
    10,
  )
const lineOf = (inner: string, head = ''): string => read(inner, head).blocks.at(-1)?.text ?? ''
const around = (formula: string): string =>
  `Its height is ${formula} at noon, as everybody who lives by the sea has learned from the tables.`

const simple = '<mrow><mi>h</mi><mo>=</mo><msup><mi>t</mi><mn>2</mn></msup></mrow>'
const sum = '<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><msub><mi>a</mi><mi>i</mi></msub>'
const math = (inner: string, tex: string): string =>
  `<math><semantics>${inner}<annotation encoding="application/x-tex">${tex}</annotation></semantics></math>`
const katexCss = '<style>.katex-mathml { clip: rect(1px, 1px, 1px, 1px); overflow: hidden; }</style>'
const katexHtml = '<span class="katex-html" aria-hidden="true"><span class="mord">h=t2</span></span>'

it('reads elements that are named like members of objects', () => {
  expect(lineOf('<constructor><b>a</b><b>b</b></constructor>')).toBe(around('ab'))
})

describe('formulas', () => {
  it.each([
    ['MathML with indexes and TeX', math(sum, '\\sum_i^n a_i'), '∑_i^n a_i'],
    [
      'KaTeX whose MathML is hidden',
      `<span class="katex"><span class="katex-mathml">${math(simple, 'h=t^2')}</span>${katexHtml}</span>`,
      'h=t^2',
    ],
    ['KaTeX without MathML', `<span class="katex">${katexHtml}</span>`, 'h=t2'],
    ['a TeX script', '<script type="math/tex">h=t^2</script>', 'h=t^2'],
    [
      'MathJax 2, rendered',
      '<span class="MathJax_Preview"></span><span class="MathJax" id="m-1"><nobr>h=t2</nobr></span><script type="math/tex" id="m">h=t^2</script>',
      'h=t^2',
    ],
    [
      'MathJax 2, displayed',
      '<span class="MathJax_Preview">h</span><span class="MathJax_Display"><span class="MathJax">h=t2</span></span><script type="math/tex; mode=display">h=t^2</script>',
      'h=t^2',
    ],
    [
      'MathJax 3',
      `<mjx-container><svg></svg><mjx-assistive-mml><math>${simple}</math></mjx-assistive-mml></mjx-container>`,
      'h=t^2',
    ],
    [
      'MathJax 3 with a spoken label',
      '<mjx-container aria-label="h equals t squared"><svg></svg></mjx-container>',
      'h equals t squared',
    ],
    [
      'MediaWiki',
      `<span class="mwe-math-element"><span class="mwe-math-mathml-inline" style="display: none;"><math alttext="{\\displaystyle h=t^{2}}">${simple}</math></span><img class="mwe-math-fallback-image-inline" aria-hidden="true" alt="{\\displaystyle h=t^{2}}"></span>`,
      'h=t^2',
    ],
    ['an image of MediaWiki', '<img class="mwe-math-fallback-image-inline" alt="{\\displaystyle h=t^{2}}">', 'h=t^2'],
    ['an image of WordPress', '<img src="https://s0.wp.com/latex.php?latex=h" alt="h=t^2" class="latex">', 'h=t^2'],
  ])('reads %s', (_, html, text) => {
    const document = read(html, katexCss)
    expect(document.blocks.at(-1)?.text).toBe(around(text))
    expect(document.sourceInfo.note).toBeUndefined()
  })

  it.each([
    ['the text', '\\(h = \\frac{g t^2}{2}\\)', 'h=(gt^2)/2'],
    ['the text, displayed', '$$h = \\sqrt{2g}\\,t$$', 'h=√(2g)t'],
    ['the text, in single dollars', '$h_1 \\le h_{\\max}$', 'h_1≤h_max'],
    ['the text, of one letter', '$h$', 'h'],
    ['a span', '<span class="math inline">\\(\\alpha^{n+1}\\)</span>', 'α^(n+1)'],
    ['a span without delimiters', '<span class="math">\\sum_{i=1}^{n} h_i</span>', '∑_(i=1)^n h_i'],
    ['an environment', '\\begin{align*} h &= t \\\\ t &= 2 \\end{align*}', 'h=t; t=2'],
    ['a matrix', '\\[\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}\\]', '(a, b; c, d)'],
    ['words and sets', '$h \\in \\mathbb{R} \\text{ for all } t$', 'h∈ℝ for all t'],
    ['functions and accents', '$\\bar{h} = \\cos\\left(\\omega t\\right)$', 'h\u0304=cos(ωt)'],
    ['notation that is not known', '\\(\\tidal{h}^2\\)', '\\tidal{h}^2'],
  ])('reads TeX in %s', (_, html, text) => expect(lineOf(html)).toBe(around(text)))

  it.each([
    '$5 to $9, or US$4 and A$6,',
    'set by <code>$h_1$</code> and $HOME or $TIDE_H,',
    'a\\b (see \\( or $$)',
    '$4_000=$5',
  ])('leaves %s as written', (html) => {
    expect(lineOf(html)).toBe(around(html.replaceAll(/<[^>]*>/gu, '')))
  })

  it('reads a page of opening delimiters in time', () => {
    const many = ['\\( ', '\\begin{align} ', '$a_', '{'].map((open) => open.repeat(100_000)).join('')
    const start = performance.now()
    expect(lineOf(many).length).toBeGreaterThan(100_000)
    expect(performance.now() - start).toBeLessThan(5000)
  })

  const i = (name: string): string => `<mi>${name}</mi>`
  it.each([
    [
      'indexes',
      `<msub>${i('h')}<mn>1</mn></msub><mo>+</mo><msub>${i('h')}<mrow>${i('n')}<mo>+</mo><mn>1</mn></mrow></msub>`,
      'h_1+h_(n+1)',
    ],
    ['compound fractions', `<mfrac><mrow>${i('g')}<mo>+</mo>${i('t')}</mrow><mn>2</mn></mfrac>`, '(g+t)/2'],
    ['fractions before letters', `<mfrac><mn>1</mn><mn>2</mn></mfrac>${i('g')}${i('t')}`, '1/2 gt'],
    ['binomials', `<mfrac linethickness="0">${i('n')}${i('k')}</mfrac>`, '(n over k)'],
    [
      'roots',
      `<msqrt>${i('g')}<mo>+</mo>${i('t')}</msqrt><mo>-</mo><mroot>${i('g')}<mn>3</mn></mroot>`,
      '√(g+t)-g^(1/3)',
    ],
    [
      'sums',
      `<munderover><mo>∑</mo><mrow>${i('i')}<mo>=</mo><mn>1</mn></mrow>${i('n')}</munderover>${i('t')}`,
      '∑_(i=1)^n t',
    ],
    [
      'matrices',
      `<mo>[</mo><mtable><mtr><mtd>${i('a')}</mtd><mtd>${i('b')}</mtd></mtr><mtr><mtd>${i('c')}</mtd><mtd>${i('d')}</mtd></mtr></mtable><mo>]</mo>`,
      '[a, b; c, d]',
    ],
    ['accents', `<mover>${i('h')}<mo>¯</mo></mover>`, 'h\u0304'],
  ])('reads %s of MathML without TeX', (_, math, text) => expect(lineOf(`<math>${math}</math>`)).toBe(around(text)))

  it('reads formulas in table cells', () => {
    const table =
      '<table><tr><th>Name</th><th>Height</th></tr><tr><td>low</td><td><img class="latex" alt="h=t^2"></td></tr></table>'
    expect(read(`high.</p>${table}<p>It is so`).blocks.find(({ type }) => type === 'table')?.text).toContain(
      'low | h=t^2',
    )
  })

  it('adds a note about unreadable formulas', () => {
    const document = read('<mjx-container><svg></svg></mjx-container>')
    expect(document.sourceInfo.note).toBe('Some formulas on this page couldn’t be read.')
  })

  it('ignores other pictures and hidden formulas', () => {
    expect(
      lineOf(
        '<img src="boat.jpg" alt="A boat">high<span hidden><img class="latex" alt="h"></span><math hidden><mi>h</mi></math>',
      ),
    ).toBe(around('high'))
  })
})

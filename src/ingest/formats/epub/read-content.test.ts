import { describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import type { Piece } from '../../document.ts'
import { Chapters } from './chapters.ts'
import { readContent } from './read-content.ts'

function read(body: string, showHidden = false): Piece[] {
  const pieces: Piece[] = []
  readContent(
    `<html><head><title>No</title></head><body>${body}</body></html>`,
    new Chapters([]),
    showHidden,
    (piece) => pieces.push(piece),
  )
  return pieces
}

/** Type, level of headings, and text of each part. */
const outline = (body: string): string[] =>
  read(body).map(({ type, level, text }) => `${type}${level === undefined ? '' : ` ${level}`}: ${text}`)

describe('readContent', () => {
  it('reads elements that are named like members of objects', () => {
    expect(outline('<constructor>One.</constructor><p>Two.</p>')).toEqual(['paragraph: One.', 'paragraph: Two.'])
  })

  it('distinguishes types', () => {
    expect(
      outline(`<h1>Top<br/>title</h1><p>A <b>bold</b>ness.</p><ul><li>One<ul><li>Inner</li></ul></li><li><p>Two</p></li></ul>
        <blockquote><p>Said.</p></blockquote><dl><dt>Term</dt><dd>Meaning</dd></dl><h3><p>Deep</p></h3>
        <figure><img src="x.jpg" alt="A long description"/><figcaption>Figure 1.</figcaption></figure>
        <div role="heading" aria-level="4">Marked</div>Before <span role="heading">Inline</span>Loose <hr/>text`),
    ).toEqual([
      'heading 1: Top title',
      'paragraph: A boldness.',
      'list-item: One',
      'list-item: Inner',
      'list-item: Two',
      'quote: Said.',
      'list-item: Term',
      'list-item: Meaning',
      'heading 3: Deep',
      'caption: Figure 1.',
      'heading 4: Marked',
      'paragraph: Before',
      'heading 2: Inline',
      'paragraph: Loose',
      'paragraph: text',
    ])
  })

  it('numbers ordered lists', () => {
    const pieces = read(`<ol start="3"><li><p>Three</p><p>More</p><ol type="i"><li>Inner</li><li>Next</li></ol></li>
      <li value="9">Nine</li><li>Ten<ul><li>Dot</li></ul></li></ol>`)
    expect(pieces.map(({ marker, text }) => [marker, text])).toEqual([
      ['3.', 'Three'],
      [undefined, 'More'],
      ['i.', 'Inner'],
      ['ii.', 'Next'],
      ['9.', 'Nine'],
      ['10.', 'Ten'],
      [undefined, 'Dot'],
    ])
  })

  it('ends a paragraph at a double break', () => {
    expect(outline('One<br/>line.<br/> <br/>Two.<br/><br/><br/>Three.<pre>a<br/><br/>b</pre>')).toEqual([
      'paragraph: One line.',
      'paragraph: Two.',
      'paragraph: Three.',
      'code: a\n\nb',
    ])
  })

  it('keeps the lines of code', () => {
    expect(read('<pre>if (a &lt; b) {\n  <b>stop</b>()\n}</pre>')).toMatchObject([
      { type: 'code', text: 'if (a < b) {\n  stop()\n}' },
    ])
  })

  it('reads data tables by row, and the contents of layout tables', () => {
    expect(
      outline(`<table><caption>Yields</caption><thead><tr><th>Year</th><th>Tons</th></tr></thead>
        <tbody><tr><td>1990</td><td><p>12</p><p>about</p></td></tr><tr><td> </td><td/></tr></tbody></table>`),
    ).toEqual(['caption: Yields', 'table: Year | Tons\n1990 | 12 about'])
    const spans =
      '<table><tr><th rowspan="2">Year</th><th colspan="2">Tons</th></tr><tr><th>Oats</th><th>Rye</th></tr><tr><td>1990</td><td>1</td><td>2</td></tr></table>'
    expect(outline(spans)).toEqual(['table: Year | Tons | Tons\nYear | Oats | Rye\n1990 | 1 | 2'])
    const headed = '<table><tr><td><h2>Chapter</h2></td><td>x</td></tr><tr><td>a</td><td>b</td></tr></table>'
    expect(outline(headed)).toEqual(['heading 2: Chapter', 'paragraph: x', 'paragraph: a', 'paragraph: b'])
    const long = `<table><tr><td>1</td><td>${'word '.repeat(300)}</td></tr><tr><td>2</td><td>short</td></tr></table>`
    expect(read(long).map(({ type }) => type)).toEqual(['paragraph', 'paragraph', 'paragraph', 'paragraph'])
    const nested = '<table><tr><td>a</td><td><table><tr><td>b</td><td>c</td></tr><tr><td>d</td><td>e</td></tr></table>'
    expect(outline(nested)).toEqual(['paragraph: a', 'table: b | c\nd | e'])
  })

  it('keeps notes in place and leaves out their marks', () => {
    expect(
      outline(`<p>A fact<a epub:type="noteref" href="#n1">1</a> in 1990<sup><a href="#n2">23</a></sup>, x<sup>2</sup>,
        so<a href="#n3"><sup>*</sup></a>.</p><aside epub:type="footnote" id="n1"><p>1. The source.</p></aside>
        <aside epub:type="footnote" hidden="hidden"><p>2. Shown when touched.</p></aside><p>On.</p>`),
    ).toEqual([
      'paragraph: A fact in 1990, x², so.',
      'paragraph: 1. The source.',
      'paragraph: 2. Shown when touched.',
      'paragraph: On.',
    ])
  })

  it('separates a note from its number and leaves out its backlink', () => {
    expect(
      outline(`<ol><li id="n1"><p>The source.<a href="#r1" class="back">\u21a9\ufe0e</a></p></li>
        <li><p>Another. <a role="doc-backlink" href="#r2">Back</a></p></li></ol>
        <p><sup><a href="#r3">3</a></sup>The third.</p>`),
    ).toEqual(['list-item: The source.', 'list-item: Another.', 'paragraph: 3 The third.'])
  })

  it('puts ruby readings after their characters', () => {
    expect(outline('<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>だ。</p>')).toEqual([
      'paragraph: 漢字（かんじ）だ。',
    ])
    expect(outline('<p>An <ruby>abbr<rt>abbreviation</rt></ruby>.</p>')).toEqual(['paragraph: An abbr (abbreviation).'])
    expect(outline('<p>A<rt>b</rt>.</p>')).toEqual(['paragraph: Ab.'])
  })

  it('reads formulas, by their description if they have no text', () => {
    expect(outline('<p>So <m:math alttext="no"><m:mi>a</m:mi><m:mo>=</m:mo><m:mn>2</m:mn></m:math>.</p>')).toEqual([
      'paragraph: So a=2.',
    ])
    const half = '<mfrac><mn>1</mn><mn>2</mn></mfrac>'
    const square = '<msup><mi>b</mi><mn>2</mn></msup>'
    expect(outline(`<p><math><mi>a</mi><mo>=</mo>${half}${square}</math></p>`)).toEqual(['paragraph: a=1/2 b^2'])
    expect(outline('<p>So <math alttext="a squared"><mglyph/></math>.</p>')).toEqual(['paragraph: So a squared.'])
    expect(
      outline('<p><math><semantics><mi>a</mi><annotation encoding="TeX">\\a</annotation></semantics></math></p>'),
    ).toEqual(['paragraph: a'])
  })

  it('takes the first case of a switch that it can read', () => {
    const one = (inner: string): string[] => outline(`<epub:switch>${inner}</epub:switch>`)
    const math = '<epub:case required-namespace="http://www.w3.org/1998/Math/MathML"><p>math</p></epub:case>'
    const other = '<epub:case required-namespace="http://example.org/x"><p>other</p></epub:case>'
    expect(one(`${other}${math}<epub:default><p>default</p></epub:default>`)).toEqual(['paragraph: math'])
    expect(one(`${other}<epub:default><p>default</p></epub:default>`)).toEqual(['paragraph: default'])
  })

  it('reads pages drawn in SVG line by line', () => {
    expect(
      outline(`<svg><title>x</title><desc>y</desc><style>.a{}</style><text><tspan y="0">The first line</tspan><tspan y="0">s</tspan><tspan
        y="9">and Jean-</tspan><tspan y="18">Paul.</tspan></text><text>Next</text></svg>`),
    ).toEqual(['paragraph: The first lines and Jean-Paul.', 'paragraph: Next'])
  })

  it('joins an initial that is a picture to its word', () => {
    expect(outline('<p><img src="t.png" alt="T"/>he end, <img src="u.png" alt="ornament"/>indeed.</p>')).toEqual([
      'paragraph: The end, indeed.',
    ])
  })

  it('leaves out invisible text', () => {
    expect(
      outline(`<script>no()</script><style>p{}</style><p hidden="">no</p><p style="display : none">no</p>
        <template><p>no</p></template><video><p>no</p></video><p>ye<span epub:type="pagebreak" title="12">12</span>s</p>
        <p>* * *</p>`),
    ).toEqual(['paragraph: yes'])
    const aids = '<nav epub:type="landmarks" hidden=""><ol><li>Title Page</li></ol></nav>'
    expect(read(`<nav><ol hidden="hidden"><li>Chapter 1</li></ol></nav>${aids}`, true)).toMatchObject([
      { text: 'Chapter 1' },
    ])
  })

  it('reads malformed markup', () => {
    expect(outline('<p>One<p>Two <b>bold<p>Three</div> & more &nbsp;&eacute;&bogus; <3')).toEqual([
      'paragraph: One',
      'paragraph: Two bold',
      'paragraph: Three & more é&bogus; <3',
    ])
    expect(outline('<title/><script src="x.js"/><p>After<br>all</p><![CDATA[raw <b>text]]>')).toEqual([
      'paragraph: After all',
      'paragraph: raw <b>text',
    ])
    expect(outline('<table><tr><td>cut')).toEqual(['paragraph: cut'])
  })

  it('counts pictures', () => {
    const chapters = new Chapters([])
    const { pictures } = readContent('<img src="a"/><svg><image href="b"/></svg>', chapters, false, () => undefined)
    expect(pictures).toBe(2)
  })

  it('splits texts longer than any paragraph', () => {
    const pieces = read(`<p>${'word '.repeat(50_000)}</p>`)
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.map(({ text }) => text).join(' ')).toBe('word '.repeat(50_000).trim())
  })

  it('rejects endless nesting', () => {
    expect(() => read('<i>'.repeat(100_000))).toThrow(AppError)
    expect(() => read('<table><tr><td>'.repeat(50_000))).toThrow(AppError)
    expect(() => read(`<table>${'<tr><td>'.repeat(200_001)}`)).toThrow(AppError)
  })
})

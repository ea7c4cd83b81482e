import { expect, it } from 'vitest'
import { buildEpub } from '../../../../tests/support/files/build-epub.ts'
import type { Piece } from '../../document.ts'
import { Chapters } from './chapters.ts'
import { parseEpub } from './parse-epub.ts'
import { readContent } from './read-content.ts'

function textOf(body: string, language: string | null = null): string {
  const pieces: Piece[] = []
  readContent(`<html><body>${body}</body></html>`, new Chapters([]), false, (piece) => pieces.push(piece), language)
  return pieces.map(({ text }) => text).join('\n')
}

it.each([
  ['fen<span class="pagenum">[S. 7]</span>ster', 'fenster'],
  ['win<a id="page_xii" class="calibre1">xii</a>dow', 'window'],
  ['win<span class="x-ebookmaker-pageno" title="[9]"><a id="Page_9">[9]</a></span>dow', 'window'],
  ['win<span class="pagebreak" id="p14">14</span>dow', 'window'],
  ['<p class="pageno">31</p><p>The window.</p>', 'The window.'],
  ['fe<span class="numpage">[p. 7]</span>nêtre', 'fenêtre'],
  ['ок<span class="pagebreak">[стр. 7]</span>но', 'окно'],
  ['See page <a class="page" href="c2.xhtml#p12">12</a> again.', 'See page 12 again.'],
  ['win<span class="page" title="14">14</span>dow', 'window'],
  ['Grade <span title="5">5</span>, room <span class="page" title="Go to 7">7</span>', 'Grade 5, room 7'],
  ['See page <span class="pageref">12</span> again.', 'See page 12 again.'],
  ['<p class="pagebreak">IV</p><p>The window.</p>', 'IV\nThe window.'],
  ['<p class="page">7 windows.</p>', '7 windows.'],
  ['win<span>[Pg 12]</span>dow', 'window'],
  ['win<span class="page-number">— 12 —</span>dow', 'window'],
  ['It was <span id="p3">–40</span> degrees.', 'It was –40 degrees.'],
  ['fen<span class="c3">[Seite 112]</span>ster', 'fenster'],
  ['okno<span>[str. 7]</span>', 'okno'],
  ['win<span class="c2">{31}</span>dow', 'window'],
  ['win<span class="pagenum" title="6">&#160;</span>dow', 'window'],
  ['In <span>[1791]</span> and <span>[he]</span>', 'In [1791] and [he]'],
  ['<p id="p5">5</p>', ''],
  ['fe<span class="folio">14</span>nêtre. <span class="folio">15</span>Plusieurs', 'fenêtre. Plusieurs'],
  [
    '<span class="page">14</span>Window <span class="pg">15</span>and win<span class="page">16</span>dow',
    'Window and window',
  ],
  ['第<span class="page">14</span>页 and <b class="pg">14</b>th', '第14页 and 14th'],
  [
    'See page <span class="pg">14</span> and Room <span class="page">14</span>, <b class="page">15</b><br/>Room',
    'See page 14 and Room 14, 15 Room',
  ],
  ['vin<span class="sidetal">14</span>due', 'vindue'],
  ['<p class="number">5</p>', '5'],
])('tells page numbers from other numbers in %s', (body, expected) => {
  expect(textOf(body)).toBe(expected)
})

it.each([
  [
    'In 1990<a epub:type="noteref" href="#n">3</a> it rose to $320<sup><a href="#n4">4</a></sup>.',
    'In 1990 it rose to $320.',
  ],
  ['Son of man,<a epub:type="noteref" href="#n">*</a><span>20</span>', 'Son of man, 20'],
  ['A 2<sup>nd</sup> tide of 3 m<sup>3</sup>.', 'A 2nd tide of 3 m³.'],
  ['Some 10<span style="vertical-align: super">7</span> eggs.', 'Some 10⁷ eggs.'],
  ['The CO<span class="subscript">2</span> rose.', 'The CO₂ rose.'],
  ['Some 10<span style="font-size: 70%; vertical-align: 0.4em">7</span> eggs.', 'Some 10⁷ eggs.'],
  ['H<span style="font-size: .7em; position: relative; bottom: -.2em">2</span>O is water.', 'H₂O is water.'],
  ['Room 10<span style="vertical-align: 0.1em">7</span> is free.', 'Room 107 is free.'],
  [
    'It cost <span style="text-decoration: line-through">5</span> <del>6</del> <ins>7</ins> crowns.',
    'It cost 7 crowns.',
  ],
])('reads %s', (body, expected) => {
  expect(textOf(`<p>${body}</p>`)).toBe(expected)
})

it.each([
  ['pl', '<q>Tak</q>', '„Tak”'],
  ['de', 'Er sagte <q>nein, <q>nie</q></q>.', 'Er sagte „nein, ‚nie‘“.'],
  ['en', '<q>“Yes”</q>', '“Yes”'],
  ['en', '“<q>Yes</q>”', '“Yes”'],
])('marks quotations in %s', (language, body, expected) => {
  expect(textOf(`<p>${body}</p>`, language)).toBe(expected)
})

it('reads TeX that is left to a script, outside code', () => {
  const tex = '$v = \\frac{s}{t}$'
  expect(textOf(`<p>So <span class="math">${tex}</span> holds, for $5 or $6.</p>`)).toBe(
    'So v=s/t holds, for $5 or $6.',
  )
  expect(textOf(`<pre>echo ${tex}</pre>`)).toBe(`echo ${tex}`)
})

it('reads a formula once that KaTeX also draws', () => {
  const math = '<math><msqrt><mi>x</mi></msqrt></math>'
  const drawn = '<span class="katex-html" aria-hidden="true"><span>√</span>x</span>'
  expect(textOf(`<p>So <span class="katex">${math}${drawn}</span> holds.</p>`)).toBe('So √x holds.')
})

it.each([
  ['class="math" alt="x = y/2"', 'So x = y/2 holds.'],
  ['role="math" alt="x = y/2"', 'So x = y/2 holds.'],
  ['alt="The tide at noon"', 'So holds.'],
])('reads the text of pictures that are formulas: %s', (attributes, expected) => {
  expect(textOf(`<p>So <img src="a.png" ${attributes}/> holds.</p>`)).toBe(expected)
})

const chapter = (title: string, text: string) => ({ body: `<h2>${title}</h2><p>${text}</p>` })

it("reads raised and struck-out text by the book's style sheets", async () => {
  const css = '.sup9 { font-size: 58%; vertical-align: super }\nspan.old{text-decoration:line-through}'
  const body = '<p>Some 10<b class="x sup9">7</b> eggs for <span class="old">5</span> 4 crowns.</p>'
  const { pieces } = await parseEpub(
    buildEpub({
      parts: [{ body }],
      manifest: '<item id="css" href="a.css" media-type="text/css"/>',
      files: { 'OEBPS/a.css': css },
    }),
  )
  expect(pieces.map(({ text }) => text)).toEqual(['Some 10⁷ eggs for 4 crowns.'])
})

it('leaves out the numbers of lines of code', async () => {
  const lines = ['dig(silt)', 'lift(bell)', 'rest()'].map(
    (code, at) => `<span class="linenos">${at + 1} </span>${code}\n`,
  )
  const gutter = '<table><tr><td><pre>1\n2\n3</pre></td><td><pre>a = 1\nb = 22\nc = 3</pre></td></tr></table>'
  const parts = [{ body: `<pre class="line-numbers">${lines.join('')}</pre>${gutter}<pre>404</pre>` }]
  const { pieces } = await parseEpub(buildEpub({ parts }))
  expect(pieces.map(({ text }) => text)).toEqual(['dig(silt)\nlift(bell)\nrest()', 'a = 1\nb = 22\nc = 3', '404'])
})

it("leaves out Project Gutenberg's license and counts the chapters of the book", async () => {
  const parts = [
    { body: '<h2>The Project Gutenberg eBook of Eels</h2><p>*** START OF THE PROJECT GUTENBERG EBOOK EELS ***</p>' },
    chapter('Rivers', 'Eels swim up the rivers.'),
    chapter('Seas', 'Eels spawn in the sea.'),
    { body: '<p>*** END OF THE PROJECT GUTENBERG EBOOK EELS ***</p><h2>License</h2><p>You may copy it.</p>' },
  ]
  const contents = parts.map((_, at) => ({ title: `Part ${at}`, href: `ch${at + 1}.xhtml` }))
  const { pieces } = await parseEpub(buildEpub({ parts, contents }))
  expect(pieces.map(({ text, location }) => [text, location?.kind === 'chapter' ? location.chapter : null])).toEqual([
    ['Rivers', 1],
    ['Eels swim up the rivers.', 1],
    ['Seas', 2],
    ['Eels spawn in the sea.', 2],
  ])
})

it('keeps a book that mentions Project Gutenberg', async () => {
  const parts = [chapter('Libraries', 'At the end of Project Gutenberg, said Hart, there would be a START OF others.')]
  expect((await parseEpub(buildEpub({ parts }))).pieces).toHaveLength(2)
})

import { expect, it } from 'vitest'
import { orchard } from '../../../../tests/support/articles/orchard.ts'
import { loadDetector } from '../../language.ts'
import { readHtml } from './read-html.ts'

await loadDetector()

const paragraphs = orchard.map((text) => `<p>${text}</p>`).join('')

const textsOf = (body: string): string[] =>
  readHtml(
    { html: `<title>The orchard</title><body>${body}</body>`, url: 'https://valley.example/2024/orchard' },
    10,
  ).blocks.map(({ text }) => text)

const around = (rows: string): string =>
  `<article><h1>The orchard</h1>${paragraphs}${rows}<p>The last pear falls in November, long after the leaves.</p></article>`
const lines = ['dig(hole)', 'plant(tree)', 'water(tree)']

it.each([
  [
    'in a gutter',
    `<table><tr><td class="gutter"><pre>1\n2\n3</pre></td><td><pre>${lines.join('\n')}</pre></td></tr></table>`,
  ],
  [
    'in a gutter of two lines',
    `<table><tr><td class="linenos"><div><pre><span>1</span>\n<span>2</span></pre></div></td><td><pre>${lines.join('\n')}</pre></td></tr></table>`,
  ],
  [
    'in a gutter beside lines without pre',
    `<table><tr><td class="gutter">${lines.map((_, at) => `<div class="number${at + 1}">${at + 1}</div>`).join('')}</td><td class="code"><div>${lines.map((line) => `<div><code>${line}</code></div>`).join('')}</div></td></tr></table>`,
  ],
  [
    'in an element beside the code',
    `<div><div class="line-numbers">${lines.map((_, at) => `<span>${at + 1}</span>`).join('')}</div><pre>${lines.join('\n')}</pre></div>`,
  ],
  [
    'in lines of Doxygen',
    `<div class="fragment">${lines.map((line, at) => `<div class="line"><a name="l${at}"></a><span class="lineno">    ${at + 1}</span>${line}</div>`).join('')}</div>`,
  ],
  ['in spans', `<pre>${lines.map((line, at) => `<span class="ln">${at + 1}</span>${line}`).join('\n')}</pre>`],
  [
    'in lines without line breaks',
    `<pre><code>${lines.map((line, at) => `<span class="token-line"><span class="line-number">${at + 1}</span>${line}</span>`).join('')}</code></pre>`,
  ],
  [
    'in rows without names',
    `<pre><code>${lines.map((line, at) => `<div><b>${at + 1}</b><i>${line}</i></div>`).join('')}</code></pre>`,
  ],
  [
    'in a table of lines',
    `<table>${lines.map((line, at) => `<tr><td>${at + 1}</td><td class="blob-code">${line}</td></tr>`).join('')}</table>`,
  ],
  [
    'in cells of highlight.js',
    `<pre><code class="hljs"><table class="hljs-ln">${lines.map((line, at) => `<tr><td class="hljs-ln-line hljs-ln-numbers"><div class="hljs-ln-n" data-line-number="${at + 1}"></div></td><td class="hljs-ln-line hljs-ln-code">${line}</td></tr>`).join('')}</table></code></pre>`,
  ],
  [
    'in lines that are blocks by their style, beside a toolbar',
    `<div class="code-toolbar"><pre><code>${lines.map((line, at) => `<span style="display:block"><span class="linenumber">${at + 1}</span><span>${line}</span></span>`).join('')}</code></pre><div class="toolbar"><button>Copy</button></div></div>`,
  ],
  [
    'of a list',
    `<div class="dp-highlighter"><ol class="dp-py">${lines.map((line) => `<li><span>${line}</span></li>`).join('')}</ol></div>`,
  ],
  [
    'of rows without an element for code',
    `<div class="source-code">${lines.map((line, at) => `<div class="r"><b>${at + 9}</b><span>${line}</span></div>`).join('')}</div>`,
  ],
  [
    'of rows that are named after their numbers',
    `<div class="terminal">${lines.map((line, at) => `<div class="ln-row"><span>${at + 1}</span><code>${line}</code></div>`).join('')}</div>`,
  ],
  [
    'of rows in a font for code',
    `<div style="font-family: ui-monospace">${lines.map((line, at) => `<div><span><i>${at + 1}</i></span>${line}</div>`).join('')}</div>`,
  ],
])('leaves out line numbers %s', (_, rows) => expect(textsOf(around(rows))[5]).toBe(lines.join('\n')))

it('keeps numbers that are data', () => {
  const ranks = lines.map((line, at) => `<div><b>${at + 1}.</b> <span>${line}</span></div>`).join('')
  expect(textsOf(around(`<div class="ranking">${ranks}</div>`))[5]).toBe('1. dig(hole)')
  expect(textsOf(around('<div class="col gutter-lg">26</div><p>Pears of one tree.</p>'))[5]).toBe('26')
  expect(textsOf(around('<pre>1 pear\n2 plums\n9 figs</pre>'))[5]).toBe('1 pear\n2 plums\n9 figs')
})

it.each([
  ['Count the trees.', 'Water them.', '# the tree'],
  ['每天早上数一数果园里一共有多少棵树。', '每五分钟浇一次水，不要更多。', '# 第几行，左起第几棵树'],
])('reads the few words around code: %s', (before, after, comment) => {
  const code = Array.from({ length: 12 }, (_, at) => `row(${at})  ${comment}`).join('\n')
  const body = `<article><h1>Trees</h1><p>${before}</p><div class="x"><div class="y"><pre><code>${code}</code></pre></div></div><p>${after}</p></article>`
  expect(textsOf(body)).toEqual([before, code, after])
})

it('reads an archived email as paragraphs, and a poem with its lines', () => {
  const wrapped = orchard.map(
    (text) => `${text.slice(0, text.indexOf(' ', 50))}\n${text.slice(text.indexOf(' ', 50) + 1)}`,
  )
  expect(textsOf(`<h1>The orchard</h1><pre>${wrapped.join('\n\n')}</pre>`)).toEqual(orchard)
  expect(textsOf(`<h1>The orchard</h1><div style="white-space:pre-wrap">${wrapped.join('\n\n')}</div>`)).toEqual(
    orchard,
  )
  const poem = 'O tree, O bough,\n  O cow, O plow,\nwho knows\n  and how'
  expect(textsOf(around(`<pre>${poem}</pre>`))[5]).toBe(poem)
})

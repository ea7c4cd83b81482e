import { beforeAll, expect, it } from 'vitest'
import { loadDetector } from '../../language.ts'
import { readHtml } from './read-html.ts'

beforeAll(loadDetector)

const prose = [
  'The pear trees along the north wall were planted in 1911, and most of them still bear fruit every other year.',
  'In spring the branches are tied to wires, so that the wind from the valley breaks fewer of them than before.',
  'Grafting began in the second year, when a gardener from Metz brought cuttings of three old varieties with her.',
  'The harvest is divided among the families who prune, and what is left over is sold at the gate in October.',
]
const notes = [
  'According to the parish register, which gives the number of trees but not their varieties.',
  'The gate was moved to the south side in 1952, when the road to the mill was widened.',
]
const p = (texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('')
const rows = '<tr><th>Tree</th><th>Now</th></tr><tr><td>Pear</td><td>40</td></tr>'
const table = 'Tree | Now\nPear | 40'
const yields = 'Yield in kilograms'

const textsOf = (body: string): string[] =>
  readHtml(
    { html: `<title>The orchard</title><article>${body}</article>`, url: 'https://valley.example/orchard' },
    10,
  ).blocks.map(({ text }) => text)

it.each([
  ['caption', `<table><caption>${yields}</caption>${rows}</table>`, [yields, table]],
  ['figure', `<figure><table>${rows}</table><figcaption>${yields}</figcaption></figure>`, [table, yields]],
  [
    'block',
    `<figure class="wp-block-table"><table>${rows}</table><figcaption class="wp-element-caption">${yields}</figcaption></figure>`,
    [table, yields],
  ],
])('says what a table shows: %s', (_, markup, expected) => {
  const read = textsOf(`${p(prose.slice(0, 2))}${markup}${p(prose.slice(2))}`)
  expect(read).toEqual([...prose.slice(0, 2), ...expected, ...prose.slice(2)])
})

it('leaves out the caption of a picture', () => {
  const figure = `<figure><img src="tree.jpg"><figcaption>${yields}</figcaption></figure>`
  expect(textsOf(`${p(prose.slice(0, 2))}${figure}${p(prose.slice(2))}`)).toEqual(prose)
})

it('reads the words before a picture on their line', () => {
  const posts = prose.map((text) => `<div class="post">${text} <img src="tree.jpg"></div>`)
  expect(textsOf(posts.join(''))).toEqual(prose)
})

it('reads the notes at the end of a page', () => {
  const items = notes.map((note, at) => `<li><p>${note} <a href="#r${at}" class="footnote-back">↩︎</a></p></li>`)
  const section = `<section class="footnotes" role="doc-endnotes"><hr><ol>${items.join('')}</ol></section>`
  expect(textsOf(p(prose) + section)).toEqual([...prose, ...notes])
})

it('leaves out the icon of a callout', () => {
  const callout = `<figure class="callout"><div><span class="icon">💡️</span></div><div>${prose[1]}</div></figure>`
  expect(textsOf(`<p>${prose[0]}</p>${callout}${p(prose.slice(2))}`)).toEqual(prose)
})

it.each([
  ['control', '<div role="button" aria-expanded="false"><span><img src="a.png"></span><span>Which fruit?</span></div>'],
  ['part named icon', '<div><span class="control-icon"><img src="a.png"></span><span>Which fruit?</span></div>'],
])('takes the words beside the icon of a %s for no caption', (_, opener) => {
  const part = `<div>${opener}<div><p>${prose[1]}</p></div></div>`
  expect(textsOf(`<p>${prose[0]}</p>${part}${p(prose.slice(2))}`)).toEqual([
    prose[0],
    'Which fruit?',
    ...prose.slice(1),
  ])
})

import { expect, it } from 'vitest'
import { orchard } from '../../../../tests/support/articles/orchard.ts'
import { loadDetector } from '../../language.ts'
import { readHtml } from './read-html.ts'

await loadDetector()

const each = (wrap: (text: string, at: number) => string): string => orchard.slice(0, 3).map(wrap).join('')
const prose = orchard.slice(0, 3)

it.each([
  [
    'the headings of sections that are alike, the first right below the title',
    `<h1>Old trees</h1>${each((text, at) => `<div class="frame"><header><p>Row ${at}</p><h2>Part ${at} <a href="/e${at}">Edit</a></h2></header><p>${text}</p></div>`)}`,
    prose.flatMap((text, at) => [`Row ${at}`, `Part ${at}`, text]),
  ],
  [
    'the heading of a last section that has only a list',
    `<h1>Old trees</h1>${each((text) => `<p>${text}</p>`)}<div class="frame"><header><h2>Closed paths</h2></header><ul><li>the stairs</li><li>the north gate</li></ul></div>`,
    [...prose, 'Closed paths', 'the stairs', 'the north gate'],
  ],
  [
    'what a figure counts, between sentences',
    each(
      (text, at) =>
        `<p>${text}</p><div class="stat"><b class="stat-number"><div>${at}1%</div></b><div class="stat-label">of the trees</div></div>`,
    ),
    [...prose.slice(0, 2).flatMap((text, at) => [text, `${at}1%`, 'of the trees']), ...prose.slice(2), '21%'],
  ],
  [
    'no single link to another story, between sentences',
    each(
      (text, at) =>
        `<div><p>${text}</p></div>${at === 0 ? '<div><h2>More on this story</h2><ul><li><a href="/n">Pears return</a></li></ul></div>' : ''}`,
    ),
    prose,
  ],
  [
    'no votes',
    each((text, at) => `<div class="answer"><div class="vote"><span>${9 - at}</span></div><p>${text}</p></div>`),
    prose,
  ],
  [
    'no prompts of a notebook',
    each((text, at) => `<div class="prompt input_prompt">In [${at}]:</div><p>${text}</p>`),
    prose,
  ],
  [
    'no call to subscribe between sentences, and no label that only a closed part shows',
    `<div>${prose.map((text, at) => `<p>${text}</p>${at === 0 ? '<div class="subscription-widget"><p>We live on our readers. To get new posts, consider becoming a subscriber.</p></div>' : '<details open><summary class="hideme">Expand</summary></details>'}`).join('')}</div>`,
    prose,
  ],
  [
    'what a script shows when it is ready',
    `<div v-cloak style="display: none">${each((text) => `<p>${text}</p>`)}</div>`,
    prose,
  ],
])('reads %s', (_, body, expected) => {
  const html = `<html lang="en"><head><title>Old trees</title></head><body><main>${body}</main></body></html>`
  expect(readHtml({ html, url: null }, 10).blocks.map(({ text }) => text)).toEqual(expected)
})

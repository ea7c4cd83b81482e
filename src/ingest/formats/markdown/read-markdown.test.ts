import { describe, expect, it } from 'vitest'
import { isMarkdown, readMarkdown } from './read-markdown.ts'

const prose = 'The sea comes in twice a day along most coasts of the world, and goes out again.'
const partsOf = (text: string): string[] =>
  readMarkdown(text).pieces.map(({ type, marker, text: read }) => `${type}${marker ? ` ${marker}` : ''}: ${read}`)

describe('Markdown', () => {
  it.each([
    [
      'headings, also underlined',
      'Tides\n=====\n\n## The moon ##\n\nIt pulls.',
      ['heading: Tides', 'heading: The moon', 'paragraph: It pulls.'],
    ],
    [
      'entities, escapes and reference links',
      'A&nbsp;\\*moon\\* &mdash; [here][m] and <https://a.example/>.\n\n[m]: https://m.example "Moon"',
      ['paragraph: A *moon* — here and https://a.example/.'],
    ],
    [
      'emphasis, but no products or names',
      '**Two** *or* __three__: 2*3*4 and 5 * 6 and a_b_c',
      ['paragraph: Two or three: 2*3*4 and 5 * 6 and a_b_c'],
    ],
    [
      'a year at the beginning of a sentence below a list',
      '4. Rope\n5. Anchor\n\n1984. That was when we bought her.',
      ['list-item 4.: Rope', 'list-item 5.: Anchor', 'list-item 1984.: That was when we bought her.'],
    ],
    [
      'raw HTML',
      '<details><summary>Why?</summary>\n\nThe moon, H<sub>2</sub>O.\n\n</details>\n\n<!-- secret -->\n\nYes.',
      ['paragraph: Why?', 'paragraph: The moon, H₂O.', 'paragraph: Yes.'],
    ],
    [
      'tables and code',
      '| Sea | Level |\n|:--|--:|\n| North | 3 |\n\n```sh\n# no heading\nrun [[x]]\n```',
      ['table: Sea | Level\nNorth | 3', 'code: # no heading\nrun [[x]]'],
    ],
    [
      'notes after their paragraph',
      'One[^a] and more.\n\nTwo.\n\n[^a]: The first.',
      ['paragraph: One and more.', 'paragraph: The first.', 'paragraph: Two.'],
    ],
    [
      'notes of Obsidian and Logseq',
      '> [!tip]- Take care\n> of it.\n\n- [x] call [[Ada Lind|Ada]] about ==the bell== ^b7\n  id:: 65f\n- [ ] see [[Old map#North]]\n\n![[map.png]]\n\n%% not this %%\n\n%%\nnor this\n%%\n\nDone.',
      [
        'quote: Take care',
        'quote: of it.',
        'list-item: call Ada about the bell',
        'list-item: see Old map North',
        'paragraph: Done.',
      ],
    ],
    [
      'tags and boxes of site generators',
      '# North {#n}\n\n:::note Take care\nDo not dive{{< ref "x" >}}.\n\n:::\n\n{% toc %}',
      ['heading: North', 'paragraph: Take care', 'paragraph: Do not dive.'],
    ],
    [
      'roles and labels of MyST',
      '(sec-1)=\n# North\n\nSee {ref}`the map`.',
      ['heading: North', 'paragraph: See the map.'],
    ],
    [
      'components and comments of MDX',
      "import Tabs from '@theme/Tabs';\nimport './a.css'\n\nexport const depth = 9\n\n# North\n\n:::tip[Take care]\n\n<Tabs><Tab>The {depth} metres{/* check */} count.</Tab></Tabs>\n\n:::",
      ['heading: North', 'paragraph: Take care', 'paragraph: The {depth} metres count.'],
    ],
    [
      'attributes, code and links of Jekyll and Hugo',
      '# Die Flut {: .big}\n\n* TOC\n{:toc}\n\n[toc]\n\n{% highlight sh %}\n# run\n{% endhighlight %}\n\n{{< highlight go >}}\na := 1\n{{< /highlight >}}\n\nSiehe [Tafel]({{< ref "t.md" >}}).\n{: .lead}\n\nUse `{% x %}` here.',
      ['heading: Die Flut', 'code: # run', 'code: a := 1', 'paragraph: Siehe Tafel.', 'paragraph: Use {% x %} here.'],
    ],
    [
      'boxes of MkDocs',
      '!!! warning "Prends garde"\n\n    La mer monte.\n\n    Elle descend.\n\nAprès.\n\n    x = 1',
      [
        'paragraph: Prends garde',
        'paragraph: La mer monte.',
        'paragraph: Elle descend.',
        'paragraph: Après.',
        'code: x = 1',
      ],
    ],
    [
      'citations, formulas, attributes and raised characters of pandoc',
      '# Tides {-}\n\nThey rise [@lind2004, p. 3; @berg] by $h_1 = a*b*c$ for $5 or $6, $$\\frac{h}{2}$$ or \\(\\alpha\\) \\(sic\\), H~2~O, 10^6^ [m]{.unit}.',
      ['heading: Tides', 'paragraph: They rise by h_1 = a*b*c for $5 or $6, h/2 or α (sic), H₂O, 10⁶ m.'],
    ],
    [
      'blocks, highlights and queries of Logseq and Roam',
      '- ## Måndag\n  collapsed:: true\n\t- Laga ^^[[kranen]] nu^^\n\t- ((65f1c2d0-1111-2222-3333-444455556666))\n\t- {{query (todo now)}}',
      ['heading: Måndag', 'list-item: Laga kranen nu'],
    ],
    ['comments over paragraphs', 'One.\n\n%% not this\n\nnor this %%\n\nTwo.', ['paragraph: One.', 'paragraph: Two.']],
    [
      'lines of single marks as text',
      '5 % or 6 %%, a ~ b, {x}, ^ and $ and $HOME/$PATH.',
      ['paragraph: 5 % or 6 %%, a ~ b, {x}, ^ and $ and $HOME/$PATH.'],
    ],
    ['escaped percent signs', 'Print 50%% or 20%% of it.', ['paragraph: Print 50%% or 20%% of it.']],
    ['boxes of other languages', '> [!注意] 不要开门\n> 潮水来了。', ['quote: 不要开门', 'quote: 潮水来了。']],
    [
      'lines that are paragraphs',
      '**Ada:** Is it in?\n**Ben:** Not yet.',
      ['paragraph: Ada: Is it in?', 'paragraph: Ben: Not yet.'],
    ],
    ['lists with numbers', '3. three\n4. four', ['list-item 3.: three', 'list-item 4.: four']],
  ])('reads %s', (_, text, expected) => {
    expect(partsOf(text)).toEqual(expected)
  })

  it.each([
    [
      '---\ntitle: "Tides: a start"\nauthors:\n  - name: Ada Lind\n  - Ben\ndate: 2024-05-12\nlang: sv\ntags: [a, b]\n---\n\n',
      { title: 'Tides: a start', author: 'Ada Lind, Ben', language: 'sv', publishedAt: '2024-05-12' },
    ],
    ['---json\n{"title": "Tides", "author": "Ada Lind"}\n---\n', { title: 'Tides', author: 'Ada Lind' }],
    ['+++\ntitle = "Tides"\nauthor = "Ada Lind"\n+++\n', { title: 'Tides', author: 'Ada Lind', language: null }],
    ['+++\ntitle = "Tides"\nauthors = ["Ada Lind", "Ben O’Hara"]\n+++\n', { author: 'Ada Lind, Ben O’Hara' }],
    [
      '% Tides of the North\n% Ada Lind; Ben\n% 5 March 2024\n\n',
      { title: 'Tides of the North', publishedAt: '2024-03-05' },
    ],
    ['- title:: Tides\n  tags:: a\n\n', { title: 'Tides' }],
    ['Title: Tides\nAuthor: Ada Lind\nCSS: a.css\n\n', { title: 'Tides', author: 'Ada Lind' }],
    ['author: Ada Lind\ndate: 2024-03-05\ntitle: Tides: a start\n\n', { title: 'Tides: a start', author: 'Ada Lind' }],
    ['title: 潮の話\ndate: 2024-03-05\n---\n', { title: '潮の話', publishedAt: '2024-03-05' }],
    ['<!-- (c) the port -->\n\n---\ntitle: Tides\n---\n', { title: 'Tides' }],
    ['---\ntitle: Tides\nauthor: jsmith\n---\n', { title: 'Tides', author: null }],
    ['---\ntitle: Tides\nauthor: "[[people/ada|Ada Lind]]"\n---\n', { author: 'Ada Lind' }],
    ['---\ntitle: Tides\n---\nexport const Box = () => (\n  <b>Tides</b>\n)\n\n', { title: 'Tides' }],
    ['---\ntitle: Tides\n---\n```dataview\nTABLE file.ctime FROM #sea\n```\n\n', { title: 'Tides' }],
    ['{\n"title": "Tides", "date": "2024-05-12"\n}\n', { title: 'Tides', author: null, publishedAt: '2024-05-12' }],
    ['---\ntitle: [unclosed\n---\n', { title: '[unclosed' }],
  ])('takes facts from front matter: %j', (head, facts) => {
    const read = readMarkdown(head + prose)
    expect(read).toMatchObject(facts)
    expect(read.pieces.map(({ text }) => text)).toEqual([prose])
  })

  it.each([
    '---\ntitle: Tides\nabstract: |\n  A *short* one,\n  in two lines.\n---\n\n',
    'abstract: A *short* one,\n  in two lines.\ntitle: Tides\n\n',
  ])('reads the abstract that front matter has: %j', (head) => {
    expect(partsOf(head + prose)).toEqual(['paragraph: A short one, in two lines.', `paragraph: ${prose}`])
  })

  it('keeps text between rules', () => {
    expect(partsOf(`---\n\n${prose}\n\n---\n\nMore.`)).toEqual([`paragraph: ${prose}`, 'paragraph: More.'])
  })
})

it.each([
  [`# Tides\n\n${prose}`, true],
  [`${prose}\n\n- [ ] call`, true],
  ['See [the moon](https://m.example).', true],
  ['a|b\n-|-\n1|2', false],
  ['| a | b |\n|---|---|\n| 1 | 2 |', true],
  ['#tides #moon in C# cost *5 or **6, 2*3*4, a_b_c', false],
  ['# Tides of the north\nimport math\n\n# the height\nx = 3', false],
  ['if [[ -f $x ]]; then y[[i]]; fi', false],
  ['#!/bin/sh\n# copy the files\n# and more\ncp a b', false],
  ['- one\n- two\n\n> quoted\n\n1. three', false],
  ['Name   Sum\n-----------\nA      5', false],
])('tells Markdown from text as typed: %j', (text, expected) => {
  expect(isMarkdown(text)).toBe(expected)
})

it.each([
  '[a](',
  '**a ',
  '[[',
  '%%',
  '> ',
  '- ',
  '![',
  '`',
  '<a ',
  '{{<',
  '[^a]',
  '# ',
  ':::',
  '|-',
  '$a',
  '{%',
  '[@a',
  '~2',
  '^',
  '[a]({{',
  '%%\n',
  '!!! a\n',
])('takes linear time for any number of %s', (unit) => {
  expect(readMarkdown(`# x\n\n${unit.repeat(20_000)}`).pieces).not.toEqual([])
})

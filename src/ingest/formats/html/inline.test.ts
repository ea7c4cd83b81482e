import { describe, expect, it } from 'vitest'
import { orchard } from '../../../../tests/support/articles/orchard.ts'
import { loadDetector } from '../../language.ts'
import { readHtml } from './read-html.ts'

await loadDetector()

const p = (texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('')

function textsOf(body: string, head = ''): string[] {
  const html = `<!doctype html><html><head><title>The orchard</title>${head}</head><body>${body}</body></html>`
  return readHtml({ html, url: 'https://valley.example/2024/orchard' }, 10).blocks.map(
    ({ text, marker }) => (marker === undefined ? '' : `${marker} `) + text,
  )
}

const [first = '', ...rest] = orchard

/** The blocks read from a part of an article, between its first paragraph and the others. */
function readPart(part: string, head = ''): string[] {
  const texts = textsOf(`<article><h1>The orchard</h1><p>${first}</p>${part}${p(rest)}</article>`, head)
  expect([texts[0], ...texts.slice(-rest.length)]).toEqual(orchard)
  return texts.slice(1, texts.length - rest.length)
}

describe('words of a line', () => {
  it.each<[string, string, string]>([
    [
      'that screen readers get in another form',
      'A scion costs <span aria-hidden="true">€4.50</span><span class="sr-only">four euros fifty</span> today.',
      'A scion costs €4.50 today.',
    ],
    [
      'with an initial for the eye and one for screen readers',
      '<span aria-hidden="true" class="drop">T</span><span class="visually-hidden">T</span>he scion is cut.',
      'The scion is cut.',
    ],
    [
      'whose letters are set apart for an animation',
      '<b aria-label="Cut the scion"><span aria-hidden="true">C</span><span>ut</span> <i>the</i> scion</b> in winter.',
      'Cut the scion in winter.',
    ],
    [
      'beside icons',
      'Cut <span class="icon" aria-hidden="true">star</span> the <span aria-hidden="true">→</span> scion.',
      'Cut the scion.',
    ],
    [
      'with a number after an abbreviation',
      'As Fig. <a href="#f3" class="ref"><span class="tag ref_tag">3</span></a>(b) shows, it grows.',
      'As Fig. 3(b) shows, it grows.',
    ],
    [
      'struck out by a class',
      'It costs <span class="text-decoration-line-through">4</span> 5 euros.',
      'It costs 5 euros.',
    ],
    [
      'beside marks of notes by their names',
      'The tree is old<label class="fn-num" for="n">[2]</label> and low, they say<span class="ref-num">12</span><a href="#note-3">(3)</a>.',
      'The tree is old and low, they say.',
    ],
    [
      'beside names that are no marks',
      'See tree <span class="ref-num">12</span> and Table <a class="ref">2</a>.',
      'See tree 12 and Table 2.',
    ],
    [
      'around a note that opens over them',
      'The wall<button popovertarget="n" class="fn">1</button><span id="n" popover class="fn-body">Built by monks.</span> is old.',
      'The wall is old.',
    ],
    [
      'around a closed box',
      'The <span class="hovercard"><a class="hovercard-trigger" href="/s">scion</a><div class="hovercard-content" role="tooltip" hidden>A cut branch</div></span> joins.',
      'The scion joins.',
    ],
  ])('are read %s', (_, markup, expected) => expect(readPart(`<p>${markup}</p>`)).toEqual([expected]))

  it('go on behind a sentence that is set beside them', () => {
    const note = '<span class="marge">Les moines l’ont bâti.</span>'
    expect(readPart(`<p>Le mur est vieux${note} et bas.</p>`)).toEqual([
      'Le mur est vieux et bas.',
      'Les moines l’ont bâti.',
    ])
  })
})

const garden =
  `The garden below was laid out by the same monks. ${'It has walls of stone, and gates of oak. '.repeat(30)}`.trim()

describe('parts of a text', () => {
  it.each<[string, string, readonly string[], string?]>([
    [
      'behind a check box',
      '<input type="checkbox" id="c"><label for="c">Hours</label><div class="tab-content">From six to noon.</div>',
      ['Hours', 'From six to noon.'],
      '<style>.tab-content{max-height:0;overflow:hidden}</style>',
    ],
    [
      'behind a short Japanese question',
      '<dl><dt><button aria-expanded="false">日曜日も開いていますか</button></dt><dd hidden>七月だけです。</dd></dl>',
      ['日曜日も開いていますか', '七月だけです。'],
    ],
    [
      'in a list of links below a heading',
      '<h2>Kinds of apples</h2><ul><li><a href="/k1">Gray Reinette, for the cellar</a></li><li><a href="/k2">Winter Banana, for the oven</a></li></ul>',
      ['Kinds of apples', 'Gray Reinette, for the cellar', 'Winter Banana, for the oven'],
    ],
    [
      'in a list of links below a bold line',
      '<p><b>Kinds of apples</b></p><ul><li><a href="/k1">Gray Reinette, for the cellar</a></li><li><a href="/k2">Winter Banana, for the oven</a></li></ul>',
      ['Kinds of apples', 'Gray Reinette, for the cellar', 'Winter Banana, for the oven'],
    ],
    [
      'in a list of links that Thai announces',
      '<p>พันธุ์แอปเปิลมีดังนี้</p><ul><li><a href="/k1">พันธุ์สำหรับเก็บในห้องใต้ดิน</a></li><li><a href="/k2">พันธุ์สำหรับเข้าเตาอบ</a></li></ul>',
      ['พันธุ์แอปเปิลมีดังนี้', 'พันธุ์สำหรับเก็บในห้องใต้ดิน', 'พันธุ์สำหรับเข้าเตาอบ'],
    ],
    [
      'in a table of other elements',
      '<div role="table"><div role="row"><b role="columnheader">Kind</b><b role="columnheader">Trees</b></div><div role="row"><b role="cell">Reinette</b><b role="cell">40</b></div></div>',
      ['Kind | Trees\nReinette | 40'],
    ],
    [
      'below headings with a number',
      '<h2><span class="label">Step 1</span> Graft</h2><p>It takes an hour.</p>',
      ['Step 1 Graft', 'It takes an hour.'],
    ],
    [
      'that wait for a script',
      `<div class="ng-cloak"><p>${garden}</p></div>`,
      [garden],
      '<style>.ng-cloak{display:none !important}</style>',
    ],
    [
      'whose letters are painted, by several rules',
      '<h2 class="paint">Late frost</h2>',
      ['Late frost'],
      '<style>.paint{background-clip:text} .paint,.x{color:transparent}</style>',
    ],
  ])('are read %s', (_, part, expected, head) => expect(readPart(part, head)).toEqual(expected))

  it('keeps layout that only has the roles of a table', () => {
    const row = (text: string) => `<div role="row"><div role="gridcell"><h2>${text}</h2></div></div>`
    expect(readPart(`<div role="grid">${row('Grafting')}${row('Frost')}</div>`)).toEqual(['Grafting', 'Frost'])
  })

  it('reads a sentence above the only first-level heading, which is not the title', () => {
    const body = `<main><div><p>The frost came late this year.</p><h1>Spring</h1>${p(orchard)}</div></main>`
    expect(textsOf(body)).toEqual(['The frost came late this year.', 'Spring', ...orchard])
  })

  it('reads a last Thai sentence, which ends without a mark, although much of it is a link', () => {
    const thai = [
      'สวนผลไม้บนเนินเขาด้านเหนือปลูกในปี 2447 และต้นที่เก่าแก่ที่สุดยังออกผลในปีที่ดี',
      'ฤดูหนาวที่แล้วชาวสวนทาบกิ่งต้นอ่อนสี่สิบต้นด้วยกิ่งจากต้นเก่า ซึ่งต้องใช้มือที่นิ่ง',
      'น้ำค้างแข็งปลายเดือนพฤษภาคมพาดอกไปครึ่งหนึ่ง แต่ผึ้งพบดอกที่เหลือในเช้าที่อบอุ่น',
    ]
    const end = 'เวลาเปิดสวนดูได้ที่ป้ายประกาศหน้าสวนและตารางของหมู่บ้าน'
    const link = end.replace(/ป้าย.*/u, '<a href="/t">$&</a>')
    expect(textsOf(`<article><h1>The orchard</h1>${p([...thai, link])}</article>`)).toEqual([...thai, end])
  })
})

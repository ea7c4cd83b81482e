import { describe, expect, it } from 'vitest'
import { orchard } from '../../../../tests/support/articles/orchard.ts'
import { loadDetector } from '../../language.ts'
import { readHtml } from './read-html.ts'

await loadDetector()

const title = '<h1>The orchard</h1>'
const p = (texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('')

function textsOf(body: string, { lang = 'en', head = '' } = {}): string[] {
  const html = `<!doctype html><html lang="${lang}"><head><title>The orchard</title>${head}</head><body>${body}</body></html>`
  return readHtml({ html, url: 'https://valley.example/2024/orchard' }, 10).blocks.map(({ text }) => text)
}

/** The line read from markup inside an article. */
const lineOf = (markup: string, lang = 'en'): string | undefined =>
  textsOf(`<article>${title}<p>${orchard[0]}</p><p>${markup}</p>${p(orchard.slice(1))}</article>`, { lang })[1]

describe('a sentence with inline elements', () => {
  it.each<[string, string, string, string?]>([
    [
      'buttons',
      'Press the <button>lever</button> and <span class="btn"><button>wait</button></span> for it.',
      'Press the lever and wait for it.',
    ],
    [
      'labels',
      'A <label class="badge">red</label> tag and a <span class="tag label">blue</span> one hang there.',
      'A red tag and a blue one hang there.',
    ],
    [
      'numbers of printed pages',
      'The bees left the or<span class="pagenum" id="Page_9">[Pg 9]</span>chard and <span>[Pg 10]</span>came back.',
      'The bees left the orchard and came back.',
    ],
    [
      'numbers of printed pages before a word',
      'The bees left. <span class="folio">9</span>They came to the or<span class="page">10</span>chard on page <b class="page">12</b>.',
      'The bees left. They came to the orchard on page 12.',
    ],
    [
      'cross-references',
      'See Table <a href="#t2" class="ref"><span class="tag_ref">2</span></a>, and Section <a href="#s">3.1</a>.',
      'See Table 2, and Section 3.1.',
    ],
    [
      'words that open a box',
      'The <span class="tooltip-trigger"><a href="/x">scion</a></span> joins the <span class="tooltip" title="lower part">stock</span>.',
      'The scion joins the stock.',
    ],
    [
      'a box after its word',
      'The scion<span class="tooltiptext">A cut branch.</span> joins the stock.',
      'The scion joins the stock.',
    ],
    [
      'dates and abbreviations',
      'On <time class="date">3 May</time> the <abbr class="label" title="x">RHS</abbr> came.',
      'On 3 May the RHS came.',
    ],
    [
      'a label that opens a paragraph',
      '<span class="kicker">Update: </span><em>The</em> hall is open again after the flood in March.',
      'Update: The hall is open again after the flood in March.',
    ],
    [
      'a label whose name is that of a standfirst',
      '<strong class="sub-title">Results:</strong> The trees bore three times as much fruit as the year before.',
      'Results: The trees bore three times as much fruit as the year before.',
    ],
    [
      'marks of notes',
      'It is old<a href="#fn1" class="fn">*</a>, they say,<span id="fnref:2" class="fn-ref">2</span> and cost $45<sup>3</sup> or more<a href="#n3" role="doc-noteref"><sup>4</sup></a>.',
      'It is old, they say, and cost $45 or more.',
    ],
    [
      'marks of notes that are typed as raised or circled numbers',
      'It cost $45<a href="#f2">²</a> or 30 m²<a href="#n7">①</a> of bark<sup class="fussnote">1</sup>, they say.',
      'It cost $45 or 30 m² of bark, they say.',
    ],
    [
      'marks of notes with their word, in other digits, and with commas between them',
      '木は古い<sup>注2</sup>が、村人<sup>（※1）</sup>は若い。زرع البستان<sup>(١)</sup> عام 1904<sup>[٢]</sup><sup>،</sup><sup>[٣]</sup> هنا.',
      '木は古いが、村人は若い。زرع البستان عام 1904 هنا.',
      'ja',
    ],
    [
      'terms in scripts without spaces',
      'この木は<span class="tooltip"><a href="/w">果樹園</a></span>で<dfn class="tooltip-wrap">接ぎ木</dfn>されたもので、10<sup>3</sup>個の実がなる。',
      'この木は果樹園で接ぎ木されたもので、10³個の実がなる。',
      'ja',
    ],
    [
      'quotations between typed marks',
      'She said "<q>call it Rose</q>", and left.',
      'She said "call it Rose", and left.',
    ],
    [
      'styled exponents',
      'It has 10<span style="vertical-align: super">4</span> leaves on 2 km<span class="superscript">2</span> and CO<sub>2</sub>.',
      'It has 10⁴ leaves on 2 km² and CO₂.',
    ],
    [
      'exponents that pixels move, but not moved words',
      'It has 10<span style="position:relative;top:-3px;font-size:.6em">4</span> leaves and <span style="position:relative;top:-1px">40</span> walls.',
      'It has 10⁴ leaves and 40 walls.',
    ],
    [
      'badges at a place of the page',
      'Chapter<span style="position:absolute;bottom:4px;font-size:80%">12</span> begins.',
      'Chapter12 begins.',
    ],
    [
      'deleted words',
      'We pay <del>90</del> <ins>60</ins> francs, <span style="text-decoration:line-through">never</span> always.',
      'We pay 60 francs, always.',
    ],
    ['quotations', 'She said <q>call it <q>Rose</q> now</q> and left.', 'She said “call it ‘Rose’ now” and left.'],
    [
      'German quotations',
      'Sie sagte <q>nennt ihn <q>Rosa</q></q> und ging.',
      'Sie sagte „nennt ihn ‚Rosa‘“ und ging.',
      'de',
    ],
    [
      'Japanese quotations',
      '彼女は<q>薔薇と呼ぶ</q>と言って、静かに庭へ出て行った。',
      '彼女は「薔薇と呼ぶ」と言って、静かに庭へ出て行った。',
      'ja',
    ],
    ['quotations with typed marks', 'She said <q>“call it Rose”</q> and left.', 'She said “call it Rose” and left.'],
  ])('keeps %s', (_, markup, expected, lang) => expect(lineOf(markup, lang)).toBe(expected))

  it('reads raised, lowered and struck-out words by the page’s style sheet', () => {
    const head =
      '<style>/* x */ .c1 { color: #111; vertical-align: super } span.c2{position:relative;top:2px;font-size:70%} .c3{text-decoration:line-through} @media print { .c4 { text-decoration: line-through } }</style>'
    const line =
      'It has 10<span class="c9 c1">4</span> leaves and CO<span class="c2">2</span>, <span class="c3">no</span> <span class="c4">at last</span>.'
    const body = `<article>${title}<p>${orchard[0]}</p><p>${line}</p>${p(orchard.slice(1))}</article>`
    expect(textsOf(body, { head })[1]).toBe('It has 10⁴ leaves and CO₂, at last.')
  })

  it.each([
    ['side note', '<label class="margin-toggle">⊕</label><span class="sidenote">', '</span>'],
    [
      'note with its sign in one part',
      '<span class="sidenote-wrapper"><label class="margin-toggle">⊕</label><span class="sidenote">',
      '</span></span>',
    ],
    ['text box', '<span id="Frame1" style="float: left; width: 2in"><p>', '</p></span>'],
  ])('moves a %s behind its paragraph', (_, open, close) => {
    const markup = `The wall is old${open}It was built by monks in 1470.${close} and low.`
    const texts = textsOf(`<article>${title}<p>${orchard[0]}</p><p>${markup}</p>${p(orchard.slice(1))}</article>`)
    expect(texts.slice(1, 3)).toEqual(['The wall is old and low.', 'It was built by monks in 1470.'])
  })
})

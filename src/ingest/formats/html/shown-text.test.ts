import { describe, expect, it } from 'vitest'
import { orchard } from '../../../../tests/support/articles/orchard.ts'
import { loadDetector } from '../../language.ts'
import { readHtml } from './read-html.ts'

await loadDetector()

const garten = [
  'Der Obstgarten am Nordhang wurde 1904 gepflanzt, und seine ältesten Bäume tragen in guten Jahren noch.',
  'Im letzten Winter veredelten die Bauern vierzig junge Bäume mit Reisern der alten, was Übung verlangt.',
  'Ein später Frost nahm im Mai die Hälfte der Blüten, aber die Bienen fanden den Rest an einem Morgen.',
]
const сад = [
  'Сад на северном склоне посадили в 1904 году, и самые старые деревья ещё плодоносят в хорошие годы.',
  'Прошлой зимой садоводы привили сорок молодых деревьев черенками старых, а это требует твёрдой руки.',
  'Поздний мороз в мае забрал половину цветов, но пчёлы нашли остальные за одно тёплое утро.',
]
const 果园 = [
  '北坡上的果园种于一九零四年，最老的树在好年景里仍然结果，村里的人都记得它们的名字。',
  '去年冬天，果农用老树的枝条嫁接了四十棵小树，这需要稳定的手和很多耐心。',
  '五月的一场晚霜带走了一半的花，但蜜蜂在一个温暖的早晨就找到了剩下的。',
]
const بستان = [
  'زرع البستان على المنحدر الشمالي عام 1904، وما زالت أقدم أشجاره تثمر في السنوات الجيدة.',
  'في الشتاء الماضي طعم المزارعون أربعين شجرة صغيرة بأغصان من الأشجار القديمة، وهذا يحتاج إلى يد ثابتة.',
  'أخذ صقيع متأخر في مايو نصف الأزهار، لكن النحل وجد الباقي في صباح دافئ واحد.',
]

const fades = '<style>.fade{opacity:0}</style>'
const menu = '<header><nav><a href="/">Home</a> <a href="/news">News</a></nav></header>'
const title = '<h1>The orchard</h1>'
const foot = '<footer><p>© The Valley Paper. All rights reserved.</p><a href="/terms">Terms</a></footer>'
const p = (texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('')
const each = (texts: readonly string[], wrap: (text: string) => string): string => texts.map(wrap).join('')

function textsOf(body: string, { lang = 'en', head = '' } = {}): string[] {
  const html = `<!doctype html><html lang="${lang}"><head><title>The orchard</title>${head}</head><body>${body}</body></html>`
  return readHtml({ html, url: 'https://valley.example/2024/orchard' }, 10).blocks.map(({ text }) => text)
}

describe('all prose of a page', () => {
  const question = 'May I bring a dog along?'
  const answer = 'Dogs are welcome on a leash, except on the day on which the pigs are let in.'
  const panel = (opener: string, attributes: string): string => `${opener}<div ${attributes}><p>${answer}</p></div>`
  const answered = [orchard[0], question, answer, ...orchard.slice(1)]
  const hiddenPart = p(orchard.slice(2))

  it.each<[string, string, readonly (string | undefined)[], { lang?: string; head?: string }?]>([
    [
      'in modules',
      each(orchard, (text) => `<div class="fl-module widget-type-text"><div class="widget"><p>${text}</p></div></div>`),
      orchard,
    ],
    [
      'in fields with hidden labels',
      each(
        garten,
        (text) => `<div class="field field--label-hidden"><div class="field__item"><p>${text}</p></div></div>`,
      ),
      garten,
      { lang: 'de' },
    ],
    [
      'in spans with blocks',
      each(сад, (text) => `<span class="hs_wrapper_widget"><p>${text}</p></span>`),
      сад,
      { lang: 'ru' },
    ],
    ['in labeled parts', each(果园, (text) => `<div class="tag label"><p>${text}</p></div>`), 果园, { lang: 'zh' }],
    [
      'half of it in a box of key points',
      `<div class="key-points">${p(orchard.slice(0, 4))}</div><div class="text">${p(orchard.slice(4))}</div>`,
      orchard,
    ],
    [
      'in a callout with a link',
      `<p>${orchard[0]}</p><aside class="note"><p>${orchard[1]} See <a href="/g">the guide to grafting</a> before.</p></aside>${hiddenPart}`,
      [orchard[0], `${orchard[1]} See the guide to grafting before.`, ...orchard.slice(2)],
    ],
    [
      'in a short remark',
      `<p>${orchard[0]}</p><div class="sidebar-note"><p>Since 2019 the gate is shut at night.</p></div>${p(orchard.slice(1, 2))}<aside><h3>Bring</h3><ul><li>a ladder</li></ul></aside>${hiddenPart}`,
      [orchard[0], 'Since 2019 the gate is shut at night.', orchard[1], 'Bring', 'a ladder', ...orchard.slice(2)],
    ],
    [
      'around a teaser with its time',
      `<p>${orchard[0]}</p><div><a href="/b">A new bridge opens below the mill</a><span>Today, 18:00</span></div><div><a href="/c">The old mill is for sale</a> 12.03.2024</div>${hiddenPart}`,
      [orchard[0], ...orchard.slice(2)],
    ],
    [
      'in columns of different markup',
      `<div class="a">${p(orchard.slice(0, 3))}</div><div class="b"><div>${orchard[3]}</div><div>${orchard[4]}</div></div>`,
      orchard,
    ],
    [
      'above the only first-level heading',
      `${p(orchard.slice(0, 3))}<h1>Frost</h1>${p(orchard.slice(3))}`,
      [...orchard.slice(0, 3), 'Frost', ...orchard.slice(3)],
    ],
    ['beside a picture', `<section><p>${orchard[0]}</p><img src="tree.jpg"></section>${p(orchard.slice(1))}`, orchard],
    [
      'in paragraphs and columns beside pictures',
      `<div class="x"><div><img src="tree.jpg"></div><div><p>${orchard[0]}</p></div></div><div><img src="b.jpg"><div class="media-body">${orchard[1]}</div></div>${hiddenPart}`,
      orchard,
    ],
    [
      'around long code',
      `<p>${orchard[0]}</p><div class="hl"><pre><code>${'graft(tree, branch, "north", true)\n'.repeat(30)}</code></pre></div><p>${orchard[1]}</p>`,
      [orchard[0], 'graft(tree, branch, "north", true)\n'.repeat(30).trim(), orchard[1]],
    ],
    ['in linked sentences', `<p>${orchard[0]}</p><p><a href="/m">${orchard[1]}</a></p>${hiddenPart}`, orchard],
    [
      'in linked sentences at the end',
      `${p(orchard)}<p><a href="/m">木の名前と、それを植えた人の名前は、村の教会の壁に残っている。</a></p><p>写真は<a href="/z">町の図書館が公開した古い写真帖の頁</a>にある。</p>`,
      [
        ...orchard,
        '木の名前と、それを植えた人の名前は、村の教会の壁に残っている。',
        '写真は町の図書館が公開した古い写真帖の頁にある。',
      ],
    ],
    [
      'in a list that a sentence announces',
      `<p>${orchard[0]}</p><p>The nursery sells these kinds:</p><ul><li><a href="/k1">Gray Reinette</a></li><li><a href="/k2">Winter Banana</a></li></ul><p>${orchard[1]}</p>`,
      [orchard[0], 'The nursery sells these kinds:', 'Gray Reinette', 'Winter Banana', orchard[1]],
    ],
    [
      'under headings in header elements and parts named as such',
      `<div><header><h2>The slope</h2></header><p>${orchard[0]}</p></div><div><header><h2>Grafts</h2></header><p>${orchard[1]}</p></div><div class="sub_header"><h3>Frost</h3></div>${p(orchard.slice(2))}`,
      [orchard[0], 'Grafts', orchard[1], 'Frost', ...orchard.slice(2)],
    ],
    [
      'that is hidden while the page loads',
      `<div v-cloak class="page-loading">${p(orchard)}</div>`,
      orchard,
      { head: '<style>.page-loading{visibility:hidden}</style>' },
    ],
    ['fading in', each(orchard, (text) => `<div class="fade"><p>${text}</p></div>`), orchard, { head: fades }],
    [
      'in one part that an animation shows',
      `${p(orchard.slice(0, 3))}<div data-aos="fade-up" style="opacity:0"><p>${orchard[3]}</p></div>${p(orchard.slice(4))}`,
      orchard,
    ],
    [
      'in a card with a heading, between paragraphs',
      `${p(orchard.slice(0, 2))}<div class="card"><h3>Frost</h3><p class="card-subheading">${orchard[2]}</p></div>${p(orchard.slice(3))}`,
      [...orchard.slice(0, 2), 'Frost', ...orchard.slice(2)],
    ],
    [
      'in a callout beside an icon',
      `${p(orchard.slice(0, 2))}<div role="note"><div role="button"><img src="bulb.svg" width="24" height="24"></div><div><div>${orchard[2]}</div></div></div>${p(orchard.slice(3))}`,
      orchard,
    ],
    [
      'in a pulled quotation of its own, beside pictures',
      `${p(orchard.slice(0, 2))}<img src="tree.jpg"><figure class="pullquote"><blockquote><p>${orchard[2]}</p></blockquote></figure>${p(orchard.slice(3))}`,
      orchard,
    ],
    [
      'beside drawn bullets',
      each(orchard, (text) => `<div class="item"><div>•</div><div>${text}</div></div>`),
      orchard,
    ],
    ['shown by a script', `<div style="visibility:hidden">${p(بستان)}</div>`, بستان, { lang: 'ar' }],
    ['that is all there is', `<b>Loading …</b><div style="display:none">${p(orchard)}</div>`, orchard],
    ['kept from screen readers', `${p(orchard.slice(0, 2))}<div aria-hidden="true">${hiddenPart}</div>`, orchard],
    [
      'once for screen readers and once for the others',
      each(orchard, (text) => `<p><i class="sr-only">${text}</i><i aria-hidden="true">${text}</i></p>`),
      orchard,
    ],
    [
      'streamed after the page by React or Solid',
      `<div><template id="B:0"></template><template id="pl-0-1"></template><i>Loading</i><!--pl-0-1--></div><div hidden id="S:0">${p(orchard.slice(0, 2))}</div><template id="0-1">${p(orchard.slice(2))}</template>`,
      orchard,
    ],
    [
      'after a fallback of React, which goes',
      `<div hidden id="S:0"><p>${orchard[0]}</p><template id="B:1"></template><p>The rest is on its way.</p><!--/$--></div><div hidden id="S:1">${p(orchard.slice(1))}</div>`,
      orchard,
    ],
    [
      'streamed after the page by Marko',
      `<p>${garten[0]}</p><noscript id="s0-afph3"></noscript><div id="s0-af3" style="display:none"><p>${garten[1]}</p></div><script>$af(3)</script><p>${garten[2]}</p>`,
      garten,
      { lang: 'de' },
    ],
    ['moved by the script after it', `<i>Loading</i><t hidden>${p(сад)}</t><script>M.move()</script>`, сад],
    [
      'on pages of which one is shown at a time',
      each(orchard, (text) => `<section data-page="${orchard.indexOf(text) + 1}" class="p"><p>${text}</p></section>`)
        .replaceAll('class="p"', 'hidden')
        .replace(' hidden', ''),
      orchard,
    ],
    [
      'on slides of which one is active',
      each(
        果园,
        (text) =>
          `<div class="step ${text === 果园[0] ? 'active' : 'inactive" style="display:none'}"><p>${text}</p></div>`,
      ),
      果园,
      { lang: 'zh' },
    ],
    [
      'in a shadow tree with slots',
      `<x-page><template shadowrootmode="open"><main><p>${orchard[0]}</p><slot></slot></main></template>${p(orchard.slice(1))}</x-page>`,
      orchard,
    ],
    [
      'opened by a button',
      `<p>${orchard[0]}</p>${panel(`<h3><button aria-expanded="false" aria-controls="a1">${question}</button></h3>`, 'id="a1" hidden')}${p(orchard.slice(1))}`,
      answered,
    ],
    [
      'opened by a question',
      `<p>${orchard[0]}</p>${panel(`<div>${question}</div>`, 'style="display: none"')}${p(orchard.slice(1))}`,
      answered,
    ],
    [
      'opened by a class',
      `<p>${orchard[0]}</p>${panel(`<h3>${question}</h3>`, 'class="accordion-body" style="max-height:0;overflow:hidden"')}${p(orchard.slice(1))}`,
      answered,
    ],
  ])('reads text %s', (_, body, expected, options) =>
    expect(textsOf(`${menu}<main>${body}</main>${foot}`, options)).toEqual(expected),
  )

  it.each([
    'rating',
    'print',
    'quiz',
    'caption',
    'date',
    'share',
    'ad',
    'paywall',
    'series',
    'disclaimer',
    'author',
    'toc',
  ])('reads prose of a part that is called %s', (name) => {
    const [first, second, third, ...rest] = orchard
    const named = `<div class="${name}"><p>${second}</p><p>${third}</p></div>`
    expect(textsOf(`<article>${title}<p>${first}</p>${named}${p(rest)}</article>`)).toEqual(orchard)
  })

  it.each<[string, string]>([
    [
      'a column beside the text',
      '<aside class="sidebar"><p>We are a family paper from the valley and have told its stories since 1921. OUT</p></aside>',
    ],
    ['a closed dialog', `<div class="modal" aria-hidden="true"><p>${orchard[4]} OUT</p></div>`],
    [
      'a cookie notice',
      '<div class="cc"><p>We and our partners use cookies to store personal data on your device. OUT</p><button>Accept all</button></div>',
    ],
    [
      'a cookie notice with a button of its own wording',
      '<div class="k7"><p>We use cookies and similar technologies to count our visitors, see our privacy page. OUT</p><button>Sounds fine</button></div>',
    ],
    [
      'an offer to subscribers',
      '<div class="k8"><h3>Already a subscriber? OUT</h3><p>The first month costs as much as a bag of apples. OUT</p><a href="/plans">See the plans OUT</a></div>',
    ],
    [
      'a hidden menu',
      '<nav><button aria-expanded="false" aria-controls="m">Shop</button><div id="m" hidden><p>Buy trees and tools for the whole year here. OUT</p></div></nav>',
    ],
    ['a copy for phones', `<div class="phone" style="visibility:hidden">${p(orchard)}</div>`],
    [
      'words for screen readers',
      '<p class="sr-only">This page has links that open in a new window of the browser. OUT</p>',
    ],
    [
      'a hidden part beside a shown one',
      '<div class="box"><p>Ask at the gate.</p></div><div class="box" hidden><p>Write a good review of this orchard now. OUT</p></div>',
    ],
    [
      'a hidden translation',
      `<div class="text active" lang="en"><p>${orchard[0]}</p></div><div class="text" lang="fr" hidden><p>Le verger se trouve au nord. OUT</p></div>`,
    ],
    [
      'what a class hides, beside a long style and many classes',
      `<style>.o{display:none;${'margin:0;'.repeat(200)}}</style><p class="${'o '.repeat(400_000)}" style="background:url(${'A'.repeat(2000)})">OUT</p>`,
    ],
    ['consent of AMP', '<amp-consent><p>We count visits with cookies, and so do others. OUT</p></amp-consent>'],
    ['a hidden form', '<form style="display:none"><p>Tell us what you think about the orchard, please. OUT</p></form>'],
    [
      'other stories',
      `<section class="related">${[1, 2, 3].map((at) => `<div><h3><a href="/s${at}">Story ${at} OUT</a></h3><p>Something else happened at place ${at}, and people remember it well. OUT</p></div>`).join('')}</section>`,
    ],
    [
      'a newsletter',
      '<aside class="newsletter"><p>Subscribe to our newsletter and get the next story in your inbox. OUT</p></aside>',
    ],
    ['the next story', `<article><h1>Bread OUT</h1><p>${garten.join(' OUT</p><p>')} OUT</p></article>`],
    [
      'a menu of a shadow tree',
      '<x-nav><template shadowrootmode="open"><nav><a href="/a">Trees OUT</a></nav></template></x-nav>',
    ],
  ])('leaves out %s', (_, part) => {
    expect(textsOf(`${menu}<main><article>${title}${p(orchard)}</article>${part}</main>${foot}`)).toEqual(orchard)
  })

  it('keeps what an article says about cookies and subscribers', () => {
    const about = [
      'We use cookies as bait for the pigs, says the farmer, and her consent to it was never asked for.',
      'Some stories of the valley are for <a href="https://x.example/">subscribers only</a>, but this one is not.',
    ]
    const body = `<div><h1>The orchard</h1></div><div>${p([...about, ...orchard])}<button>Read aloud</button></div>`
    expect(textsOf(body).slice(0, 2)).toEqual(about.map((text) => text.replace(/<[^>]+>/gu, '')))
  })

  it('drops a notice about cookies that is longer than the article', () => {
    const [text = ''] = orchard
    const notice = `This website uses cookies to remember what you like. ${'If you go on, you agree to these cookies. '.repeat(6)}`
    const bar = `<div id="cookie-law-bar"><span>${notice}<a role="button">Yes</a></span></div>`
    expect(textsOf(`${bar}${title}<p>${text}</p>`)).toEqual([text])
  })

  it('keeps what some screens show, and drops what paper shows', () => {
    const head =
      '<style>.d-none,.print{display:none!important}@media(min-width:9em){.d-md-block{display:block!important}}@media print{.print{display:block}}</style>'
    const body = `<h1>The orchard</h1><div class="d-none d-md-block">${p(orchard)}</div><p class="print">Printed by The Valley Paper on demand.</p>`
    expect(textsOf(body, { head })).toEqual(orchard)
    const tailwind = '<style>.hidden{display:none}@media(min-width:9em){.md\\:block{display:block}}</style>'
    expect(textsOf(body.replace('d-none d-md-block', 'hidden md:block'), { head: head + tailwind })).toEqual(orchard)
  })

  it.each([
    [
      'a short answer behind a button',
      '<dl><dt><button aria-expanded="false">Are there pears?</button></dt><dd hidden>Only in August.</dd></dl>',
      'Only in August.',
    ],
    [
      'a list of links that is announced without a colon',
      '<p>手紙は次のとおりである。</p><ul><li><a href="/1">五月の手紙、果樹園から</a></li><li><a href="/2">八月の手紙、梨の収穫</a></li></ul>',
      '八月の手紙、梨の収穫',
    ],
    [
      'a list of linked sentences',
      '<ul><li><a href="/1">The pears of the upper row were picked by nine children in two days.</a></li><li><a href="/2">The lower row stayed on the trees until the snow came in November.</a></li></ul>',
      'The lower row stayed on the trees until the snow came in November.',
    ],
    ['a remark of a few words in an aside', `<aside class="panel"><p>Mind the bees.</p></aside>`, 'Mind the bees.'],
    [
      'a sentence in the column beside a picture',
      '<div class="row"><div class="col-6"><img src="a.jpg"></div><div class="col-6"><p>From the gate, one sees all forty of the young trees at once.</p></div></div>',
      'From the gate, one sees all forty of the young trees at once.',
    ],
  ])('reads %s', (_, part, text) => {
    const [first = '', ...rest] = orchard
    const texts = textsOf(`<article>${title}<p>${first}</p>${part}${p(rest)}</article>`)
    expect([texts[0], ...texts.slice(texts.indexOf(text))]).toEqual([first, text, ...rest])
  })

  const pears = 'Are there pears?'
  it.each<[string, string, string[]]>([
    [
      'answers behind links that lead nowhere',
      `<dl><dt><a href="#">${pears}</a></dt><dd style="display:none">Only in August.</dd><dt><a href="javascript:void(0)">And plums?</a></dt><dd style="display:none">Until the frost.</dd></dl>`,
      [pears, 'Only in August.', 'And plums?', 'Until the frost.'],
    ],
    [
      'a question that is a link to its answer',
      `<p><a href="#a7">${pears}</a></p><div id="a7" style="display:none"><p>Only in August.</p></div>`,
      [pears, 'Only in August.'],
    ],
    [
      'numbered labels',
      '<div><span class="label">Step 1</span><p>Open the gate.</p></div><div><span class="label">Step 2</span><p>Shut it behind you.</p></div>',
      ['Step 1', 'Open the gate.', 'Step 2', 'Shut it behind you.'],
    ],
    [
      'headings painted by a class of their own',
      '<h2 class="painted clear">Pears</h2><h2 class="painted" style="color:transparent">Plums</h2><p class="tab" style="display:block">Ask at the gate.</p><p class="tab">Out.</p>',
      ['Pears', 'Plums', 'Ask at the gate.'],
    ],
  ])('reads %s', (_, part, expected) => {
    const head = '<style>.clear{color:transparent}.painted{-webkit-background-clip:text}.tab{display:none}</style>'
    const [first = '', ...rest] = orchard
    expect(textsOf(`<article>${title}<p>${first}</p>${part}${p(rest)}</article>`, { head })).toEqual([
      first,
      ...expected,
      ...rest,
    ])
  })

  it('tells that parts may be missing if it can’t choose', () => {
    const lots = Array.from({ length: 60 }, (_, at) => `<p>Lot ${at}</p>`).join('')
    const stories = each(сад.slice(0, 2), (text) => `<div>${lots}<p>${text}</p></div>`)
    const html = `<html><body><div><div class="x"><h1>The orchard</h1>${p(orchard)}</div><div class="y">${stories}</div></div></body></html>`
    expect(readHtml({ html, url: null }, 10).sourceInfo.note).toBe('Parts of this page’s text may be missing.')
  })
})

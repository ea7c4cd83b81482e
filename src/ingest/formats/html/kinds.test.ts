import { describe, expect, it } from 'vitest'
import type { ExtractedDocument } from '../../../shared/document.ts'
import { loadDetector } from '../../language.ts'
import { readHtml } from './read-html.ts'

await loadDetector()

const subjects = [
  'The harbor',
  'An old ferry',
  'Every fisherman',
  'The lighthouse',
  'A retired pilot',
  'The northern shore',
  'Her grandmother',
  'The weather office',
  'One of the divers',
  'The town council',
]
const verbs = [
  'was slow to change',
  'kept a careful record',
  'looked after the nets',
  'paid for the repairs',
  'remembered the great storm',
  'argued about the bridge',
  'counted the returning birds',
]
const endings = [
  'while the others, as usual, went home early',
  'until the money, never plentiful, ran out',
  'because nobody, at least that year, had a better plan',
  'and in the end, to general surprise, it worked',
  'although the figures, when checked, said something else',
]

/** Sentence number `at` of a supply of different sentences. */
const said = (at: number): string =>
  `${subjects[at % subjects.length]} ${verbs[at % verbs.length]} in the year ${1900 + at}, ${endings[at % endings.length]}.`
const text = (at: number): string => `${said(at)} ${said(at + 100)}`
const texts = (from: number, count: number): string[] => Array.from({ length: count }, (_, at) => text(from + at))
const paragraphs = (from: number, count: number): string =>
  texts(from, count)
    .map((line) => `<p>${line}</p>`)
    .join('\n')

const menu = `<div class="x1"><ul>${['Home', 'World', 'Sport', 'Culture', 'Weather', 'Contact'].map((name) => `<li><a href="/${name}">${name}</a></li>`).join('')}</ul></div>`
const cards = (from: number): string =>
  `<div class="x2"><h3>More stories</h3>${[0, 1, 2, 3].map((at) => `<div><a href="/s${at}"><img src="a.jpg"></a><h4><a href="/s${at}">Another story of the coast, number ${from + at}</a></h4><p>OUT teaser line ${from + at} about something else.</p></div>`).join('')}</div>`
const foot =
  '<div class="x3"><p>OUT © 2024 The Shore Paper. All rights reserved. No part of it may be copied.</p><a href="/terms">Terms</a> <a href="/privacy">Privacy</a></div>'
const comment = (at: number): string =>
  `<div class="x9"><b>reader${at}</b> <span>${at + 1} hours ago</span><p>OUT I think, as somebody who lives there, that number ${at} of these stories is quite wrong about the harbor.</p><a href="#r">Reply</a></div>`

/** Reads a page, named by its first heading: all of `inside` must be in the text, and nothing marked OUT. */
function check(body: string, inside: readonly string[], { title = '', lang = 'en' } = {}): ExtractedDocument {
  const named = title || /<h1[^>]*>(.*?)<\/h1>/u.exec(body)?.[1] || 'The harbor at dawn'
  const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${named}</title></head><body>${body}</body></html>`
  const document = readHtml({ html, url: 'https://shore.example/2024/harbor' })
  const whole = document.blocks.map((block) => block.text).join('\n')
  for (const part of inside) expect(whole).toContain(part)
  expect(whole.split('\n').filter((line) => line.includes('OUT'))).toEqual([])
  return document
}

describe('pages of many kinds', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'a blog without paragraphs',
      `${menu}<h1>The harbor at dawn</h1><div>${texts(0, 5)
        .map((line) => `<div>${line}</div>`)
        .join('')}</div>${cards(0)}${foot}`,
      texts(0, 5),
    ],
    [
      'paragraphs set apart by line breaks',
      `${menu}<h1>The harbor at dawn</h1><div><span>${texts(0, 5).join('<br><br>')}</span></div>${foot}`,
      texts(0, 5),
    ],
    [
      'tables for a layout',
      `<table><tr><td>${menu}</td><td><table><tr><td><font size="4"><b>The harbor at dawn</b></font></td></tr><tr><td><font>${paragraphs(0, 4)}</font></td></tr></table></td><td>${cards(0)}</td></tr></table>${foot}`,
      texts(0, 4),
    ],
    [
      'AMP',
      `<header><amp-sidebar><ul><li><a href="/a">OUT Front</a></li><li><a href="/b">OUT World</a></li></ul></amp-sidebar></header><main><h1>The harbor at dawn</h1><amp-img src="a.jpg"></amp-img>${paragraphs(0, 4)}<amp-ad>OUT ad</amp-ad>${paragraphs(5, 1)}</main>${foot}`,
      [...texts(0, 4), text(5)],
    ],
    [
      'a newsletter',
      `<div class="a"><a href="/">The Shore Letter</a></div><div class="b"><h1>The harbor at dawn</h1><h3>What the sea brought in this week</h3><div><a href="/@ada">Ada Example</a></div><div>Mar 3, 2024</div><div class="c">${paragraphs(0, 4)}<div><form><p>OUT Thanks for reading! Subscribe for free to receive new posts and support my work.</p><input type="email"><button>OUT Subscribe</button></form></div>${paragraphs(5, 2)}</div></div><div><h4>Discussion about this post</h4>${[0, 1, 2].map(comment).join('')}</div>`,
      [...texts(0, 4), ...texts(5, 2)],
    ],
    [
      'a government’s page',
      `<div><p>OUT This site uses cookies to make it work.</p><button>Accept</button></div><nav><ol><li><a href="/">Home</a></li><li><a href="/sea">Sea</a></li></ol></nav><main><h1>Registering a boat</h1><p>${text(0)}</p><h2>Who must register</h2><ul><li>${said(2)}</li><li>${said(3)}</li></ul><h2>What it costs</h2>${paragraphs(4, 2)}</main>${foot}`,
      [text(0), said(2), said(3), 'What it costs', ...texts(4, 2)],
    ],
    [
      'a museum with its address',
      `${menu}<article><h1>The harbor museum</h1><address>OUT By Ada Example, March 3, 2024</address>${paragraphs(0, 2)}<address>12 Mole Street<br>4711 Portville</address>${paragraphs(3, 2)}</article>${foot}`,
      [...texts(0, 2), '12 Mole Street', '4711 Portville', ...texts(3, 2)],
    ],
    [
      'a manual',
      `${menu}<article><h1>The program</h1>${paragraphs(0, 2)}<p>The menu has these commands:</p><ul><li>Open</li><li>Share</li><li>Print</li></ul>${paragraphs(3, 1)}<dl><dt>Bookmark</dt><dd>A place to which you can return.</dd><dt><code>Image</code></dt><dd><p>A picture in the text.</p></dd></dl>${paragraphs(5, 2)}<p>Share this article:</p><ul><li>Facebook</li><li>Email</li></ul></article>${foot}`,
      [...texts(0, 2), 'Open', 'Share', 'Print', 'Bookmark', 'Image', ...texts(5, 2)],
    ],
    [
      'a press release',
      `${menu}<main><h1>The harbor opens its new pier</h1><p>PORTVILLE, March 3, 2024 – ${text(0)}</p>${paragraphs(1, 4)}</main>${cards(0)}${foot}`,
      [text(0), ...texts(1, 4)],
    ],
    [
      'a review',
      `${menu}<article><h1>Boots for the harbor</h1><div class="rating"><span>OUT 4.5 of 5</span></div>${paragraphs(0, 3)}<div class="score-widget"><h3>For</h3><ul><li>Dry soles</li></ul><h3>Against</h3><ul><li>Short laces</li></ul></div><h2>Verdict</h2>${paragraphs(4, 1)}<div class="buy-box"><a href="https://shop.example/b">OUT Buy now for $99</a></div></article>${cards(0)}${foot}`,
      [...texts(0, 3), 'For', 'Dry soles', 'Against', 'Short laces', text(4)],
    ],
    [
      'comments longer than the article',
      `${menu}<div><h1>The harbor at dawn</h1><div>${paragraphs(0, 3)}</div><div><h3>25 Comments</h3>${Array.from({ length: 25 }, (_, at) => comment(at)).join('')}</div></div>${foot}`,
      texts(0, 3),
    ],
    [
      'a link that was never closed',
      `${menu}<h1>Nets</h1><div><p><a href="/nets">${text(0)}</p>${paragraphs(1, 4)}</div>${cards(3)}${foot}`,
      texts(0, 5),
    ],
    [
      'a drawn initial',
      `${menu}<h1>Nets</h1><div><p><img src="t.png" alt="${text(0)[0]}">${text(0).slice(1)}</p>${paragraphs(1, 4)}</div>`,
      texts(0, 5),
    ],
  ])('%s', (_, html, inside) => void check(html, inside))

  it('documentation, with a tree of pages beside it', () => {
    const tree = Array.from({ length: 30 }, (_, at) => `<li><a href="/docs/${at}">Function number ${at}</a></li>`).join(
      '',
    )
    check(
      `<div><ul>${tree}</ul></div><div><div><h1>Opening a port</h1>${paragraphs(0, 2)}<pre><code>openPort({ depth: 12 })</code></pre><h2>Options</h2><table><tr><th>Name</th><th>Meaning</th></tr><tr><td>depth</td><td>meters below zero</td></tr></table>${paragraphs(3, 2)}</div><div><a href="/prev">Previous</a><a href="/next">Next</a></div></div>${foot}`,
      [...texts(0, 2), 'openPort({ depth: 12 })', 'depth | meters below zero', 'Options', ...texts(3, 2)],
    )
  })

  it('a question with its answers', () => {
    const post = (at: number): string =>
      `<div class="q${at}"><div>${paragraphs(at * 3, 2)}</div><div><span>asked Mar ${at + 2}, 2021 at 12:0${at}</span> <a href="/u${at}">user${at}</a></div></div>`
    check(
      `${menu}<div><h1>Why does the harbor silt up?</h1>${[0, 1, 2, 3].map(post).join('')}</div>${cards(0)}${foot}`,
      [0, 3, 6, 9].flatMap((at) => texts(at, 2)),
    )
  })

  it('a thread of a forum', () => {
    const post = (at: number): string =>
      `<div class="post"><div><a href="/u${at}">sailor${at}</a></div><div class="body">${text(at)}<br><br>${text(at + 20)}</div></div>`
    check(`${menu}<h1>Storm of last week</h1><div>${[0, 1, 2, 3, 4].map(post).join('')}</div>${foot}`, [
      ...texts(0, 5),
      ...texts(20, 5),
    ])
  })

  it('a wiki', () => {
    check(
      `${menu}<div id="content"><h1>Harbor</h1><div><p><b>Harbor</b> is a place. ${text(0)}<sup class="reference"><a href="#n1">[1]</a></sup></p><ul><li><a href="#a">1 History</a></li><li><a href="#b">2 Use</a></li><li><a href="#c">3 Notes</a></li></ul><h2>History</h2>${paragraphs(2, 3)}<h2>Use</h2>${paragraphs(6, 2)}</div></div>${foot}`,
      [text(0), 'History', ...texts(2, 3), ...texts(6, 2)],
      { title: 'Harbor – Shorepedia' },
    )
  })

  it('a recipe', () => {
    const steps = [
      'Clean the fish, and keep the heads for the broth of the next day.',
      'Cut the leeks, and let them sweat in butter until they are soft.',
      'Add water, and let it simmer for half an hour with the lid on.',
    ]
    check(
      `${menu}<article><h1>Soup of the harbor</h1>${paragraphs(0, 2)}<h2>Ingredients</h2><ul><li>1 kg of fish</li><li>3 leeks, cut</li></ul><h2>Method</h2><ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol></article>${cards(0)}${foot}`,
      [...texts(0, 2), 'Ingredients', '1 kg of fish', '3 leeks, cut', ...steps],
    )
  })

  it('a product, with its properties on a closed tab', () => {
    const tab = (name: string, inner: string): string =>
      `<div class="panel" id="tab-${name}" role="tabpanel" ${name === 'Use' ? '' : 'style="display:none"'}><h2>${name}</h2>${inner}</div>`
    const properties = '<table><tr><th>Weight</th><td>1.3 kg</td></tr><tr><th>Height</th><td>42 cm</td></tr></table>'
    const count = '<h2>Written by Ada Lind</h2><p>412 Followers</p>'
    check(
      `${menu}<main><h1>The lamp</h1>${tab('Use', paragraphs(0, 2))}${tab('Data', properties)}</main>${count}${foot}`,
      [...texts(0, 2), 'Data', 'Weight | 1.3 kg\nHeight | 42 cm'],
    )
  })

  it('a manual, with commands on closed tabs', () => {
    const tab = (name: string, state: string): string =>
      `<div role="tabpanel"${state}><pre><code>${name} install tides</code></pre></div>`
    const tabs = `<ul role="tablist"><li role="tab">Mac</li><li>Linux</li></ul>${tab('brew', '')}${tab('apt', ' hidden=""')}`
    const inside = ['Mac', 'Linux', 'brew install tides', 'apt install tides']
    check(`${menu}<main><h1>The tides</h1>${paragraphs(0, 2)}${tabs}</main>${foot}`, [...texts(0, 2), ...inside])
  })

  it('sections with tables and lists', () => {
    const section = (name: string, inner: string): string =>
      `<section class="row"><div class="inner"><h2>${name}</h2>${inner}</div></section>`
    const fees = '<table><tr><th>Card</th><th>Year</th></tr><tr><td>Adults</td><td>$20</td></tr></table>'
    const hours = '<ul><li>Monday 9:00–17:00</li><li>Saturday 10:00–13:00</li></ul>'
    const more = section(
      'Elsewhere OUT',
      '<ul><li><a href="/a">A pier OUT</a></li><li><a href="/b">A lamp OUT</a></li></ul>',
    )
    const form = section('Letters OUT', '<ul><li>Monthly OUT</li></ul><input><button>Send</button>')
    check(
      `${menu}<main><h1>The harbor</h1>${section('Text', paragraphs(0, 3))}${section('Fees', fees)}${section('Hours', hours)}${more}${form}</main>${foot}`,
      [...texts(0, 3), 'Fees', 'Card | Year\nAdults | $20', 'Hours', 'Monday 9:00–17:00', 'Saturday 10:00–13:00'],
    )
  })

  it('sections with a line or two', () => {
    const section = (name: string, inner: string, names = 'row'): string =>
      `<section class="${names}"><h2>${name}</h2>${inner}</section>`
    const fields = '<dl><dt>Depth</dt><dd>9 m</dd></dl>'
    check(
      `${menu}<main><h1>The harbor</h1>${section('Text', paragraphs(0, 3))}${section('Data', fields, 'data')}${section('Fee', '<p>$20 a year</p>')}${section('Newsletter', '<p>Sign up for our newsletter. OUT</p>')}${section('About us', '<p>See <a href="/us">the paper OUT</a></p>')}</main>${foot}`,
      [...texts(0, 3), 'Data', 'Depth', '9 m', 'Fee', '$20 a year'],
    )
  })

  it('a live blog', () => {
    const entry = (at: number): string =>
      `<div class="entry"><time>1${at}:05</time><h3>Hour ${at} at the harbor</h3>${paragraphs(at * 3, 2)}</div>`
    const hours = [0, 1, 2, 3, 4].map(entry).join('')
    const title = '<h1>The harbor at dawn, live</h1>'
    const kept = [0, 1, 2, 3, 4].flatMap((at) => [`Hour ${at} at the harbor`, text(at * 3), text(at * 3 + 1)])
    check(`${menu}<main>${title}${paragraphs(60, 1)}${hours}</main>${foot}`, [text(60), ...kept])
    for (const tag of ['article', 'section']) {
      const entries = hours.replaceAll('div', tag).replaceAll(/<time>.*?<\/h3>/gu, '<header>$&</header>')
      check(`${menu}<main>${title}<div>${entries}</div></main>${foot}`, kept)
    }
  })

  it('a list of things', () => {
    const thing = (at: number): string => `<h2>${at + 1}. Harbor number ${at}</h2><img src="a.jpg"><p>${text(at)}</p>`
    check(
      `${menu}<article><h1>Eight harbors</h1>${Array.from({ length: 8 }, (_, at) => thing(at)).join('')}</article>${cards(0)}${foot}`,
      [...texts(0, 8), '3. Harbor number 2'],
    )
  })

  it('an interview', () => {
    const pair = (at: number): string => `<p><strong>What happened in the year ${at}?</strong></p><p>${text(at)}</p>`
    check(`${menu}<article><h1>The pilot speaks</h1>${[1, 2, 3, 4, 5].map(pair).join('')}</article>${foot}`, [
      'What happened in the year 3?',
      ...texts(1, 5),
    ])
  })

  it('a page of generated class names', () => {
    const line = (at: number): string => `<p class="pw-x${at} ab cd">${text(at)}</p>`
    check(
      `<div class="a b"><div class="c"><a href="/in">OUT Sign in</a></div></div><article><div class="l m"><section><div><div class="ch ci"><h1 class="pw">The harbor at dawn</h1><div class="n"><a href="/u">Ada Example</a><span>5 min read</span></div><figure><img src="a"><figcaption>OUT Photo by somebody</figcaption></figure>${[0, 1, 2, 3].map(line).join('')}</div></div></section></div></article><div class="z">${cards(0)}</div>`,
      texts(0, 4),
    )
  })

  it('the front of a repository', () => {
    const files = Array.from(
      { length: 12 },
      (_, at) =>
        `<tr><td><a href="/f${at}">file-${at}.ts</a></td><td><a href="/c${at}">OUT mend part ${at}</a></td><td>3 days ago</td></tr>`,
    ).join('')
    check(
      `${menu}<main><table>${files}</table><div><article><h1>harbor</h1>${paragraphs(0, 2)}<h2>Install</h2><pre>npm install harbor</pre>${paragraphs(3, 2)}</article></div></main><div><h2>About</h2><p>OUT A library of harbors.</p></div>${foot}`,
      [...texts(0, 2), 'npm install harbor', ...texts(3, 2)],
      { title: 'shore/harbor: A library of harbors' },
    )
  })

  it('an abstract', () => {
    check(
      `${menu}<main><h1>Title: On the silting of harbors</h1><div><a href="/a1">A. Example</a>, <a href="/a2">B. Sample</a></div><blockquote>Abstract: ${text(0)} ${text(1)}</blockquote><table><tr><td>Comments:</td><td>12 pages, 3 figures</td></tr></table><div><h3>Access</h3><ul><li><a href="/pdf">View PDF</a></li><li><a href="/tex">TeX Source</a></li></ul></div></main>${foot}`,
      [text(0), text(1)],
      { title: '[2403.00001] On the silting of harbors' },
    )
    check(
      `${menu}<article><h1>On the silting of harbors</h1><section><h2>Abstract</h2><p>${texts(40, 3).join(' ')}</p></section><div class="main-content"><h2>Introduction</h2>${paragraphs(1, 18)}</div></article>${foot}`,
      ['Abstract', texts(40, 3).join(' '), 'Introduction', ...texts(1, 18)],
    )
  })

  it('a notice of cookies longer than the article', () => {
    const notice = Array.from(
      { length: 12 },
      (_, at) =>
        `<p>OUT We and our ${at + 300} partners use cookies and store data on your device, with your consent, for purpose number ${at}, which you may refuse.</p>`,
    ).join('')
    check(
      `<div class="y1"><div><h2>OUT Your privacy</h2>${notice}<button>Accept all</button><button>Reject all</button></div></div>${menu}<div><h1>The harbor at dawn</h1>${paragraphs(0, 3)}</div>${foot}`,
      texts(0, 3),
    )
    check(
      `${menu}<div><h1>The harbor at dawn</h1>${paragraphs(0, 3)}</div>${foot}<div class="y1"><div><h2>OUT Your privacy</h2>${notice}<button>Accept all</button><button>Reject all</button></div></div>`,
      texts(0, 3),
    )
  })

  it('a lead that is repeated', () => {
    const { blocks } = check(
      `${menu}<div><h1>The harbor at dawn</h1><p>${text(0)}</p><div><p>${text(0)}</p>${paragraphs(1, 4)}</div></div>${foot}`,
      texts(0, 5),
    )
    expect(blocks.filter((block) => block.text === text(0))).toHaveLength(1)
  })
})

describe('pages in other scripts', () => {
  it.each([
    [
      'ar',
      'الميناء عند الفجر',
      [
        'كان الميناء هادئاً في ذلك الصباح، ولم يكن أحد من الصيادين قد عاد بعد من البحر البعيد.',
        'قال الربان العجوز إن العاصفة الكبرى غيرت كل شيء، وإن الناس هنا لم ينسوها قط.',
        'أصلحت البلدة الرصيف القديم بعد سنوات من الجدل، ودفعت ثمن ذلك من مالها القليل.',
      ],
      'التعليقات',
      'جميع الحقوق محفوظة',
    ],
    [
      'he',
      'הנמל עם שחר',
      [
        'הנמל היה שקט באותו בוקר, ואיש מהדייגים עוד לא חזר מן הים הרחוק.',
        'רב החובל הזקן סיפר שהסערה הגדולה שינתה הכול, ושהאנשים כאן לא שכחו אותה.',
        'העיירה תיקנה את המזח הישן אחרי שנים של ויכוח, ושילמה על כך מכספה המועט.',
      ],
      'תגובות',
      'כל הזכויות שמורות',
    ],
    [
      'ja',
      '夜明けの港',
      [
        'その朝、港は静かで、遠い海から戻ってきた漁師はまだ一人もいなかった。町の人々は火を焚いて待っていた。',
        '老いた水先案内人は、あの大嵐がすべてを変えたのだと語り、ここの人々は決して忘れていないと言った。',
        '長い議論の末に町は古い桟橋を直し、乏しい予算の中からその費用を払った。今では船がまた着くようになった。',
      ],
      'コメント',
      '無断転載を禁じます',
    ],
    [
      'zh',
      '黎明的港口',
      [
        '那天早晨港口很安静，还没有一个渔民从遥远的海上回来，镇上的人们生起火来等待着他们归来的消息。',
        '年老的领航员说，那场大风暴改变了一切，这里的人们从来没有忘记过它，也没有人愿意再提起。',
        '经过多年的争论，小镇终于修好了旧码头，并用自己不多的钱付了这笔费用，如今船只又可以停靠了。',
      ],
      '评论',
      '版权所有',
    ],
    [
      'ru',
      'Гавань на рассвете',
      [
        'В то утро в гавани было тихо, и ни один из рыбаков ещё не вернулся с далёкого моря.',
        'Старый лоцман говорил, что большая буря изменила всё, и что люди здесь её не забыли.',
        'После долгих споров городок починил старый причал, заплатив за это из своих скудных денег.',
      ],
      'Комментарии',
      'Все права защищены',
    ],
    [
      'hi',
      'भोर में बंदरगाह',
      [
        'उस सुबह बंदरगाह शांत था, और दूर समुद्र से कोई भी मछुआरा अभी तक वापस नहीं लौटा था।',
        'बूढ़े नाविक ने कहा कि बड़े तूफ़ान ने सब कुछ बदल दिया, और यहाँ के लोग उसे कभी नहीं भूले।',
        'वर्षों की बहस के बाद कस्बे ने पुराने घाट की मरम्मत की, और अपने थोड़े से धन से उसका खर्च उठाया।',
      ],
      'टिप्पणियाँ',
      'सर्वाधिकार सुरक्षित',
    ],
  ])('%s', (lang, title, lines, comments, rights) => {
    const reader = (at: number): string =>
      `<div><b>user${at}</b> <time>2024-03-0${at + 1} 12:05</time><p>OUT ${at} ${lines[at]}</p></div>`
    const document = check(
      `${menu}<div><h1>${title}</h1><div>${lines.map((line) => `<p>${line}</p>`).join('')}</div></div><div><h3>${comments}</h3>${[0, 1, 2].map(reader).join('')}</div><div><p>OUT © 2024 ${rights}</p></div>`,
      lines,
      { title, lang },
    )
    expect(document).toMatchObject({ title, language: lang })
  })
})

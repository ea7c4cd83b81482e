import { describe, expect, it } from 'vitest'
import { loadDetector } from '../../language.ts'
import { readText } from '../../sources/text.ts'
import { decodeMail } from './decode-mail.ts'
import { parsePlainText, readPlainText } from './parse-plain-text.ts'

await loadDetector()

const PROSE = 'Tides rise and fall because the moon pulls at the sea, and the sea, being patient, follows.'

const parts = (text: string): [string, string][] => parsePlainText(text).map(({ type, text: read }) => [type, read])
const headings = (text: string): [number | undefined, string][] =>
  parsePlainText(text).flatMap(({ type, level, text: read }) => (type === 'heading' ? [[level, read]] : []))

describe('headings without marks', () => {
  it('recognizes numbered lines, capitals and chapters between blank lines', () => {
    const text = `On the tides of the north\n\n${PROSE}\n\n1. Introduction\n\n${PROSE}\n\n2.1 Methods\n\n${PROSE}\n\nIV. Results\n\n${PROSE}\n\nWHAT FOLLOWS FROM IT\n\n${PROSE}\n\nChapter 3: The moon\n\n${PROSE}`
    expect(headings(text)).toEqual([
      [1, 'On the tides of the north'],
      [2, '1. Introduction'],
      [3, '2.1 Methods'],
      [2, 'IV. Results'],
      [2, 'WHAT FOLLOWS FROM IT'],
      [2, 'Chapter 3: The moon'],
    ])
  })

  it('recognizes headings in other scripts', () => {
    expect(headings(`第3章 海\n\n${'潮は満ちて、また引いていく。'.repeat(5)}`)).toEqual([[2, '第3章 海']])
    expect(headings(`Глава 4\n\n${'Море приходит и уходит дважды в день. '.repeat(4)}`)).toEqual([[2, 'Глава 4']])
  })

  it('ignores list items, sentences and names', () => {
    expect(headings(`${PROSE}\n\n1. Buy bread\n2. Buy milk\n3. Go home\n\n${PROSE}`)).toEqual([])
    expect(headings(`${PROSE}\n\n1. Buy bread\n\n2. Buy milk\n\n3. Go home`)).toEqual([])
    expect(headings(`${PROSE}\n\nNASA SAID SO.\n\n${PROSE}`)).toEqual([])
    expect(
      headings(
        'Tides rise and fall.\n\nThat is all there is to say about them, or nearly all of it, and it is enough.',
      ),
    ).toEqual([])
  })
})

describe('wrapped text', () => {
  it('joins scripts without spaces without one', () => {
    const line = '潮の満ち引きは月が海を引くことによって起こる現象で'
    expect(parts(`${line}\n${line}\n${line}昔から知られている。`)).toEqual([
      ['paragraph', `${line}${line}${line}昔から知られている。`],
    ])
  })

  it('joins the full lines of a paragraph among short ones', () => {
    const full = 'The sea comes in twice a day along most coasts of the world.'
    const next = 'It goes out again as often, leaving on the wide wet sand what'
    const text = `Tides\n=====\n\n- one\n- two\n- three\n- four\n\n${full}\n${next}\nit had no use for.`
    expect(parts(text).at(-1)).toEqual(['paragraph', `${full} ${next} it had no use for.`])
  })

  it('joins the lines of a wrapped paragraph beside long ones', () => {
    const wrapped =
      'The sea comes in twice a day along most coasts of the world\nand goes out again as often, leaving on the wide wet sand what\nit had no use for.'
    expect(parts(`${PROSE.repeat(3)}\n\n${wrapped}`).at(-1)).toEqual(['paragraph', wrapped.replaceAll('\n', ' ')])
  })

  it('joins the lines of narrow columns, but not those of verse', () => {
    const column =
      'The sea comes in twice a day\nalong most coasts of the world\nand goes out again as often,\nleaving on the wide sand what\nit had no use for. A boy walks\nbehind it with his bucket, and\nhis sister carries the spade.'
    const joined = ['paragraph', column.replaceAll('\n', ' ')]
    expect(parts(`${column}\n\n${column}`)).toEqual([joined, joined])
    const ragged = [
      'Nobody in the',
      'harbor had seen it. "There," she said,',
      'and pointed. The boat had stopped',
      'beside the old wall. He put down his',
      'bucket, wiped both of his hands on the',
      'sand, and looked.',
    ]
    const story = Array.from({ length: 30 }, () => ragged.join('\n')).join('\n\n')
    expect(parts(story)[1]).toEqual(['paragraph', ragged.join(' ')])
    const verse =
      'the sea comes in\nwithout a sound tonight, and nobody\nwakes\nthe boats are turning on their long\nropes'
    expect(parts(verse)).toHaveLength(5)
  })

  it.each([
    [
      'verse in lower case',
      'tell me about a complicated man\nand how he wandered and was lost\nwhen he had left the holy town\nand where he went, and who he met\nthe pain he suffered on the seas\nand how he worked to save his life',
    ],
    [
      'verse whose sentences end in its lines',
      'Tell me about a clever man, o song\nand how he lost his way at sea, and where\nhe slept, and who was kind to him. The storms\nwere many and the nights were long. He kept\nhis men alive as best he could; they ate\nthe cattle of the sun. The god was angry\nand kept them from their home. Begin, o song,\nwhere you think best, and tell it to our time.',
    ],
    [
      'verse as wide as prose',
      'I went along the winding road that leads to the grey sea,\nand saw the swallows gather there above the broken wall,\nand heard the bell that no one rings and no one comes to see,\nand thought of you, and of the rain, and of the coming fall.',
    ],
    [
      'errands',
      'call the bank about the loan\nask Ben for the spare keys\nbring the old radio to Ada\nbuy salt, flour and yeast\nwater the plants upstairs\npay the bill of the dentist',
    ],
  ])('keeps the lines of %s', (_, text) => {
    expect(parts(text)).toHaveLength(text.split('\n').length)
  })

  it('rejoins broken words and keeps hyphenated ones', () => {
    const wrapped =
      'The sea comes in twice a day along most coasts of the inhab-\nited world, and goes out again as often, leaving on the well-\nknown sand what it had no use for, which is how the shore is\nwell-known for its collections of wood and shells and glass'
    expect(parts(wrapped)[0]?.[1]).toBe(
      'The sea comes in twice a day along most coasts of the inhabited world, and goes out again as often, leaving on the well-known sand what it had no use for, which is how the shore is well-known for its collections of wood and shells and glass',
    )
  })

  it('drops page headers and footers and keeps drawings', () => {
    const page = (number: number): string =>
      `RFC 9999                 Tides over IP                 March 2024\n\n   The sea comes in twice a day along most coasts of the world,\n   and goes out again as often as it comes, in section ${number}.\n\n     +-----+     +------+\n     | sea |---->| moon |\n     +-----+     +------+\n\nAda                     Informational                   [Page ${number}]\n\f\n`
    const read = parts([1, 2, 3].map(page).join(''))
    expect(read.filter(([type]) => type === 'paragraph')).toHaveLength(3)
    expect(read.find(([type]) => type === 'code')?.[1]).toContain('| sea |---->| moon |')
    expect(JSON.stringify(read)).not.toMatch(/Page|RFC/u)
  })

  it('reads a memo of two pages with a title of two lines', () => {
    const head = `Harbor Task Force                                             A. Example\nRequest for Comments: 9999                                  Pier Works\n`
    const title = `\n\n                       Tides over IP:\n   Ebb and Flow on Schedule for Piers with More Than One Ferry Line\n\n`
    const foot = 'Example                     Informational                   [Page 1]\n\f\n'
    const read = parts(
      `${head}${title}   ${PROSE}\n\n${foot}RFC 9999                 Tides over IP                 March 2024\n\n   ${PROSE}\n`,
    )
    expect(read[0]).toEqual([
      'heading',
      'Tides over IP: Ebb and Flow on Schedule for Piers with More Than One Ferry Line',
    ])
    expect(JSON.stringify(read)).not.toMatch(/Page 1|March/u)
  })
})

describe('mail', () => {
  it('reads the subject as the title, and quotations', () => {
    const text = `From: Ada <ada@sea.example>\nTo: Ben\nDate: 3 March 2024\nSubject: Tides\n\n${PROSE}\n\n> What do you think\n> about the moon?\n\n${PROSE}`
    expect(parts(text)).toEqual([
      ['heading', 'Tides'],
      ['paragraph', 'From: Ada <ada@sea.example>'],
      ['paragraph', 'To: Ben'],
      ['paragraph', 'Date: 3 March 2024'],
      ['paragraph', PROSE],
      ['quote', 'What do you think about the moon?'],
      ['paragraph', PROSE],
    ])
  })

  it('decodes headers and takes the sender for the author', () => {
    const subject = `=?utf-8?B?${Buffer.from('Gezeiten für').toString('base64')}?=\n =?iso-8859-1?Q?_=C4ngstliche?=`
    const text = `From: =?UTF-8?Q?J=C3=B6rg?= Sand <js@sea.example>\nSubject: ${subject}\n\n${PROSE}`
    expect(readPlainText(text)).toMatchObject({
      author: 'Jörg Sand',
      pieces: [
        { type: 'heading', text: 'Gezeiten für Ängstliche' },
        { text: 'From: Jörg Sand <js@sea.example>' },
        { text: PROSE },
      ],
    })
  })

  it('reads parts in encodings of their own, and every mail of an archive', async () => {
    const mail = (body: string): string =>
      `From ada@sea.example Tue Mar  5 10:00:00 2024\nSubject: Flut\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n\n${body}\n--b--\n`
    const sent = mail('Die Flut ist schön.')
    expect(await decodeMail(sent, Buffer.from(sent, 'latin1'))).toContain('ist schön.')
    expect(await decodeMail(`${mail('The first.')}\n${mail('The second.')}`)).toMatch(/The first\.[^]*The second\./u)
  })

  it('leaves a mail as it is whose parts are nested without end', async () => {
    const mail = `MIME-Version: 1.0\n${'Content-Type: multipart/mixed; boundary=b\n\n--b\n'.repeat(1000)}`
    expect(await decodeMail(mail)).toBe(mail)
  })

  it.each([
    ['Content-Transfer-Encoding: quoted-printable', 'Die Flut ist sch=C3=B6n, und =\nsie kommt.'],
    ['Content-Transfer-Encoding: base64', Buffer.from('Die Flut ist schön, und sie kommt.').toString('base64')],
    [
      'Content-Type: multipart/alternative; boundary=b',
      '--b\nContent-Type: text/plain; charset=utf-8\n\nDie Flut ist schön, und sie kommt.\n--b\nContent-Type: text/html\n\n<p>Flut</p>\n--b--',
    ],
  ])('decodes a body with %s', async (header, body) => {
    const mail = `From: Ada <a@sea.example>\nSubject: Flut\nMIME-Version: 1.0\n${header}\n\n${body}\n`
    const texts = parsePlainText(await decodeMail(mail)).map(({ text }) => text)
    expect(texts).toEqual(['Flut', 'From: Ada <a@sea.example>', 'Die Flut ist schön, und sie kommt.'])
  })
})

it.each([
  ['as it is', '7bit', (html: string) => html],
  ['encoded', 'base64', (html: string) => Buffer.from(html).toString('base64')],
])('reads subject and sender of a mail that has only HTML, %s', async (_, encoding, encode) => {
  // Some programs leave out the MIME-Version.
  const version = encoding === '7bit' ? '' : 'MIME-Version: 1.0\n'
  const head = `From: "Sand & Sons" <s@sea.example>\nSubject: Ebb < flood\n${version}Content-Type: text/html`
  const body = encode(`<title>News 4</title><div>Dear Ben,</div><p>${PROSE}</p><ul><li>nets</li></ul>Ada`)
  const mail = `${head}\nContent-Transfer-Encoding: ${encoding}\n\n${body}\n`
  const { title, author, blocks } = readText({ content: await decodeMail(mail) }, 1)
  expect([title, author]).toEqual(['Ebb < flood', 'Sand & Sons'])
  expect(blocks.map(({ text }) => text)).toEqual(['Dear Ben,', PROSE, 'nets', 'Ada'])
})

describe('logs of chats', () => {
  it.each([
    '[12:41] Ada: Is the tide in?\n[12:41] Ben: It is going out, I think,\nor so it looks from here.\n[12:44] Ada: Then we wait.\n[12:45] Ben: We do.',
    '12/03/2024, 12:41 - Ada: Is the tide in?\n12/03/2024, 12:41 - Ben: It is going out, I think,\nor so it looks from here.\n12/03/2024, 12:44 - Ada: Then we wait.\n12/03/2024, 12:45 - Ben: We do.',
    'Ada: Is the tide in?\nBen: It is going out, I think,\nor so it looks from here.\nAda: Then we wait.\nBen: We do.',
  ])('keep each message as a paragraph without times', (text) => {
    const pieces = parsePlainText(text)
    expect(pieces).toHaveLength(4)
    expect(pieces[1]?.text).toMatch(/Ben: It is going out, I think, or so it looks from here\.$/u)
    expect(pieces.every((piece) => piece.location === undefined)).toBe(true)
  })
})

describe('transcripts', () => {
  const said = [
    'so today we talk about tides',
    'and why the sea comes in',
    'and goes out again.',
    'the moon pulls at the water',
    'and the water follows.',
  ]
  const clock = (at: number): string => `${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}`
  const times = [0, 14, 28, 63, 80]
  const cue = (at: number): [number, string] => [times[at] ?? 0, said[at] ?? '']
  const all = said.map((_, at) => cue(at))

  it.each([
    ['of YouTube’s panel', all.map(([at, text]) => `${clock(at)}\n${text}`).join('\n')],
    ['of YouTube’s panel as read aloud', all.map(([at, text]) => `${clock(at)}\n${at} seconds\n${text}`).join('\n')],
    ['with times in lines', all.map(([at, text]) => `${clock(at)} ${text}`).join('\n')],
    ['with times in brackets', all.map(([at, text]) => `[${clock(at)}] ${text}`).join('\n')],
    ['of LRC', `[ar:Ada Lind]\n${all.map(([at, text]) => `[${clock(at)}.00]${text}`).join('\n')}`],
    ['with hours', all.map(([at, text]) => `[00:${clock(at).padStart(5, '0')}] ${text}`).join('\n\n')],
  ])('reads times of %s', (_, text) => {
    const pieces = parsePlainText(text)
    expect(pieces.map((piece) => piece.text)).toEqual([said.join(' ')])
    expect(pieces[0]?.location).toMatchObject({ kind: 'time', startSeconds: 0 })
  })

  it('splits paragraphs at sentences, each with its time', () => {
    const lines = Array.from({ length: 24 }, (_, at) => `${clock(at * 10)} ${said[at % said.length]}`)
    const pieces = parsePlainText(`Talk about tides\n\n${lines.join('\n')}`)
    expect(pieces[0]).toMatchObject({ type: 'heading', text: 'Talk about tides' })
    const [, first, second] = pieces
    expect(first?.text.endsWith('.')).toBe(true)
    expect(first?.location).toEqual({ kind: 'time', startSeconds: 0, endSeconds: 100 })
    expect(second?.location).toMatchObject({ startSeconds: 100 })
  })

  it('keeps the names of speakers', () => {
    const below = `Ada Lovelace  0:03\nThe sea comes in.\nBen Example  0:09\nAnd it goes out.\nAda Lovelace  1:02:07\nAs it does.`
    const beside = below.replaceAll(/ {2}(\S+)\n/gu, ' [$1]: ')
    for (const text of [below, beside])
      expect(parsePlainText(text).map((piece) => [piece.text, piece.location])).toEqual([
        ['Ada Lovelace: The sea comes in.', { kind: 'time', startSeconds: 3, endSeconds: 9 }],
        ['Ben Example: And it goes out.', { kind: 'time', startSeconds: 9, endSeconds: 3727 }],
        ['Ada Lovelace: As it does.', { kind: 'time', startSeconds: 3727, endSeconds: 3727 }],
      ])
  })

  it('reads times in frames, with the speaker in a line below', () => {
    const text = said.map((line, at) => `00:00:${10 + at}:12 - 00:00:${11 + at}:02\nSpeaker ${at % 2}\n${line}`)
    expect(parsePlainText(text.join('\n\n')).slice(0, 2)).toMatchObject([
      { text: `Speaker 0: ${said[0]}`, location: { startSeconds: 10, endSeconds: 11 } },
      { text: `Speaker 1: ${said[1]}`, location: { startSeconds: 11, endSeconds: 12 } },
    ])
  })

  it('ignores times of day, times that do not increase, and times in prose', () => {
    const hasTime = (text: string): boolean => parsePlainText(text).some((piece) => piece.location !== undefined)
    expect(hasTime('9:00 AM Arrival of all guests\n10:30 AM Talk about tides\n12:00 PM Lunch by the sea')).toBe(false)
    expect(hasTime('3:10 one result\n2:05 another result\n1:00 a third result\n0:30 a last one')).toBe(false)
    expect(hasTime(`0:10\n${PROSE.repeat(20)}\n0:20\n${PROSE.repeat(20)}\n0:30\n${PROSE.repeat(20)}`)).toBe(false)
    expect(hasTime('0:05 Left the pier, calm\n2:30 Passed the light\n6:40 Took in a sail\n9:15 Anchored')).toBe(false)
    expect(hasTime('14:05 The train leaves\n15:10 The train arrives\n16:20 The train returns')).toBe(false)
  })
})

it('reads right-to-left texts and hostile ones', () => {
  expect(
    parts('المد والجزر\n\nيرتفع المد وينخفض لأن القمر يجذب البحر، والبحر يتبعه صابراً حول العالم كله كل يوم مرتين.'),
  ).toEqual([
    ['heading', 'المد والجزر'],
    ['paragraph', 'يرتفع المد وينخفض لأن القمر يجذب البحر، والبحر يتبعه صابراً حول العالم كله كل يوم مرتين.'],
  ])
  for (const unit of [
    '1:',
    '[',
    '0:0 ',
    'A ',
    '- ',
    '* ',
    '> ',
    '| ',
    '#',
    '\n\n1. ',
    'a-\n',
    '<v a',
    '1 a, ',
    '0:01\n',
  ])
    parsePlainText(unit.repeat(30_000))
})

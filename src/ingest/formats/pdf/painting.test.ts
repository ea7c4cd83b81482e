import { describe, expect, it } from 'vitest'
import { makePdf, pdfLines, pdfPicture, pdfText } from '../../../../tests/support/pdf.ts'
import { parsePdf } from './parse-pdf.ts'

const texts = async (...pages: string[]) => (await parsePdf(makePdf({ pages }))).pieces.map(({ text }) => text)

const prose = [
  'The ferry to the outer islands leaves twice a day in summer,',
  'and once in winter if the ice in the sound allows it at all.',
  'Islanders keep a boat of their own for the weeks in between.',
]
const body = pdfLines(60, 600, prose)
const sentence = prose.join(' ')

/** Content within a coordinate system. */
const within = (matrix: readonly number[], content: string) => `q ${matrix.join(' ')} cm\n${content}Q\n`

/** A matrix that turns by degrees around the middle of the page. */
function turned(degrees: number): number[] {
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return [cosine, sine, -sine, cosine, 300 - 300 * cosine + 400 * sine, 400 - 300 * sine - 400 * cosine].map(
    (number) => Math.round(number * 1e5) / 1e5,
  )
}

describe('mirrored and turned text', () => {
  it.each<[string, string]>([
    ['a negative size that undoes a half turn', body.replaceAll('12 Tf 1 0 0 1', '-12 Tf -1 0 0 -1')],
    [
      'a negative size and scale that undo a mirrored page',
      within(
        [1, 0, 0, -1, 0, 800],
        'BT -100 Tz /plain -12 Tf 60 200 Td (Fog lifts) Tj ET\nBT 60 214.4 Td (at noon.) Tj ET\n',
      ),
    ],
    ['a page mirrored from side to side', within([-1, 0, 0, 1, 600, 0], body)],
    ['a page mirrored from top to bottom', within([1, 0, 0, -1, 0, 800], body)],
    ['a page upside down', within([-1, 0, 0, -1, 600, 800], body)],
  ])('reads %s', async (_, page) => {
    expect(await texts(page)).toEqual([page.includes('Fog') ? 'Fog lifts at noon.' : sentence])
  })

  it.each([0.8, -3, 7, -14, 92, 267])('reads a page that is turned by %d degrees', async (degrees) => {
    expect(await texts(within(turned(degrees), body))).toEqual([sentence])
  })

  it.each([1.5, -2.5])('reads recognized words that rise along lines by %d degrees', async (degrees) => {
    const rise = Math.tan((degrees * Math.PI) / 180)
    const words = prose.flatMap((line, index) => {
      const places = line.matchAll(/\S+/gu)
      return Array.from(places, ({ 0: word, index: at }) =>
        pdfText(60 + 7.2 * at, 600 - 15 * index + 7.2 * at * rise, word, { font: 'typed', mode: 3 }),
      )
    })
    expect(await texts(pdfPicture + words.join(''))).toEqual([sentence])
  })
})

describe('headings of tables that run up or down', () => {
  const row = (y: number, ...cells: string[]) => cells.map((cell, at) => pdfText(60 + 60 * at, y, cell)).join('')
  const rows = row(500, '2019', '14', '3', '8') + row(484, '2020', '15', '2', '9') + row(468, '2021', '16', '1', '7')
  const up = (x: number, ...lines: string[]) =>
    lines.map((line, at) => pdfText(x + 12 * at, 520, line, { size: 10, matrix: [0, 1, -1, 0] })).join('')
  const down = (x: number, line: string) => pdfText(x, 565, line, { size: 10, matrix: [0, -1, 1, 0] })
  const values = ['2019\t14\t3\t8', '2020\t15\t2\t9', '2021\t16\t1\t7']

  it.each([
    [
      'up',
      up(127, 'Ferries') + up(187, 'Barges') + up(247, 'Tugs of', 'the port'),
      'Ferries\tBarges\tTugs of the port',
    ],
    ['down', down(124, 'Ferries') + down(184, 'Barges') + down(244, 'Tugs'), 'Ferries\tBarges\tTugs'],
  ])('are a row of it: %s', async (_, headings, expected) => {
    const page = body + row(520, 'Year') + headings + rows
    expect(await texts(page)).toEqual([sentence, [`Year\t${expected}`, ...values].join('\n')])
  })

  it('are not the labels of an axis', async () => {
    const page = pdfLines(60, 480, prose) + up(127, 'May') + up(187, 'June')
    expect(await texts(page)).toEqual([sentence, 'May', 'June'])
  })
})

describe('pages that viewers turn', () => {
  it.each<[number, readonly [number, number, number, number], (x: number, y: number) => [number, number]]>([
    [90, [0, 1, -1, 0], (x, y) => [600 - y, x]],
    [180, [-1, 0, 0, -1], (x, y) => [600 - x, 600 - y]],
    [270, [0, -1, 1, 0], (x, y) => [y, 800 - x]],
  ])('removes running headers of pages that are turned by %d degrees', async (degrees, matrix, toPage) => {
    const text = (x: number, y: number, written: string) => pdfText(...toPage(x, y), written, { matrix })
    const pages = ['first', 'second', 'third'].map(
      (name) => text(60, 580, 'Ferry times') + text(60, 400, `The ${name} page.`),
    )
    const file = Buffer.from(makePdf({ pages }))
      .toString('latin1')
      .replaceAll('/MediaBox', `/Rotate ${degrees} /MediaBox`)
    const { pieces } = await parsePdf(new Uint8Array(Buffer.from(file, 'latin1')))
    expect(pieces.map((piece) => piece.text)).toEqual([
      'Ferry times',
      'The first page.',
      'The second page.',
      'The third page.',
    ])
  })
})

describe('text painted twice', () => {
  it.each<[string, string, string]>([
    ['a block', body + body.replaceAll(' 60 ', ' 60.4 '), sentence],
    [
      'a heading with a shadow',
      pdfText(61.8, 698.2, 'Ferry times', { size: 20, gray: 0.6 }) + pdfText(60, 700, 'Ferry times', { size: 20 }),
      'Ferry times',
    ],
    [
      'letters, each at once',
      Array.from(
        'hall',
        (letter, index) =>
          pdfText(60 + 7.2 * index, 700, letter, { font: 'typed' }) +
          pdfText(60.4 + 7.2 * index, 700, letter, { font: 'typed' }),
      ).join(''),
      'hall',
    ],
    [
      'marks that are painted apart from their words',
      [60, 60.4]
        .map((x) => pdfText(x, 700, 'Ferry', { font: 'typed' }) + pdfText(x + 36, 700, '.', { font: 'typed' }))
        .join(''),
      'Ferry.',
    ],
    ['a word within a line', 'BT /bold 12 Tf 60 700 Td [(Ferry) 2480 (Ferry) -300 (times)] TJ ET\n', 'Ferry times'],
    [
      'text that was recognized again',
      pdfLines(60, 700, prose, { size: 11 }) +
        prose.map((line, index) => pdfText(60, 700.4 - 13.2 * index, line, { size: 11.05, mode: 3 })).join(''),
      sentence,
    ],
  ])('reads %s once', async (_, page, text) => {
    expect(await texts(page)).toEqual([text])
  })

  it('keeps words that are repeated', async () => {
    const page = pdfLines(60, 700, [
      'They had had all 1111 of the illicit 11,111 llamas, very',
      'very often and very very late.',
    ])
    expect(await texts(page)).toEqual([
      'They had had all 1111 of the illicit 11,111 llamas, very very often and very very late.',
    ])
  })
})

describe('spaces between letters', () => {
  const unicode = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')

  it.each([
    ['fi', 'm'],
    ['ff', 'm'],
    ['ffi', 'mm'],
  ])('keeps words whole around the letters "%s" that replace a wider glyph', async (letters, glyph) => {
    const replaced = `/Span << /ActualText (${letters}) >> BDC (${glyph}) Tj EMC`
    const page = `BT /plain 12 Tf 60 600 Td (The o) Tj ${replaced} (ce on the quay) Tj ET\n`
    expect(await texts(page)).toEqual([`The o${letters}ce on the quay`])
  })

  it('reads raised and lowered marks that are painted after their line', async () => {
    const text = (x: number, y: number, written: string, size = 12) => pdfText(x, y, written, { font: 'typed', size })
    const line =
      text(60, 600, '9 km') + text(94, 600, ' of fog, H') + text(171, 600, 'O and salt') + text(248, 600, '.')
    const page =
      line + pdfLines(60, 540, prose) + text(89, 605, '2', 8) + text(166, 597, '2', 8) + text(243, 605, '3', 8)
    expect((await texts(page)).slice(0, 1)).toEqual(['9 km² of fog, H₂O and salt.'])
  })

  it('leaves out spaces that are painted over a ligature or undone after it', async () => {
    const over = `BT /unicode 12 Tf 60 700 Td [<${unicode('in\ufb02')}> 1000 <${unicode(' ')}> <${unicode('ux')}>] TJ ET\n`
    const undone = `BT /unicode 12 Tf 130 700 Td [<${unicode('a \ufb01')}> <${unicode(' ')}> 980 <${unicode('sh')}>] TJ ET\n`
    expect(await texts(over + undone)).toEqual(['influx a fish'])
  })

  it('separates words after a ligature at a gap without a painted space', async () => {
    const gap = `BT /unicode 12 Tf 60 700 Td [<${unicode('fell o\ufb00')}> -220 <${unicode('as he rose')}>] TJ ET\n`
    expect(await texts(gap)).toEqual(['fell off as he rose'])
  })

  it('keeps narrow spaces, and spaces of recognized words that overlap', async () => {
    expect(await texts(pdfText(60, 700, 'so few') + body)).toEqual(['so few', sentence])
    const narrow = 'BT /plain 12 Tf 60 700 Td -2 Tw (so few) Tj 0 Tw ET\n'
    expect(await texts(narrow + body)).toEqual(['so few', sentence])
    const recognized = pdfText(60, 700, 'low ', { mode: 3 }) + pdfText(80, 700, 'tide', { mode: 3 })
    expect(await texts(recognized + body)).toEqual(['low tide', sentence])
  })

  it('separates words of Korean and full-width Latin, but not of Japanese, at narrow gaps', async () => {
    const placed = (y: number, ...words: string[]) => {
      let x = 60
      return words
        .map((word) => {
          const painted = pdfText(x, y, word, { font: 'square' })
          x += 12 * word.length + 3
          return painted
        })
        .join('')
    }
    expect(await texts(placed(700, '섬으로', '가는', '배는', '하루', '두', '번'))).toEqual([
      '섬으로 가는 배는 하루 두 번',
    ])
    expect(await texts(placed(700, 'ＦＥＲＲＹ', 'ＴＩＭＥＳ'))).toEqual(['ＦＥＲＲＹ ＴＩＭＥＳ'])
    const spaced = Array.from('섬으로 가는 배의 시간표', (letter, index) =>
      letter === ' ' ? '' : pdfText(60 + 15 * index, 700, letter, { font: 'square' }),
    )
    expect(await texts(spaced.join(''))).toEqual(['섬으로 가는 배의 시간표'])
    expect(await texts(placed(700, '島への', '船は', '一日', '二便'))).toEqual(['島への船は一日二便'])
  })

  it('has no space at the gap that office programs set between squares and digits', async () => {
    const placed = (...words: string[]) => {
      let x = 60
      return words.map((word) => {
        const painted = pdfText(x, 700, word, { font: 'square' })
        x += Array.from(word, (letter) => (/[ \d]/u.test(letter) ? 6 : 12)).reduce((sum, width) => sum + width, 0) + 3
        return painted
      })
    }
    expect(await texts(placed('船は', '1908', '年').join(''))).toEqual(['船は1908年'])
    expect(await texts(placed('가는 배는 ', '1908', '년에').join(''))).toEqual(['가는 배는 1908년에'])
  })
})

describe('initials of several lines', () => {
  const beside = (first: string, letter: string) =>
    pdfText(60, 590, letter, { size: 30 }) +
    pdfLines(64 + 22 * letter.length, 598.5, [first, 'and once in winter if the ice in the sound allows it.']) +
    pdfText(60, 569.7, 'Islanders keep a boat of their own for the weeks in between.')
  const rest =
    'and once in winter if the ice in the sound allows it. Islanders keep a boat of their own for the weeks in between.'

  it.each([
    ['T', 'he ferry leaves twice a day,', 'The ferry leaves twice a day,'],
    ['\u0093W', 'HEN does it leave in summer,', '“WHEN does it leave in summer,'],
    ['A', 'ferry leaves twice a day,', 'A ferry leaves twice a day,'],
  ])('joins %s to the word that follows', async (letter, first, text) => {
    expect(await texts(beside(first, letter))).toEqual([`${text} ${rest}`])
  })
})

describe('lines through text', () => {
  // Letters of the typed font are 7.2 points wide.
  const fare = pdfText(60, 680, 'The fare is 9 crowns 7 crowns a day.', { font: 'typed' })
  const [left, right] = [60 + 7.2 * 12, 60 + 7.2 * 20]

  it.each([
    ['bar', `${left} 683 ${right - left} 0.8 re f\n`],
    ['line', `${left} 683.5 m ${right} 683.5 l S\n`],
  ])('leaves out text with a %s through it', async (_, line) => {
    expect(await texts(fare + line + body)).toEqual(['The fare is 7 crowns a day.', sentence])
  })

  it.each([
    ['below', `${left} 678 ${right - left} 0.8 re f\n`],
    ['above', `${left} 690 ${right - left} 0.8 re f\n`],
    ['around', `${left} 677 ${right - left} 12 re f\n`],
    ['through and far beyond', `20 683 ${right} 0.8 re f\n`],
    ['white', `q 1 g ${left} 683 ${right - left} 0.8 re f Q\n`],
    ['stroked in white', `q 1 G ${left} 683.5 m ${right} 683.5 l S Q\n`],
    ['unpainted', `${left} 683 ${right - left} 0.8 re n\n`],
  ])('keeps text with a line %s it', async (_, line) => {
    expect((await texts(fare + line + body)).join(' ')).toContain('The fare is 9 crowns 7 crowns a day.')
  })

  it('keeps text over a white box that covers a line', async () => {
    const covered = `${left} 683 ${right - left} 0.8 re f q 1 g 50 670 400 20 re f Q\n`
    expect(await texts(covered + fare + body)).toEqual(['The fare is 9 crowns 7 crowns a day.', sentence])
    const filled = `q 1 g ${left} 683.5 m ${right} 683.5 l S Q\n`
    expect(await texts(fare + filled + body)).toEqual(['The fare is 7 crowns a day.', sentence])
    const framed = `${left} 683 ${right - left} 0.8 re f q 1 G 50 670 400 20 re S Q\n`
    expect(await texts(framed + fare + body)).toEqual(['The fare is 7 crowns a day.', sentence])
  })
})

describe('watermarks and stamps', () => {
  const mark = (degrees: number, text: string, options = {}) => {
    const [a = 1, b = 0, c = 0, d = 1] = turned(degrees)
    return pdfText(200, 540, text, { matrix: [a, b, c, d], size: 60, gray: 0.8, ...options })
  }

  it.each<[string, string]>([
    ['a large oblique word', mark(40, 'SPECIMEN')],
    ['a large oblique word in black', mark(-50, 'SPECIMEN', { gray: 0 })],
    [
      'small pale oblique words',
      mark(30, 'Ada Byron', { size: 11 }) + mark(30, 'Ada Byron', { size: 11 }).replace(' 200 540 ', ' 400 300 '),
    ],
    ['a large word across the lines', pdfText(150, 575, 'SPECIMEN', { size: 50, gray: 0.7 })],
    ['a large word that runs down', mark(270, 'COPY', { size: 30 }).replace(' 540 ', ' 615 ')],
    [
      'letters across the lines and beside them',
      Array.from('COPY', (letter, index) =>
        pdfText(150 + 90 * index, 480 + 60 * index, letter, { size: 70, gray: 0.8 }),
      ).join(''),
    ],
    [
      'a stamp along the side',
      pdfText(30, 250, 'preprint:2101.99999v1 [math.HO]', { matrix: [0, 1, -1, 0], size: 20, gray: 0.5 }),
    ],
  ])('leaves out %s', async (_, painted) => {
    const document = await parsePdf(makePdf({ pages: [painted + body] }))
    expect(document.pieces.map(({ text }) => text)).toEqual([sentence])
    expect(document.title).toBeNull()
  })

  it('leaves out a mark on all pages, with or without text below it', async () => {
    const stamp = pdfText(150, 575, 'SPECIMEN', { size: 50, gray: 0.7 })
    const last = 'The last boat is at nine.'
    expect(await texts(stamp + body, stamp + pdfText(60, 700, last))).toEqual([sentence, last])
  })

  it('leaves out pale oblique words that have more letters than the text', async () => {
    const words = [200, 300, 400, 500].map((y) => mark(30, 'Ada Byron', { size: 11 }).replace(' 540 ', ` ${y} `))
    expect(await texts(words.join('') + pdfText(60, 700, 'The last boat.'))).toEqual(['The last boat.'])
  })

  it.each<[string, string, string]>([
    ['a label of an axis', pdfText(40, 300, 'Depth in meters', { matrix: [0, 1, -1, 0], size: 10 }), 'Depth in meters'],
    ['a large heading above the text', pdfText(60, 640, 'Ferry times', { size: 40, gray: 0.6 }), 'Ferry times'],
    ['a chapter’s large first letter', pdfText(24, 576, 'T', { size: 44 }), 'T'],
  ])('keeps %s', async (_, painted, text) => {
    expect((await texts(painted + body)).join(' ')).toContain(text)
  })
})

import { describe, expect, it } from 'vitest'
import {
  makePdf,
  PAGE,
  type PdfOptions,
  pdfLines,
  pdfPicture,
  pdfProse,
  pdfText,
} from '../../../../tests/support/pdf.ts'
import { parsePdf } from './parse-pdf.ts'

const read = (...pages: string[]) => parsePdf(makePdf({ pages }))

const texts = async (...pages: string[]) => (await read(...pages)).pieces.map(({ text }) => text)

describe('text of a page', () => {
  it('joins lines of a paragraph and separates paragraphs at wider gaps', async () => {
    const page = pdfLines(50, 700, pdfProse('first', 3)) + pdfLines(50, 630, pdfProse('second', 3))
    expect(await texts(page)).toEqual([pdfProse('first', 3).join(' '), pdfProse('second', 3).join(' ')])
  })

  it('separates paragraphs with an indented first line', async () => {
    const end = 'and so it ends quite near the margin on the right.'
    const page = [
      pdfText(65, 700, 'The moon pulls at the sea and the sea follows it'),
      pdfText(50, 685.6, end),
      pdfText(65, 671.2, 'Later the wind rose and the boats were brought in'),
      pdfText(50, 656.8, 'before anyone on the shore had thought of it at all'),
    ].join('')
    expect(await texts(page)).toHaveLength(2)
  })

  it('drops the hyphen of a broken word and keeps that of a compound', async () => {
    const page = pdfLines(50, 700, [
      'The well-known tide tables were computed by a ma-',
      'chine of brass, and the tables were so well-',
      'known that sailors called them by its name.',
    ])
    expect(await texts(page)).toEqual([
      'The well-known tide tables were computed by a machine of brass, and the tables were so well-known that sailors called them by its name.',
    ])
  })

  it('inserts spaces in gaps between words', async () => {
    expect(await texts(pdfText(50, 700, 'Low') + pdfText(76, 700, 'water') + pdfText(112, 700, 'mark'))).toEqual([
      'Low water mark',
    ])
  })

  it('separates words at the narrowest justified spaces', async () => {
    const page = pdfText(50, 700, 'The tide') + pdfText(50 + 43.36 + 1.92, 700, 'table', { font: 'typed' })
    expect(await texts(page)).toEqual(['The tide table'])
  })

  it('joins the letters of words that are spaced out', async () => {
    const spaced = (x: number, y: number, text: string, by: number) =>
      `BT /plain 12 Tf 0 Tr ${by} Tc ${x} ${y} Td (${text}) Tj 0 Tc ET\n`
    const kerned = Array.from('tables', (letter) => `(${letter}) -140`).join(' ')
    const page =
      spaced(50, 700, 'HARBOR SIGNALS', 3) +
      `BT /plain 10 Tf 50 600 Td [${kerned}] TJ ET\n` +
      `BT /plain 10 Tf 100 600 Td [(o) -140 (f)] TJ ET\n` +
      `BT /plain 10 Tf 118 600 Td [(t) -140 (i) -140 (d) -140 (e) -140 (s)] TJ ET\n`
    expect(await texts(page)).toEqual(['HARBOR SIGNALS', 'tables of tides'])
    expect(await texts(spaced(50, 700, 'HARBOR SIGNALS', 6))).toEqual(['HARBOR SIGNALS'])
    expect(await texts(spaced(50, 700, 'tides', 6))).toEqual(['t i d e s'])
  })

  it('puts accents that are painted by themselves onto their letters', async () => {
    const page =
      `BT /plain 12 Tf 50 700 Td [(mar) 0 (\\264) 500 (e) -50 (es) ] TJ ET\n` +
      pdfText(110, 700, 'E') +
      pdfText(112, 703, '\u00b4') +
      pdfText(118, 700, 'bb') +
      `BT /plain 12 Tf 140 700 Td [(o) 500 (\\250)] TJ ET\n`
    expect(await texts(page)).toEqual(['marées Ébb ö'])
  })

  it('joins letters that are painted one by one', async () => {
    const advances = [0, 7.33, 10, 16.67]
    const page = Array.from('Tide', (letter, index) => pdfText(50 + advances[index]!, 700, letter)).join('')
    expect(await texts(page)).toEqual(['Tide'])
  })

  it('returns the page of each part and joins a sentence across pages', async () => {
    const first = pdfLines(50, 400, [...pdfProse('upper', 3), 'and this sentence goes over the edge of the page'])
    const document = await read(first, pdfLines(50, 400, ['to end on the next one.']) + pdfText(50, 300, 'Later.'))
    expect(document.pieces.map(({ location }) => location)).toEqual([
      { kind: 'page', page: 1 },
      { kind: 'page', page: 2 },
    ])
    expect(document.pieces[0]?.text).toMatch(/edge of the page to end on the next one\.$/u)
    expect(document.sourceInfo).toMatchObject({ readAs: 'PDF text', pages: 2 })
  })

  it('puts a footnote after the sentence that it interrupts', async () => {
    const first =
      pdfLines(50, 400, [...pdfProse('upper', 3), 'and this sentence goes over the edge of the page']) +
      pdfText(50, 100, '1 A note on the tides.', { size: 9 })
    expect(await texts(first, pdfLines(50, 400, ['to end on the next one.']))).toEqual([
      expect.stringMatching(/edge of the page to end on the next one\.$/u),
      '1 A note on the tides.',
    ])
  })

  it('joins surrogate pairs and replaces unpaired surrogates', async () => {
    const emoji = pdfText(50, 700, 'The sea \u{1f30a} and its\ud83c waves', { font: 'unicode' })
    const [text = ''] = await texts(emoji)
    expect(text).toContain('The sea \u{1f30a} and its\ufffd waves')
    expect(text.isWellFormed()).toBe(true)
  })

  it('reads rotated and slanted text', async () => {
    expect(await texts(pdfText(300, 100, 'Tides of the north', { matrix: [0, 1, -1, 0] }))).toEqual([
      'Tides of the north',
    ])
    expect(await texts(pdfText(300, 100, 'Tides of the south', { matrix: [0.999, 0.03, -0.03, 0.999] }))).toEqual([
      'Tides of the south',
    ])
  })
})

describe('structure', () => {
  it('finds headings by size and by weight', async () => {
    const page =
      pdfText(50, 740, 'On tides', { size: 24 }) +
      pdfText(50, 700, 'Causes', { font: 'bold' }) +
      pdfLines(50, 680, pdfProse('cause', 4))
    const { pieces, title } = await read(page)
    expect(pieces.map(({ type, level }) => [type, level])).toEqual([
      ['heading', 1],
      ['heading', 4],
      ['paragraph', undefined],
    ])
    expect(title).toBe('On tides')
  })

  it('reads headings and their depth from the outline', async () => {
    const pages = [pdfText(50, 700, 'Causes of tides') + pdfLines(50, 660, pdfProse('cause', 4))]
    const { pieces } = await parsePdf(makePdf({ pages, outline: [['Causes of Tides', 0]] }))
    expect(pieces[0]).toMatchObject({ type: 'heading', level: 2, text: 'Causes of tides' })
  })

  it('recognizes list items, captions and code', async () => {
    const page =
      pdfLines(50, 700, ['\x95 the moon, which is near', '\x95 the sun, which is heavy']) +
      pdfText(50, 640, 'Figure 2: Height of the water at Brest over a day.') +
      pdfLines(50, 600, ['for (const hour of day) {', '  print(height(hour));', '}'], { font: 'typed' })
    const { pieces } = await read(page)
    expect(pieces).toMatchObject([
      { type: 'list-item', text: 'the moon, which is near' },
      { type: 'list-item', text: 'the sun, which is heavy' },
      { type: 'caption' },
      { type: 'code', text: 'for (const hour of day) {\n  print(height(hour));\n}' },
    ])
  })

  it('does not mistake a typewritten letter for code', async () => {
    const { pieces } = await read(
      pdfLines(50, 700, ['Dear harbor master,', 'the tide was late again today.'], { font: 'typed' }),
    )
    expect(pieces.map(({ type }) => type)).not.toContain('code')
  })

  it('removes headers, footers and page numbers, but keeps the first of unique ones', async () => {
    const page = (number: number) =>
      pdfText(50, 770, 'Journal of Tides') +
      pdfLines(50, 600, pdfProse(`page${number}`, 4)) +
      pdfText(300, 30, String(number))
    const found = await texts(page(1), page(2), page(3), page(4))
    expect(found.filter((text) => text === 'Journal of Tides')).toHaveLength(1)
    expect(found.filter((text) => /^\d$/u.test(text))).toEqual([])
    expect(found.join(' ')).toContain('page4 line 3')
  })

  it('leaves out the contents, and keeps a table with the same words', async () => {
    const chapters = ['The moon', 'The sun', 'The wind'].map((title, at) => ({ title, page: at + 2 }))
    const rows = (values: readonly number[]) =>
      chapters.map(({ title }, at) => pdfText(50, 700 - 14 * at, title) + pdfText(500, 700 - 14 * at, `${values[at]}`))
    const pages = chapters.map(
      ({ title, page }) => pdfText(50, 740, title, { size: 18 }) + pdfLines(50, 700, pdfProse(`page${page}`, 6)),
    )
    const first = (values: readonly number[]) => pdfText(50, 740, 'Contents', { size: 18 }) + rows(values).join('')
    expect((await texts(first([2, 3, 4]), ...pages))[0]).toBe('The moon')
    expect((await texts(first([16, 12, 31]), ...pages))[1]).toBe('The moon\t16\nThe sun\t12\nThe wind\t31')
  })

  it('keeps a number at the foot of a document of one page', async () => {
    expect(await texts(pdfLines(50, 600, pdfProse('only', 3)) + pdfText(300, 30, '42'))).toContain('42')
  })
})

describe('scripts', () => {
  it('joins lines of Japanese without a space', async () => {
    const page = pdfLines(50, 700, ['潮の満ち引きは月が海を', '引くために起こる。'], { font: 'unicode' })
    expect(await texts(page)).toEqual(['潮の満ち引きは月が海を引くために起こる。'])
  })

  it('inserts no space around punctuation in vertical text', async () => {
    const page = pdfText(400, 700, '名前はまだ無い。どこで、生れたか', { font: 'vertical' })
    expect(await texts(page)).toEqual(['名前はまだ無い。どこで、生れたか'])
  })

  it('reads vertical columns from right to left', async () => {
    const page =
      pdfText(400, 700, '潮の満ち引きは月が', { font: 'vertical' }) +
      pdfText(380, 700, '海を引くために', { font: 'vertical' })
    expect((await texts(page)).join('')).toBe('潮の満ち引きは月が海を引くために')
  })

  it('reads letters that are painted below one another as vertical text', async () => {
    const column = (x: number, text: string) =>
      Array.from(text, (letter, index) => pdfText(x, 700 - index * 12, letter, { font: 'square' })).join('')
    expect((await texts(column(400, '潮の満ち引きは月が') + column(380, '海を引くために'))).join('')).toBe(
      '潮の満ち引きは月が海を引くために',
    )
  })

  it('returns Hebrew in logical order, with numbers and Latin words', async () => {
    // As a page shows it, from left to right.
    const shown = Array.from('הגאות של 2026 ב Dover נמוכה')
      .toReversed()
      .join('')
      .replace('6202', '2026')
      .replace('revoD', 'Dover')
    expect(await texts(pdfText(50, 700, shown, { font: 'unicode' }))).toEqual(['הגאות של 2026 ב Dover נמוכה'])
  })

  it('reads a line of a number and a sign in the direction of the lines around it', async () => {
    const lines = ['הגאות נמוכה', 'בנמל בשנת'].map((line) => Array.from(line).toReversed().join(''))
    const page = pdfLines(50, 700, [...lines, '.2026'], { font: 'unicode' })
    expect((await texts(page)).join(' ')).toBe('הגאות נמוכה בנמל בשנת 2026.')
  })

  it('spells out ligatures and Arabic forms and keeps other forms', async () => {
    expect(await texts(pdfText(50, 700, 'e\ufb03cient \ufb01sh of 5 m\u00b2', { font: 'unicode' }))).toEqual([
      'efficient fish of 5 m²',
    ])
    // The letter before a ligature is narrow, and one of the ligature's own.
    const narrow = ['di', '\ufb03cult'].map((part, index) => pdfText(50 + 15 * index, 700, part, { font: 'unicode' }))
    expect(await texts(narrow.join(''))).toEqual(['difficult'])
    expect(
      await texts(pdfText(50, 700, '\uf001sh \uf002ow in \uf731\uf739 \uf761\uf762', { font: 'unicode' })),
    ).toEqual(['fish flow in 19 ab'])
    expect(await texts(pdfText(50, 700, '\ufee1\ufefc\ufeb3', { font: 'unicode' }))).toEqual(['سلام'])
  })

  it('spells out ligatures that the font names by their letters', async () => {
    const shown = '\u0004e e\u0001ect of \u0002sh on an o\u0003ce'
    expect(await texts(pdfText(50, 700, shown, { font: 'ligatures' }))).toEqual(['The effect of fish on an office'])
  })

  it('reads Cyrillic that the file writes as UTF-8', async () => {
    const misread = String.fromCharCode(0xd09c, 0xd0b0, 0xd181, 0xd181, 0xd0b0)
    expect(await texts(pdfText(50, 700, misread, { font: 'unicode' }))).toEqual(['Масса'])
  })
})

describe('hidden text', () => {
  const seen = pdfText(50, 700, 'Seen by all')

  it('leaves out what is off the page, too small to see or white on white', async () => {
    const hidden = [
      pdfText(50, PAGE.height + 50, 'Above the page'),
      pdfText(-400, 500, 'Beside the page'),
      pdfText(50, 500, 'Tiny', { size: 0.4 }),
      pdfText(50, 400, 'White', { gray: 1 }),
    ]
    expect(await texts(seen + hidden.join(''))).toEqual(['Seen by all'])
  })

  it('keeps white text on a color', async () => {
    const banner = '0.1 g 40 390 300 30 re f\n'
    expect(await texts(banner + seen + pdfText(50, 400, 'White', { gray: 1 }))).toEqual(['Seen by all', 'White'])
  })

  it('keeps recognized text under a scan', async () => {
    const page = pdfPicture + pdfLines(50, 700, pdfProse('recognized', 3), { mode: 3 })
    const document = await read(page)
    expect(document.pieces[0]?.text).toBe(pdfProse('recognized', 3).join(' '))
    expect(document.sourceInfo.note).toBeUndefined()
  })

  it('reads filled form fields', async () => {
    const form: PdfOptions = { pages: [pdfText(50, 700, 'Name of the harbor master')], fieldValue: 'Grace Hopper' }
    expect((await parsePdf(makePdf(form))).pieces.map(({ text }) => text)).toContain('Grace Hopper')
  })
})

import { describe, expect, it } from 'vitest'
import { makePdf, pdfLines, pdfProse, pdfText } from '../../../../tests/support/pdf.ts'
import { parsePdf } from './parse-pdf.ts'

const read = (...pages: string[]) => parsePdf(makePdf({ pages }))

const texts = async (...pages: string[]) => (await read(...pages)).pieces.map(({ text }) => text)

describe('reading order', () => {
  const left = pdfProse('left')
  const right = pdfProse('right')
  const rowsOf = (rows: readonly (readonly string[])[], width: number, top = 700): string =>
    rows
      .map((row, index) => row.map((cell, column) => pdfText(50 + column * width, top - index * 16, cell)).join(''))
      .join('')

  it('reads columns one after the other, below a title over both', async () => {
    const page =
      pdfText(120, 760, 'Tides of the northern seas', { size: 24 }) +
      pdfLines(50, 700, left, { size: 9 }) +
      pdfLines(320, 700, right, { size: 9 })
    expect(await texts(page)).toEqual(['Tides of the northern seas', `${left.join(' ')} ${right.join(' ')}`])
  })

  it('reads columns of prose that are painted line by line across both', async () => {
    const page = left
      .map(
        (line, index) =>
          pdfText(50, 700 - index * 11, line, { size: 9 }) + pdfText(320, 700 - index * 11, right[index]!, { size: 9 }),
      )
      .join('')
    expect((await texts(page)).join(' ')).toBe([...left, ...right].join(' '))
  })

  it('reads cells of several lines one after the other where they were painted so', async () => {
    const row = (y: number, cells: readonly (readonly string[])[]) =>
      cells.map((lines, index) => pdfLines(50 + index * 170, y, lines)).join('')
    const page =
      row(700, [['Port'], ['What lies there'], ['Who may enter']]) +
      row(680, [['Brest'], ['The boats of the', 'pilots, and one', 'old tower'], ['Anyone with', 'a lamp']]) +
      row(630, [['Dover'], ['Nothing at'], ['Nobody']])
    expect((await read(page)).pieces).toMatchObject([
      {
        type: 'table',
        text: [
          'Port\tWhat lies there\tWho may enter',
          'Brest\tThe boats of the pilots, and one old tower\tAnyone with a lamp',
          'Dover\tNothing at\tNobody',
        ].join('\n'),
      },
    ])
  })

  it('reads blocks side by side one after the other', async () => {
    const [before, after] = [pdfLines(50, 760, pdfProse('before', 2)), pdfLines(50, 600, pdfProse('after', 2))]
    const [one, two] = [pdfProse('one', 8), pdfProse('two', 8)].map((lines) => lines.map((line) => line.slice(0, 40)))
    const page = `${before}${pdfLines(50, 720, one!, { size: 10 })}${pdfLines(320, 720, two!, { size: 10 })}${after}`
    const text = (await texts(page)).join(' ')
    expect(text.indexOf('one line 7')).toBeLessThan(text.indexOf('two line 0'))
  })

  it('reads the fields of a form column by column', async () => {
    const fields = [
      ['Bill to:', 'Ship to:'],
      ['Name: Anna Berg', 'Name: Carl Dahl'],
      ['Street: 12 Harbor Street', 'Street: 7 Mill Lane'],
      ['City: Bergen', 'City: Oslo'],
    ]
    const text = (await texts(rowsOf(fields, 270))).join(' ')
    expect(text.indexOf('City: Bergen')).toBeGreaterThan(0)
    expect(text.indexOf('City: Bergen')).toBeLessThan(text.indexOf('Ship to:'))
  })

  it.each<[string, string[][]]>([
    [
      'two columns',
      [
        ['Anna Berg', 'Carl Dahl'],
        ['12 Harbor Street', '7 Mill Lane, Unit 4'],
        ['Portland, ME 04101', 'Salem, OR 97301-2200'],
      ],
    ],
    [
      'three columns',
      [
        ['Anna Berg', 'Werft Nord GmbH', 'Zoé Petit'],
        ['Hafenstraße 12a', 'Postfach 1234', '7 rue du Port'],
        ['20457 Hamburg', 'D-24103 Kiel', '29200 Brest'],
      ],
    ],
    [
      'columns of unlike length',
      [
        ['Sold to', 'Delivered to'],
        ['Anna Berg', 'Carl Dahl'],
        ['12 Harbor Street', 'Dahl & Sons'],
        ['Plymouth PL1 2AB', '7 Mill Lane'],
        ['United Kingdom', 'Toronto ON M5V 2T6'],
      ],
    ],
  ])('reads addresses in %s one after the other', async (_, rows) => {
    const items = [
      ['Rope', '4', '20.00'],
      ['Lamp', '1', '35.50'],
      ['Oil', '2', '18.00'],
    ]
    const { pieces } = await read(rowsOf(rows, 170) + rowsOf(items, 170, 560))
    const columns = rows[0]!.map((_cell, column) => rows.map((row) => row[column]).join(' '))
    const text = pieces.filter(({ type }) => type !== 'table').map((piece) => piece.text)
    expect(text.join(' ')).toBe(columns.join(' '))
    expect(pieces.at(-1)).toMatchObject({ type: 'table', text: items.map((row) => row.join('\t')).join('\n') })
  })

  it('reads sheets of addresses one after the other', async () => {
    const labels = Array.from({ length: 8 }, (_, index) => [
      [`Anna Berg ${index}`, `Carl Dahl ${index}`],
      [`${index} Harbor Street`, `${index} Mill Lane`],
      ['Portland, ME 04101', 'Salem, OR 97301'],
    ])
    const text = (await texts(labels.map((rows, index) => rowsOf(rows, 270, 760 - index * 90)).join(''))).join(' ')
    for (let index = 0; index < labels.length; index += 1) {
      expect(text).toContain(`Anna Berg ${index} ${index} Harbor Street Portland, ME 04101`)
      expect(text).toContain(`Carl Dahl ${index} ${index} Mill Lane Salem, OR 97301`)
    }
  })

  it.each<[string, string[][]]>([
    [
      'addresses',
      [
        ['Anna Berg', '12 Harbor Street', 'Portland, ME 04101'],
        ['Carl Dahl', '7 Mill Lane', 'Salem, OR 97301'],
        ['Eva Falk', '3 Lake Road', 'Bath, ME 04530'],
      ],
    ],
    [
      'accounts',
      [
        ['Cash 2026', '1200', 'Debt 2026', '900'],
        ['Boats 14', '4500', 'Shares 12', '4800'],
        ['Ropes 1100', '1100', 'Profit 1100', '1100'],
      ],
    ],
  ])('reads the rows of a table of %s from side to side', async (_, rows) => {
    const { pieces } = await read(rowsOf(rows, 130))
    expect(pieces).toMatchObject([{ type: 'table', text: rows.map((row) => row.join('\t')).join('\n') }])
  })

  it('reads the rows of a table from side to side', async () => {
    const rows = [
      ['Port', 'High', 'Low'],
      ['Brest', '04:12', '10:31'],
      ['Dover', '11:05', '17:20'],
      ['Vigo', '03:40', '09:55'],
    ]
    const { pieces } = await read(rowsOf(rows, 120))
    expect(pieces).toMatchObject([
      { type: 'table', text: 'Port\tHigh\tLow\nBrest\t04:12\t10:31\nDover\t11:05\t17:20\nVigo\t03:40\t09:55' },
    ])
  })

  it.each(['before', 'after'])('reads a sentence beside a box that was painted %s it', async (when) => {
    const narrow = [
      'The lamp on the north mole was',
      'lit again after forty years, and',
      'the Keeper walks there at night,',
      'Anna says, to',
    ]
    const wide = ['clean the glass, which the salt of the sea and the smoke of the boats darken every day.']
    const box = pdfLines(240, 700, ['Did you know?', 'The lamp weighs a ton.', 'It came by boat.'], { size: 10 })
    const text = pdfLines(50, 702, narrow, { size: 12 }) + pdfLines(50, 638, wide, { size: 12 })
    expect(await texts(when === 'before' ? box + text : text + box)).toEqual([
      [...narrow, ...wide].join(' '),
      'Did you know?',
      'The lamp weighs a ton. It came by boat.',
    ])
  })

  it('reads columns before a table below them', async () => {
    const [one, two] = [pdfProse('one', 6), pdfProse('two', 6)].map((lines) => lines.map((line) => line.slice(0, 40)))
    const rows = [
      ['  Year', '   Rye', '   Oats', '         Remarks'],
      ['2012', '14', '3', 'The first sacks of the mill'],
      ['2013', '20', '4', 'A wet summer, and a dry autumn'],
    ]
    const page =
      pdfLines(50, 760, one!, { size: 10 }) +
      pdfLines(320, 760, two!, { size: 10 }) +
      pdfText(50, 660, 'Sacks by year') +
      rowsOf(rows, 110, 640)
    const { pieces } = await read(page)
    const text = pieces.map((piece) => piece.text).join(' ')
    expect(text.indexOf('Sacks by year')).toBeGreaterThan(text.indexOf('two line 5'))
    expect(pieces.at(-1)).toMatchObject({
      type: 'table',
      text: 'Year\tRye\tOats\tRemarks\n2012\t14\t3\tThe first sacks of the mill\n2013\t20\t4\tA wet summer, and a dry autumn',
    })
  })

  it('reads the columns of one section before those of the next', async () => {
    const column = (name: string) => pdfProse(name, 4).map((line) => line.slice(0, 40))
    const page = ['a', 'b', 'c', 'd']
      .map((name, at) => pdfLines(at % 2 === 0 ? 50 : 320, at < 2 ? 760 : 600, column(name), { size: 10 }))
      .join('')
    const text = (await texts(page)).join(' ')
    const order = ['a', 'b', 'c', 'd'].map((name) => text.indexOf(`${name} line 3`))
    expect(order).toEqual(order.toSorted((one, other) => one - other))
  })

  it('puts lines in order that are painted upside down', async () => {
    const page = [2, 1, 0].map((index) => pdfText(50, 700 - index * 14, pdfProse('line', 3)[index]!)).join('')
    expect(await texts(page)).toEqual([pdfProse('line', 3).join(' ')])
  })
})

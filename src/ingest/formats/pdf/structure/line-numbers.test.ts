import { describe, expect, it } from 'vitest'
import { makePdf, type PdfTextOptions, pdfText } from '../../../../../tests/support/pdf.ts'
import { parsePdf } from '../parse-pdf.ts'

const lines = [
  'The pilot had been told to wait outside the bar until the',
  'flood set in, and he did so for three hours. When the water',
  'stood at eleven feet he crossed the bar with the lead going,',
  'and anchored off the customs house. The master of the second',
  'ship did not wait. He followed the first one in the belief',
  'that the channel was the same as in the year before, and was',
  'aground within the hour. The court finds that he was warned',
  'twice, and that the loss of the cargo is his own. The owners',
  'of the cargo had asked for a pilot in writing, and they were',
  'told that none was free. This was not so. Two pilots were in',
  'the tavern at that time, and said so under oath.',
]
const verse = Array.from(
  'abcdefghijk',
  (letter, index) => `${letter.toUpperCase()} verse of ${'mn'.repeat(1 + (index % 3))}`,
)

const texts = async (...pages: string[]) =>
  (await parsePdf(makePdf({ pages }))).pieces.map(({ text }) => text.replace(/\s+/gu, ' '))

const pageOf = (rows: readonly string[], pitch: number, number: (index: number) => string, x = 90) =>
  rows.map((row, index) => pdfText(x, 740 - index * pitch, row, { size: 10 }) + number(index)).join('')

const numberAt = (x: number, y: number, value: number, options: PdfTextOptions = {}) =>
  pdfText(x, y, String(value), { size: 10, ...options })

const each =
  (x: number, pitch: number, options: PdfTextOptions = {}, first = 1) =>
  (index: number) =>
    numberAt(x, 740 - index * pitch, first + index, options)

const fifth =
  (x: number, options: PdfTextOptions = {}) =>
  (index: number) =>
    (index + 1) % 5 === 0 ? numberAt(x, 740 - index * 14, index + 1, options) : ''

const none = () => ''

describe('line numbers', () => {
  it.each<[string, string]>([
    ['on the left', pageOf(lines, 20, each(60, 20))],
    ['on the right', pageOf(lines, 14, each(520, 14))],
    ['in small print', pageOf(lines, 14, each(76, 14, { size: 5 }))],
    ['that continue from a page before', pageOf(lines, 20, each(60, 20, {}, 96))],
    ['for every fifth line', pageOf(lines, 14, fifth(60))],
    ['for every fifth line, on the right', pageOf(lines, 14, fifth(520, { size: 7 }))],
    [
      'painted before the text, and beside empty lines',
      Array.from({ length: 25 }, (_, index) => numberAt(60, 737 - index * 24, index + 1)).join('') +
        pageOf(lines, 24, none),
    ],
    [
      'painted with the text',
      lines
        .map((line, index) =>
          pdfText(60, 740 - index * 14, `${String(index + 1).padStart(2)} ${line}`, { font: 'typed', size: 9 }),
        )
        .join(''),
    ],
  ])('leaves out numbers %s', async (_, page) => {
    expect((await texts(page)).join(' ')).toBe(lines.join(' '))
  })

  it('leaves out numbers of two columns', async () => {
    const narrow = lines.map((line) => line.slice(0, 34).trimEnd())
    const right = narrow.map((line) => line.replace(/^\S+/u, (word) => word.toLowerCase()))
    const page = pageOf(narrow, 14, each(70, 14, { size: 6 })) + pageOf(right, 14, each(316, 14, { size: 6 }, 12), 336)
    expect((await texts(page)).join(' ')).toBe([...narrow, ...right].join(' '))
  })

  it('leaves out numbers of verses, and of pages with few lines', async () => {
    expect((await texts(pageOf(verse, 14, fifth(330)))).join(' ')).toBe(verse.join(' '))
    const last = pageOf(['and the case is closed.'], 20, each(60, 20, {}, 12))
    expect((await texts(pageOf(lines, 20, each(60, 20)), last)).join(' ')).toBe(
      `${lines.join(' ')} and the case is closed.`,
    )
  })

  it.each<[string, readonly string[], (index: number) => string]>([
    [
      'items of a list',
      [
        'The pilot waited outside the bar for the flood',
        'The master of the second ship did not wait',
        'The court finds that he was warned of it twice',
        'The owners had asked for a pilot in writing',
      ],
      each(60, 16),
    ],
    [
      'rows of a table',
      [
        'rope of hemp, twisted, with three strands',
        'lamp oil in barrels of forty liters each',
        'anchors with two arms and a wooden stock',
        'canvas for sails, bleached and doubled up',
      ],
      (index) => each(60, 16)(index) + numberAt(420, 740 - index * 16, 11 * index * index),
    ],
    [
      'steps of five in a table',
      ['rope', 'oil', 'anchors', 'canvas'],
      (index) => numberAt(60, 740 - index * 16, 5 * index + 5),
    ],
    ['pages in a table of contents', ['Pilots', 'Masters', 'The court', 'Owners'], each(420, 16)],
  ])('keeps numbers of %s', async (_, rows, number) => {
    const text = (await texts(pageOf(rows, 16, number))).join(' ')
    for (const [index, row] of rows.entries())
      expect(text).toMatch(new RegExp(`(?:\\d+ ${row}|${row} ${index + 1})`, 'u'))
  })
})

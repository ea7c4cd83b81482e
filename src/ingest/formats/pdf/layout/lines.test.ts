import { describe, expect, it } from 'vitest'
import { makePdf, pdfLines, pdfProse, pdfText } from '../../../../../tests/support/pdf.ts'
import { parsePdf } from '../parse-pdf.ts'

/** Courier at 12 points, every letter of which is this wide. */
const WIDTH = 7.2

const body = pdfLines(50, 600, pdfProse('body', 8), { font: 'typed' })

/** The text of a line that is painted as words and marks: "^" raises a mark, "_" lowers it. */
async function lineOf(parts: readonly string[], note = ''): Promise<string | undefined> {
  let x = 50
  const painted = parts.map((part) => {
    const rise = part.startsWith('^') ? 5 : part.startsWith('_') ? -2 : 0
    const text = rise === 0 ? part : part.slice(1)
    const size = rise === 0 ? 12 : 7
    const operators = pdfText(x, 700 + rise, text, { font: 'typed', size })
    x += text.length * WIDTH * (size / 12)
    return operators
  })
  return (await parsePdf(makePdf({ pages: [painted.join('') + body + note] }))).pieces[0]?.text
}

describe('raised marks of notes', () => {
  it.each([
    ['a word', ['as Conger', '^2', ' has shown'], 'as Conger has shown'],
    ['a sentence, several', ['The sea is old.', '^3,4-6', ' It is wide.'], 'The sea is old. It is wide.'],
    ['a word, painted one by one', ['as Conger', '^2', '^,', '^3', ' has shown'], 'as Conger has shown'],
    ['a quotation, in brackets', ['the old, old sea.', '^[14]', ' he said'], 'the old, old sea. he said'],
    ['a name, as a number and a sign', ['by Ada Byron', '^1*', ', and others'], 'by Ada Byron, and others'],
    ['names, as signs', ['Ada Byron', '^*', ' and Mary Somerville', '^1'], 'Ada Byron and Mary Somerville'],
  ])('leaves out note marks after %s', async (_, parts, text) => {
    expect(await lineOf(parts)).toBe(text)
  })

  it.each([
    ['exponents of units', ['an area of 20 km', '^2', ' at low tide'], 'an area of 20 km² at low tide'],
    ['exponents of numbers', ['about 10', '^6', ' grains of sand'], 'about 10⁶ grains of sand'],
    ['an exponent with an ordinal after it', ['on 7 m', '^2', ' of the 9', '^th'], 'on 7 m² of the 9th'],
    ['lowered numbers', ['some Carbon', '_2', ' in water'], 'some Carbon₂ in water'],
    ['raised words', ['on the 1', '^st', ' of May it rose'], 'on the 1st of May it rose'],
    ['the numbers of notes', ['^1', ' The sea is old'], '1 The sea is old'],
  ])('keeps %s', async (_, parts, text) => {
    expect(await lineOf(parts)).toBe(text)
  })

  it.each([
    ['the mark of a note below', ['of the 36', '^5', ' boats'], 'of the 36 boats'],
    ['a power beside such a mark', ['of the 36', '^5', ' boats', '^5'], 'of the 36⁵ boats'],
    ['powers out of the order of the notes', ['of 12', '^2', ' and the sea', '^1'], 'of 12² and the sea'],
    ['a power of another number', ['of the 36', '^4', ' boats'], 'of the 36⁴ boats'],
  ])('tells %s', async (_, parts, text) => {
    const notes = (text.includes('12') ? ['1', '2'] : ['5']).map(
      (number, at) =>
        pdfText(50, 100 - 12 * at, number, { font: 'typed', size: 6 }) +
        pdfText(56, 97 - 12 * at, 'Counted in May.', { font: 'typed', size: 9 }),
    )
    expect(await lineOf(parts, notes.join(''))).toBe(text)
  })

  it('reads raised numbers of a heading, which are no smaller than other text', async () => {
    const parts: [text: string, x: number, rise: number, size: number][] = [
      ['Seas', 50, 0, 20],
      ['2', 98, 8, 15],
      ['of 10', 119, 0, 20],
      ['6', 179, 8, 15],
      ['waves', 200, 0, 20],
    ]
    const heading = parts.map(([text, x, rise, size]) => pdfText(x, 700 + rise, text, { font: 'typed', size }))
    expect((await parsePdf(makePdf({ pages: [heading.join('') + body] }))).title).toBe('Seas of 10⁶ waves')
  })

  it('reads raised and lowered numbers in the size of their line', async () => {
    const rises: [text: string, rise: number][] = [
      ['10', 0],
      ['6', 5],
      [' g of CO', 0],
      ['2', -3],
      [' left', 0],
    ]
    const painted = rises.map(([text, rise]) => `${rise} Ts (${text}) Tj`).join(' ')
    const page = `BT /typed 12 Tf 50 700 Td ${painted} 0 Ts ET\n${body}`
    expect((await parsePdf(makePdf({ pages: [page] }))).pieces[0]?.text).toBe('10⁶ g of CO₂ left')
  })

  it('leaves out note marks in right-to-left text', async () => {
    const arabic = 'السرطان'
    const shown = Array.from(arabic).toReversed().join('')
    const mark = pdfText(395, 705, '[1]', { font: 'unicode', size: 7 })
    const page = pdfText(416, 700, shown, { font: 'unicode' }) + mark + body
    expect((await parsePdf(makePdf({ pages: [page] }))).pieces[0]?.text).toBe(arabic)
  })
})

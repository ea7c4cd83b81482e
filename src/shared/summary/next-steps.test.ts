import { describe, expect, it } from 'vitest'
import { stepsAsTable } from './next-steps.ts'
import { pageHeadings } from './page-headings.ts'
import type { PagePart } from './summary-page.ts'

const partOf = (...texts: string[]): PagePart => ({
  title: 'Next steps',
  form: 'bullets',
  header: [],
  lines: texts.map((text) => ({ cells: [text], citations: [] })),
})
const rows = (language: string, ...texts: string[]): string[][] | null => {
  const { form, lines } = stepsAsTable(partOf(...texts), pageHeadings(language))
  return form === 'table' ? lines.map(({ cells }) => cells) : null
}

describe('stepsAsTable', () => {
  it('has columns for task, owner and date', () => {
    const part = partOf(
      'Send the missing forms to the bank: Dana, April 17.',
      'Rewrite the announcement: Luis and Mirjam, by Friday',
      'Plan shifts for launch day: None assigned',
      'Ask for a quote, with and without the tower: Ann, Tom, next week',
    )
    expect(stepsAsTable(part, pageHeadings('en'))).toEqual({
      ...part,
      form: 'table',
      header: ['What', 'Who', 'When'],
      lines: [
        ['Send the missing forms to the bank', 'Dana', 'April 17'],
        ['Rewrite the announcement', 'Luis and Mirjam', 'by Friday'],
        ['Plan shifts for launch day', 'None assigned', ''],
        ['Ask for a quote, with and without the tower', 'Ann, Tom', 'next week'],
      ].map((cells) => ({ cells, citations: [] })),
    })
  })

  it('knows the months and weekdays of other languages', () => {
    expect(rows('de', 'Preise einholen: Anna, Freitag', 'Brief an die Stadt schreiben: Tom, bis Ende Mai')).toEqual([
      ['Preise einholen', 'Anna', 'Freitag'],
      ['Brief an die Stadt schreiben', 'Tom', 'bis Ende Mai'],
    ])
    expect(rows('ja', '見積もりを取る：佐藤、5月3日', '市に手紙を書く：田中')).toEqual([
      ['見積もりを取る', '佐藤', '5月3日'],
      ['市に手紙を書く', '田中', ''],
    ])
  })

  it.each([
    ['one line of another form', 'Price the tower: Ana, Friday', 'The City Council meets again in May.'],
    ['decisions with a label', 'New price: 18 euros', 'Launch date: May 12'],
    ['sentences after a colon', 'Price of the tower: it stays at 4 million', 'Start of work: after the review'],
    ['a date within the owner', 'Price the tower: Ana by Friday', 'Write to the city: Tom'],
    ['questions', 'Price of the tower: Who pays?', 'Start of work: When?'],
    ['one line alone', 'Price the tower: Ana, Friday'],
  ])('leaves %s a list', (_, ...texts) => {
    expect(rows('en', ...texts)).toBeNull()
  })

  it('leaves dates in unknown words where they are', () => {
    expect(rows('de', 'Preise einholen: Anna, nächste Woche', 'Brief schreiben an die Stadt: Tom')).toBeNull()
  })

  it('keeps the table while the next line is written', () => {
    const part = partOf('Price the tower: Ana, Friday', 'Write to the')
    expect(stepsAsTable(part, pageHeadings('en'), true)).toMatchObject({
      form: 'table',
      lines: [{ cells: ['Price the tower', 'Ana', 'Friday'] }, { cells: ['Write to the', '', ''] }],
    })
  })
})

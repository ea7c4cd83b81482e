import { describe, expect, it } from 'vitest'
import { advancedText, basicText } from '../../shared/summary/partial-page.ts'
import type { PagePart, SummaryPage } from '../../shared/summary/summary-page.ts'
import { countWords } from '../../shared/text/words.ts'
import { fitAdvanced } from './fit-advanced.ts'

const sentences = (words: number, mark: string): string =>
  Array.from({ length: words / 10 }, (_, at) => `The ${mark} number ${at} was mended in the spring again.`).join(' ')

const part = (lines: number, form: PagePart['form'] = 'bullets'): PagePart => ({
  title: 'Repairs',
  form,
  header: form === 'table' ? ['Place', 'Work of the year'] : [],
  lines: Array.from({ length: lines }, (_, at) => ({
    cells: form === 'table' ? [`Pier ${at}`, sentences(20, 'pier')] : [sentences(20, `line ${at}`)],
    citations: [],
  })),
})

const pageOf = (basicWords: number, parts: PagePart[]): SummaryPage => ({
  kind: null,
  flags: [],
  keyParts: [],
  gist: { text: 'The harbor was mended.', citations: [] },
  takeaways: [],
  summary: [{ text: sentences(basicWords, 'harbor'), citations: [] }],
  parts,
  quotes: [],
  notices: [],
  check: 'rules',
})

const factorOf = (page: SummaryPage): number => countWords(advancedText(page)) / countWords(basicText(page))

describe('the advanced parts', () => {
  it.each([
    ['fit already', pageOf(100, [part(25)]), 100],
    ['are cut if they are longer', pageOf(50, [part(20), part(4)]), 50],
    ['are cut if tables make them longer', pageOf(50, [part(14, 'table'), part(4)]), 50],
    ['keep their length beside a shorter summary', pageOf(120, [part(19)]), 100],
  ])('%s', (_, page, basicWords) => {
    const fitted = fitAdvanced(page)
    expect(factorOf(fitted)).toBeGreaterThanOrEqual(4)
    expect(factorOf(fitted)).toBeLessThanOrEqual(6)
    expect(countWords(basicText(fitted))).toBe(basicWords)
    expect(fitted.notices).toEqual([])
  })

  it('are cut by as much as the texts of takeaways take of their length', () => {
    const takeaways = [0, 1, 2].map((at) => ({ label: '', text: sentences(40, `boat ${at}`), citations: [] }))
    const details = takeaways.map((_, under) => ({ ...part(8, 'table'), under }))
    const fitted = fitAdvanced({ ...pageOf(60, details), takeaways })
    expect(fitted.notices).toEqual([])
    expect(factorOf(fitted)).toBeLessThanOrEqual(6)
    expect(fitted.parts.map(({ under }) => under)).toEqual([0, 1, 2])
  })

  it('lose a short line, and no end of a plot, beside takeaways that are too long for a basic summary', () => {
    const text = (words: number) => ({ cells: [sentences(words, 'pier')], citations: [] })
    const plot: PagePart = { title: '', form: 'text', header: [], lines: [text(50), text(50), text(50)] }
    const shown: PagePart = { ...plot, lines: [text(40)] }
    const takeaways = [{ label: '', text: sentences(30, 'boat'), citations: [] }]
    const page = {
      ...pageOf(0, [plot, shown]),
      gist: { text: sentences(30, 'harbor'), citations: [] },
      takeaways,
      summary: [],
    }
    expect(fitAdvanced(page)).toEqual({ ...page, parts: [plot] })
  })

  it('have two takeaways as their basic summary if only these are as long', () => {
    const lines = [90, 90].map((words) => ({ cells: [sentences(words, 'pier')], citations: [] }))
    const takeaways = [20, 20].map((words) => ({ label: '', text: sentences(words, 'boat'), citations: [] }))
    const parts: PagePart[] = [{ title: '', form: 'text', header: [], lines }]
    const page = { ...pageOf(0, parts), gist: { text: sentences(20, 'harbor'), citations: [] }, takeaways, summary: [] }
    expect(fitAdvanced({ ...page, takeaways: takeaways.slice(0, 1) }).parts).toEqual(parts)
    expect(factorOf(page)).toBe(4.5)
  })

  it('are left out, with a notice, if the summary would lose too much', () => {
    const page = pageOf(120, [part(6)])
    expect(fitAdvanced(page)).toEqual({ ...page, parts: [], notices: ['advanced_missing'] })
    expect(fitAdvanced(pageOf(120, []))).toEqual(pageOf(120, []))
  })
})

import { describe, expect, it } from 'vitest'
import { countWords } from '../../shared/text/words.ts'
import { lengthsFor } from '../lengths.ts'
import type { FullPageAnswer } from './answers.ts'
import { fitDraft, placeDetails, readDraft, textsOf } from './draft.ts'

const many = (count: number, mark = ''): string =>
  Array.from({ length: count }, (_, at) => `word${mark}${at}`).join(' ')
const line = (text: string) => ({ text: `${text}.`, blocks: ['b1'] })

function draftOf(sourceWords: number, over: Partial<FullPageAnswer>) {
  const answer: FullPageAnswer = {
    kind: 'meeting',
    flags: [],
    title: '',
    gist: line(many(20)),
    takeaways: Array.from({ length: 5 }, (_, at) => ({ label: 'Label', ...line(many(20, `t${at}x`)), details: [] })),
    keyParts: [],
    summary: [line(many(50, 's'))],
    parts: [],
    quotes: [],
    questions: [],
    ...over,
  }
  const lengths = lengthsFor(sourceWords, true)
  return fitDraft(
    readDraft(answer, lengths, () => false),
    lengths,
    sourceWords,
    undefined,
  )
}

const keyPart = (title: string, lines: number) => ({
  title,
  lines: Array.from({ length: lines }, (_, at) => line(many(20, `${title}${at}x`))),
})

describe('readDraft', () => {
  it('divides a long paragraph of a part, and loses no sentence of it', () => {
    const sentences = Array.from({ length: 12 }, (_, at) => `Then ${many(10, `s${at}x`)}.`)
    const plot: FullPageAnswer['parts'][number] = {
      title: 'The plot',
      form: 'text',
      header: [],
      lines: [{ cells: [sentences.join(' ')], blocks: ['b1'] }],
    }
    const { parts } = draftOf(5000, { kind: 'story', parts: [plot] })
    expect(parts[0]?.lines.length).toBeGreaterThan(1)
    expect(parts[0]?.lines.flatMap(({ cells }) => cells).join(' ')).toBe(sentences.join(' '))
    for (const { cells, blocks } of parts[0]?.lines ?? []) {
      expect(countWords(cells.join(' '))).toBeLessThanOrEqual(81)
      expect(blocks).toEqual(['b1'])
    }
  })
})

it('has long tables after all other parts', () => {
  const part = (form: 'table' | 'text', title: string, rows: number) => ({
    title,
    form,
    header: form === 'table' ? ['Year', 'Boats'] : [],
    lines: Array.from({ length: rows }, (_, at) => ({
      cells: [`${1900 + at}`, 'The boats were counted.'],
      blocks: ['b1'],
    })),
  })
  const parts = [part('table', 'All years', 26), part('table', 'Two years', 2), part('text', 'Why', 1)]
  const titlesOf = (kind: 'news' | 'guide' | 'meeting') =>
    draftOf(5000, { kind, parts }).parts.map(({ title }) => title)
  expect(titlesOf('news')).toEqual(['Two years', 'Why', 'All years'])
  // A guide lists materials before its steps, a meeting its ideas before what is left to do.
  for (const kind of ['guide', 'meeting'] as const) expect(titlesOf(kind)).toEqual(['All years', 'Two years', 'Why'])
})

describe('fitDraft', () => {
  it('cuts key parts from their ends until the first screen fits', () => {
    for (const [words, most] of [
      [1100, 180],
      [3000, 180],
      [390, 100],
    ] as const) {
      const draft = draftOf(words, { keyParts: ['Decisions', 'Steps', 'Open'].map((title) => keyPart(title, 15)) })
      const { firstScreen } = textsOf(draft)
      expect(countWords(firstScreen)).toBeLessThanOrEqual(Math.max(most, 20 + 3 * 20 + 3 * 20))
      expect(draft.keyParts.map(({ lines }) => lines[0]?.cells[0])).toHaveLength(3)
      expect(draft.takeaways.length).toBeGreaterThanOrEqual(2)
    }
  })

  it('drops takeaways and open questions before a decision', () => {
    const keyParts = [keyPart('Decisions', 3), keyPart('Open questions', 4)]
    expect(draftOf(3000, { keyParts }).keyParts.map(({ lines }) => lines.length)).toEqual([3, 1])
  })

  it('keeps more decisions than asked for if the first screen has room, and every step of a long procedure', () => {
    const short = (title: string, lines: number) => ({
      title,
      lines: Array.from({ length: lines }, (_, at) => line(many(5, `${title}${at}x`))),
    })
    const linesOf = (kind: 'meeting' | 'guide', ...keyParts: ReturnType<typeof keyPart>[]) =>
      draftOf(3000, { kind, keyParts }).keyParts.map(({ lines }) => lines.length)
    expect(linesOf('meeting', short('Decisions', 7), short('Open', 2))).toEqual([7, 2])
    expect(linesOf('guide', short('Steps', 17))).toEqual([17])
  })

  it('keeps the last takeaway of a first screen that is a few words too long', () => {
    const takeaways = (words: number) =>
      Array.from({ length: 5 }, (_, at) => ({ label: 'Label', ...line(many(words, `t${at}x`)), details: [] }))
    const left = (words: number) => {
      const over = { kind: 'news' as const, gist: line(many(35)), takeaways: takeaways(words) }
      return draftOf(3000, over).takeaways.length
    }
    expect([left(29), left(31), left(37)]).toEqual([5, 5, 4])
  })

  it('keeps every takeaway with details, and puts these below it by its place among those that are left', () => {
    const detail = (mark: string) => ({
      form: 'text' as const,
      header: [],
      lines: [{ cells: [`${many(30, mark)}.`], blocks: ['b1'] }],
    })
    const takeaways = Array.from({ length: 5 }, (_, at) => ({
      label: `Label ${at}`,
      ...line(at === 1 ? 'Short' : many(37, `t${at}x`)),
      details: [detail(`d${at}x`)],
    }))
    const draft = draftOf(3000, { kind: 'news', gist: line(many(60)), takeaways, summary: [] })
    expect(draft.takeaways.map(({ label }) => label)).toEqual(['Label 0', 'Label 2', 'Label 3', 'Label 4'])
    expect(placeDetails(draft.parts, draft.takeaways).map(({ title, under }) => [title, under])).toEqual([
      ['Label 0', 0],
      ['Label 2', 1],
      ['Label 3', 2],
      ['Label 4', 3],
    ])
  })

  it('keeps up to two takeaways more than are asked for if they have details', () => {
    const details = [{ form: 'text' as const, header: [], lines: [{ cells: [`${many(20, 'd')}.`], blocks: ['b1'] }] }]
    const left = (own: typeof details) => {
      const takeaways = Array.from({ length: 9 }, (_, at) => ({
        label: '',
        ...line(many(12, `t${at}x`)),
        details: own,
      }))
      return draftOf(3000, { kind: 'news', takeaways, summary: [] }).takeaways.length
    }
    expect([left([]), left(details)]).toEqual([5, 7])
  })

  it('keeps every step of a guide, as a checklist', () => {
    const draft = draftOf(1100, { kind: 'guide', keyParts: [keyPart('Needs', 6), keyPart('Steps', 10)] })
    expect(draft.keyParts.map(({ form, lines }) => [form, lines.length])).toEqual([
      ['checklist', 6],
      ['checklist', 10],
    ])
    expect(draft.takeaways).toHaveLength(1)
  })

  it('has a short summary as the background of parts, which are not cut to its length', () => {
    const lines = Array.from({ length: 16 }, (_, at) => ({ cells: [`${many(25, `p${at}x`)}.`], blocks: ['b1'] }))
    const parts = [{ title: 'Why', form: 'bullets' as const, header: [], lines }]
    const draft = draftOf(3000, { summary: [line(many(30, 's'))], parts })
    expect(draft.summary).toEqual([])
    expect(draft.parts.map(({ title, form, lines: own }) => [title, form, own.length])).toEqual([
      ['', 'text', 1],
      ['Why', 'bullets', 16],
    ])
  })

  it('keeps every side of a debate, or none', () => {
    const part = (form: 'debate' | 'bullets', count: number, mark: string) => ({
      title: mark,
      form,
      header: [],
      lines: Array.from({ length: count }, (_, at) => ({
        cells: form === 'debate' ? [`Side ${at}`, `${many(70, `${mark}${at}x`)}.`] : [`${many(30, `${mark}${at}x`)}.`],
        blocks: ['b1'],
      })),
    })
    const fit = (...parts: FullPageAnswer['parts']) =>
      draftOf(2000, { summary: [], parts }).parts.map(({ title, lines }) => [title, lines.length])
    expect(fit(part('debate', 4, 'd'), part('bullets', 20, 'l'))[0]).toEqual(['d', 4])
    expect(fit(part('debate', 4, 'd'), part('debate', 5, 'e'))).toEqual([['d', 4]])
    expect(fit(part('debate', 12, 'd'))).toEqual([['d', 12]])
  })

  it('keeps the whole page within 45% of the source', () => {
    const lines = Array.from({ length: 12 }, (_, at) => ({ cells: [`${many(25, `p${at}x`)}.`], blocks: ['b1'] }))
    const parts = ['One', 'Two'].map((title) => ({ title, form: 'bullets' as const, header: [], lines }))
    const texts = textsOf(draftOf(1100, { parts }))
    expect(countWords(Object.values(texts).join(' '))).toBeLessThanOrEqual(495)
    expect(texts.parts).not.toBe('')
  })

  it('shortens the longest list before a plot or a table loses its end', () => {
    const part = (form: FullPageAnswer['parts'][number]['form'], lines: number, mark: string) => ({
      title: mark,
      form,
      header: [],
      lines: Array.from({ length: lines }, (_, at) => ({ cells: [`${many(30, `${mark}${at}x`)}.`], blocks: ['b1'] })),
    })
    const { most } = lengthsFor(3000, true).parts!
    const fit = (...parts: FullPageAnswer['parts']) =>
      draftOf(3000, { kind: 'story', summary: [line(many(60, 's')), line(many(60, 'z'))], parts }).parts.map(
        ({ lines }) => lines.length,
      )
    const plotLines = Math.ceil((most * 1.2) / 30)
    expect(fit(part('text', plotLines, 'p'))).toEqual([plotLines])
    const [plot, list] = fit(part('text', 6, 'p'), part('bullets', plotLines, 'l'))
    expect(plot).toBe(6)
    expect(list).toBeLessThan(plotLines)
    expect(fit(part('text', 20, 'p'), part('bullets', 15, 'l'))[0]).toBe(20)
    const [endless] = fit(part('text', 200, 'p'))
    expect(endless! * 30).toBeLessThanOrEqual(120 * 6)
  })

  it('never cuts a gist or takeaway in mid-sentence', () => {
    const clauses = `${many(18)}; ${many(20, 'z')}`
    const takeaways = [clauses, many(40, 'y'), many(12, 'x'), many(12, 'w'), many(12, 'v')]
    const draft = draftOf(3000, {
      gist: line(many(38)),
      takeaways: takeaways.map((text) => ({ label: '', text: `${text}.`, blocks: ['b1'], details: [] })),
    })
    expect(draft.gist.text).toBe(`${many(38)}.`)
    expect(draft.takeaways.map(({ text }) => text)).toEqual(
      [many(18), many(12, 'x'), many(12, 'w'), many(12, 'v')].map((text) => `${text}.`),
    )
  })
})

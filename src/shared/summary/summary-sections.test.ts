import { expect, test } from 'vitest'
import { pageOf, textPart } from '../../../tests/support/pages/page-of.ts'
import type { Citation } from './citation.ts'
import type { PagePart } from './summary-page.ts'
import { type SummaryBody, summarySections } from './summary-sections.ts'

const citations: Citation[] = [
  { blockId: 'b9', location: { kind: 'page', page: 9 }, label: 'p. 9', excerpt: 'Four shops closed.' },
]
const decisions: PagePart = {
  title: 'Entscheidungen',
  form: 'bullets',
  header: [],
  lines: [{ cells: ['Die Straße bleibt autofrei.'], citations }],
}
const page = pageOf({
  kind: 'meeting',
  gist: { text: 'First.', citations },
  keyParts: [decisions],
  takeaways: [{ label: 'Sales', text: 'Sales fell.', citations }, 'Rents rose.'],
  summary: ['First.', 'Second.'],
  quotes: [{ text: 'Not a single pallet.', speaker: 'Tomas Veld', citations: [] }],
})
const body: SummaryBody = {
  page,
  language: 'de',
  sourceInfo: { readAs: 'PDF text', note: 'Pages that could not be read: 2 of 34.' },
}
const kindsOf = (summary: SummaryBody): string[] => summarySections(summary).map(({ kind }) => kind)

test('begins with the gist and the key parts, and has headings in the language of the summary', () => {
  expect(summarySections(body)).toEqual([
    {
      kind: 'gist',
      gist: { text: 'First.', citations },
      note: 'Teile der Quelle konnten nicht gelesen werden.',
    },
    { kind: 'keyParts', parts: [decisions] },
    {
      kind: 'takeaways',
      heading: 'Kernaussagen',
      colon: ': ',
      takeaways: [
        { label: 'Sales', text: 'Sales fell.', citations, details: [] },
        { label: '', text: 'Rents rose.', citations: [], details: [] },
      ],
    },
    { kind: 'summary', heading: 'Zusammenfassung', parts: [textPart('', 'First.', 'Second.')] },
    {
      kind: 'quotes',
      heading: 'Bemerkenswerte Zitate',
      quotes: [{ text: '“Not a single pallet.”', speaker: 'Tomas Veld', citations: [] }],
    },
  ])
})

test('puts parts below the takeaway whose details they are, and others after the takeaways', () => {
  const [first, second, own, lost] = [
    { ...textPart('Rents', 'By a tenth.'), under: 1 },
    { ...textPart('Rents', 'In two years.'), under: 1 },
    textPart('Who is who', 'A landlord.'),
    { ...textPart('Gone', 'Its takeaway is gone.'), under: 7 },
  ]
  const sectionsOf = (parts: PagePart[]): unknown[] =>
    summarySections({ ...body, page: { ...page, parts } }).flatMap((section): unknown[] => {
      if (section.kind === 'takeaways') return section.takeaways.map(({ details }) => details)
      return section.kind === 'advanced' ? [section] : []
    })
  expect(sectionsOf([first, second, own, lost])).toEqual([
    [],
    [first, second],
    { kind: 'advanced', heading: null, parts: [own, lost] },
  ])
  expect(sectionsOf([own])).toEqual([
    [],
    [],
    { kind: 'advanced', heading: 'Die ausführliche Zusammenfassung', parts: [own] },
  ])
})

test.each([
  ['sure', 'Tomas Veld', 'Tomas Veld · recognized text'],
  ['unsure', 'Tomas Veld', 'Tomas Veld · recognized text, hard to read'],
  ['unsure', null, 'recognized text, hard to read'],
] as const)('marks quotes of recognized text: %s, %s', (recognized, speaker, shown) => {
  const location = { kind: 'page', page: 2, recognized } as const
  const quotes = [
    { text: 'Rents rose.', speaker, citations: [{ blockId: 'b2', location, label: 'p. 2', excerpt: '' }] },
  ]
  const sections = summarySections({ ...body, page: pageOf({ quotes }) })
  expect(sections).toMatchObject([{ kind: 'quotes', quotes: [{ text: '“Rents rose.”', speaker: shown }] }])
})

test('has no section without content, and none without a page', () => {
  expect(kindsOf({ ...body, page: { ...page, summary: [] } })).not.toContain('summary')
  expect(kindsOf({ ...body, page: pageOf() })).toEqual([])
  expect(kindsOf({ ...body, page: null })).toEqual([])
})

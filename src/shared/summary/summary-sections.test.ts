import { expect, test } from 'vitest'
import type { PlaceRef } from './citation.ts'
import type { PagePart } from './summary-page.ts'
import { type SummaryBody, summarySections } from './summary-sections.ts'

const places: PlaceRef[] = [
  {
    blockId: 'b9',
    place: { kind: 'page', page: 9 },
    label: 'p. 9',
    href: null,
    excerpt: 'Four shops closed.',
  },
]
const decisions: PagePart = {
  title: 'Entscheidungen',
  form: 'bullets',
  header: [],
  lines: [{ cells: ['Die Straße bleibt autofrei.'], places }],
}

const body: SummaryBody = {
  basicSummary: 'First.\n\nSecond.',
  advancedSummary: 'Before.\n\n## Salt\n\nIt paid.',
  page: {
    kind: 'meeting',
    flags: [],
    gist: { text: 'First.', places },
    takeawayLabels: ['Sales'],
    keyParts: [decisions],
    advancedParts: [],
    quoteSpeakers: ['Tomas Veld'],
    notices: [],
    check: 'rules',
  },
  keyTakeaways: ['Sales fell.', 'Rents rose.'],
  takeawayPlaces: [places],
  notableQuotes: ['Not a single pallet.'],
  quotePlaces: [],
  language: 'de',
  sourceInfo: { readAs: 'PDF text', note: 'Pages that could not be read: 2 of 34.' },
}
const textPart = (...paragraphs: string[]): PagePart => ({
  title: '',
  form: 'text',
  header: [],
  lines: paragraphs.map((paragraph) => ({ cells: [paragraph], places: [] })),
})
const kindsOf = (summary: SummaryBody): string[] => summarySections(summary).map(({ kind }) => kind)

test('begins with the gist and the key parts, and pairs lines with labels, speakers and citations', () => {
  expect(summarySections(body)).toEqual([
    {
      kind: 'gist',
      gist: { text: 'First.', places },
      note: 'Teile der Quelle konnten nicht gelesen werden.',
    },
    { kind: 'keyParts', parts: [decisions] },
    {
      kind: 'takeaways',
      heading: 'Kernaussagen',
      colon: ': ',
      takeaways: [
        { label: 'Sales', text: 'Sales fell.', places },
        { label: '', text: 'Rents rose.', places: [] },
      ],
    },
    { kind: 'summary', heading: 'Zusammenfassung', parts: [textPart('First.', 'Second.')] },
    {
      kind: 'quotes',
      heading: 'Bemerkenswerte Zitate',
      quotes: [{ text: '“Not a single pallet.”', speaker: 'Tomas Veld', places: [] }],
    },
  ])
})

test('leaves out a summary text that only repeats the gist', () => {
  expect(kindsOf({ ...body, basicSummary: ' First.\n' })).not.toContain('summary')
})

test('begins with the text if there is no page, and splits the advanced summary into parts', () => {
  const sections = summarySections({ ...body, page: null, language: null })
  expect(sections.map(({ kind }) => kind)).toEqual(['summary', 'takeaways', 'advanced', 'quotes'])
  const lines = (text: string) => [{ cells: [text], places: [] }]
  expect(sections[2]).toEqual({
    kind: 'advanced',
    heading: 'In full',
    parts: [
      { title: '', form: 'text', header: [], lines: lines('Before.') },
      { title: 'Salt', form: 'text', header: [], lines: lines('It paid.') },
    ],
  })
})

test('has no section without content', () => {
  const empty = { ...body, basicSummary: '', advancedSummary: null, keyTakeaways: [], notableQuotes: [] }
  expect(kindsOf({ ...empty, page: null })).toEqual([])
})

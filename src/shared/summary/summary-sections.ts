import { asQuotation } from '../text/format.ts'
import type { CitedText, PlaceRef } from './citation.ts'
import { pageHeadings } from './page-headings.ts'
import type { Summary } from './summary.ts'
import type { PagePart } from './summary-page.ts'
import { summaryParts, unreadNote } from './summary-text.ts'

/** A takeaway: its label, empty if it has none, its text, and its citations. */
export interface LabeledTakeaway {
  label: string
  text: string
  places: readonly PlaceRef[]
}

/** A quote in quotation marks, with its speaker if known. */
export interface SpokenQuote {
  text: string
  speaker: string | null
  places: readonly PlaceRef[]
}

/** One section of a summary page. Headings are in the language of the summary. */
export type SummarySection =
  /** `note` is on parts of the source that couldn't be read; null without any. */
  | { kind: 'gist'; gist: CitedText; note: string | null }
  | { kind: 'keyParts'; parts: readonly PagePart[] }
  /** `colon` separates labels from texts. */
  | { kind: 'takeaways'; heading: string; colon: string; takeaways: readonly LabeledTakeaway[] }
  | { kind: 'summary' | 'advanced'; heading: string; parts: readonly PagePart[] }
  | { kind: 'quotes'; heading: string; quotes: readonly SpokenQuote[] }

export type SummaryBody = Pick<
  Summary,
  | 'basicSummary'
  | 'advancedSummary'
  | 'page'
  | 'keyTakeaways'
  | 'takeawayPlaces'
  | 'notableQuotes'
  | 'quotePlaces'
  | 'language'
  | 'sourceInfo'
>

/** Kind and flags of a source in the language of its summary: "News", "Opinion". Empty if neither is known. */
export function kindWords({ page, language }: Pick<Summary, 'page' | 'language'>): string[] {
  if (page === null) return []
  const { kinds, flags } = pageHeadings(language)
  return [...(page.kind === null ? [] : [kinds[page.kind]]), ...page.flags.map((flag) => flags[flag])]
}

/** A summary stored as text as parts, with the citations of its paragraphs if there are any. */
function partsOfText(text: string, places: readonly PlaceRef[][] = []): PagePart[] {
  return summaryParts(text).map(({ title, paragraphs }) => ({
    title: title ?? '',
    form: 'text',
    header: [],
    lines: paragraphs.map((paragraph, at) => ({ cells: [paragraph], places: places[at] ?? [] })),
  }))
}

const foldSpace = (text: string): string => text.replace(/\s+/gu, ' ').trim()

function isEmpty(section: SummarySection): boolean {
  switch (section.kind) {
    case 'gist':
      return section.gist.text === ''
    case 'keyParts':
    case 'summary':
    case 'advanced':
      return section.parts.length === 0
    case 'takeaways':
      return section.takeaways.length === 0
    case 'quotes':
      return section.quotes.length === 0
  }
}

/** Sections in reading order, without empty ones and without a summary text that only repeats the gist. */
export function summarySections(summary: SummaryBody): SummarySection[] {
  const { basicSummary, advancedSummary, page } = summary
  const headings = pageHeadings(summary.language)
  const isGist = page !== null && foldSpace(page.gist.text) === foldSpace(basicSummary)
  const text: SummarySection = {
    kind: 'summary',
    heading: headings.summary,
    parts: isGist ? [] : partsOfText(basicSummary, page?.summaryPlaces),
  }
  const takeaways: SummarySection = {
    kind: 'takeaways',
    heading: headings.takeaways,
    colon: headings.colon,
    takeaways: summary.keyTakeaways.map((takeaway, index) => ({
      label: page?.takeawayLabels[index] ?? '',
      text: takeaway,
      places: summary.takeawayPlaces[index] ?? [],
    })),
  }
  const quotes: SummarySection = {
    kind: 'quotes',
    heading: headings.quotes,
    quotes: summary.notableQuotes.map((quote, index) => ({
      text: asQuotation(quote),
      speaker: page?.quoteSpeakers[index] ?? null,
      places: summary.quotePlaces[index] ?? [],
    })),
  }
  const parts = page?.advancedParts ?? partsOfText(advancedSummary ?? '')
  const advanced: SummarySection = { kind: 'advanced', heading: headings.advanced, parts }
  const sections: SummarySection[] =
    page === null
      ? [text, takeaways, advanced, quotes]
      : [
          { kind: 'gist', gist: page.gist, note: unreadNote(summary) },
          { kind: 'keyParts', parts: page.keyParts },
          takeaways,
          text,
          advanced,
          quotes,
        ]
  return sections.filter((section) => !isEmpty(section))
}

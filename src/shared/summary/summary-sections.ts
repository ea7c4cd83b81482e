import { asQuotation } from '../text/format.ts'
import type { CitedText } from './citation.ts'
import { recognitionMark } from './location-label.ts'
import { stepsAsTable } from './next-steps.ts'
import { pageHeadings } from './page-headings.ts'
import type { Summary } from './summary.ts'
import type { PagePart, Quote, SummaryPage, Takeaway } from './summary-page.ts'
import { unreadNote } from './summary-text.ts'

/** A takeaway with the parts of the advanced summary that go on from it. */
export interface DetailedTakeaway extends Takeaway {
  details: readonly PagePart[]
}

/** One section of a summary page. Headings are in the language of the summary. */
export type SummarySection =
  /** `note` is on parts of the source that couldn't be read; null without any. */
  | { kind: 'gist'; gist: CitedText; note: string | null }
  | { kind: 'keyParts'; parts: readonly PagePart[] }
  /** `colon` separates labels from texts. */
  | { kind: 'takeaways'; heading: string; colon: string; takeaways: readonly DetailedTakeaway[] }
  | { kind: 'summary'; heading: string; parts: readonly PagePart[] }
  /**
   * Without a heading if takeaways have details, since it is not the whole of the advanced summary; with one in any case
   * for a part without a title.
   */
  | { kind: 'advanced'; heading: string | null; parts: readonly PagePart[] }
  /** In quotation marks, with marks of recognized text beside the speakers. */
  | { kind: 'quotes'; heading: string; quotes: readonly Quote[] }

export type SummaryBody = Pick<Summary, 'page' | 'language' | 'sourceInfo'>

/** Kind and flags of a source in the language of its summary: "News", "Opinion". Empty if neither is known. */
export function kindWords({ page, language }: Pick<Summary, 'page' | 'language'>): string[] {
  if (page === null) return []
  const { kinds, flags } = pageHeadings(language)
  // An opinion is a kind of source as well as a flag of others.
  return [...new Set([...(page.kind === null ? [] : [kinds[page.kind]]), ...page.flags.map((flag) => flags[flag])])]
}

/** The paragraphs of a summary as one part without a title. */
function partsOfParagraphs(paragraphs: readonly CitedText[]): PagePart[] {
  if (paragraphs.length === 0) return []
  const lines = paragraphs.map(({ text, citations }) => ({ cells: [text], citations }))
  return [{ title: '', form: 'text', header: [], lines }]
}

const withDetails = ({ takeaways, parts }: SummaryPage): DetailedTakeaway[] =>
  takeaways.map((takeaway, at) => ({ ...takeaway, details: parts.filter(({ under }) => under === at) }))

/** The parts that are not the details of a takeaway. */
const ownParts = ({ takeaways, parts }: SummaryPage): PagePart[] =>
  parts.filter(({ under }) => under === undefined || takeaways[under] === undefined)

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

/** A quote in quotation marks. Behind its speaker is a mark if its letters were recognized from a picture. */
function asShown({ text, speaker, citations }: Quote): Quote {
  const mark = citations.map(({ location }) => recognitionMark(location)).find((found) => found !== '')
  const behind = [speaker, mark].filter((part) => part !== null && part !== undefined)
  return { text: asQuotation(text), speaker: behind.length === 0 ? null : behind.join(' · '), citations }
}

/**
 * Sections of a page in reading order, without empty ones; none for an unfinished summary.
 *
 * @param isWriting whether the last line of a list may be unfinished, because it is being written
 */
export function summarySections(summary: SummaryBody, isWriting = false): SummarySection[] {
  const { page } = summary
  if (page === null) return []
  const headings = pageHeadings(summary.language)
  const parts = ownParts(page)
  const isTitled = parts.length === page.parts.length || parts.some(({ title }) => title === '')
  const sections: SummarySection[] = [
    { kind: 'gist', gist: page.gist, note: unreadNote(summary) },
    {
      kind: 'keyParts',
      parts:
        page.kind === 'meeting' ? page.keyParts.map((part) => stepsAsTable(part, headings, isWriting)) : page.keyParts,
    },
    { kind: 'takeaways', heading: headings.takeaways, colon: headings.colon, takeaways: withDetails(page) },
    { kind: 'summary', heading: headings.summary, parts: partsOfParagraphs(page.summary) },
    { kind: 'advanced', heading: isTitled ? headings.advanced : null, parts },
    {
      kind: 'quotes',
      heading: headings.quotes,
      quotes: page.quotes.map(asShown),
    },
  ]
  return sections.filter((section) => !isEmpty(section))
}

import type { Paper } from '../../../../shared/api/calls.ts'
import type { PlaceRef } from '../../../../shared/citation.ts'
import { content } from '../../../../shared/content.ts'
import { asQuotation, truncate } from '../../../../shared/format.ts'
import { type PageHeadings, pageHeadings } from '../../../../shared/page-headings.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { type SummaryPart, summaryParts } from '../../../../shared/summary-text.ts'
import { directionOf, parseTag } from '../../../../shared/text-direction.ts'
import { oneLine, webAddress } from '../escape-markdown.ts'
import { footLines, type LinkedText, placesOf, sourceLine, UNFINISHED } from '../summary-facts.ts'

/** How texts in one language are set. */
export interface Tongue {
  /** Of two or three letters; "und" where it is not known. */
  lang: string
  /** Country of two letters, where it makes a difference. */
  region: string | null
  rtl: boolean
}

/** A line with the places it rests on. */
export interface Cited {
  text: string
  places: LinkedText[]
}

export type Section =
  | { kind: 'parts'; heading: string; parts: SummaryPart[] }
  | { kind: 'takeaways' | 'quotes'; heading: string; items: Cited[] }

/** What a document says, and nothing of how it looks: page.typ reads it as JSON, so none of it is ever code. */
export interface PdfDocument {
  paper: Paper
  brand: string
  title: string
  /** What stands at the head of later pages. */
  running: string
  author: string | null
  /** When it was summarized: year, month, day. */
  date: readonly number[]
  /** Of the summary's own words. */
  summary: Tongue
  /** Of the title and the quotes. */
  source: Tongue
  sourceLine: LinkedText[]
  /** URL of the source, printed in full; null where it has none. */
  sourceUrl: string | null
  /** Of the headings. */
  headings: Tongue
  sections: Section[]
  foot: string[]
  /** Of the summary's language, as BCP 47 names it: "Latn", "Hant". */
  script: string
}

const RUNNING_CHARACTERS = 70

/** Taiwan stands for all that is written in traditional characters: its marks stand in the middle. */
const regionOf = (locale: Intl.Locale | null): string | null =>
  locale?.region ?? (locale?.script === 'Hant' ? 'TW' : null)

function tongueOf(tag: string | null, text: string): Tongue {
  const locale = tag === null ? null : parseTag(tag)
  return {
    lang: locale?.language ?? 'und',
    region: regionOf(locale),
    rtl: directionOf(tag, text) === 'rtl',
  }
}

const cleanLinks = (links: readonly LinkedText[]): LinkedText[] =>
  links.map(({ text, href }) => ({ text: oneLine(text), href }))

function citedOf(texts: readonly string[], places: readonly (readonly PlaceRef[])[]): Cited[] {
  return texts.map((text, index) => ({ text: oneLine(text), places: cleanLinks(placesOf(places[index])) }))
}

const cleanParts = (text: string): SummaryPart[] =>
  summaryParts(text).map(({ title, paragraphs }) => ({
    title: title === null ? null : oneLine(title),
    paragraphs: paragraphs.map(oneLine),
  }))

function sectionsOf(summary: Summary, headings: PageHeadings): Section[] {
  const { basicSummary, advancedSummary, keyTakeaways, takeawayPlaces, notableQuotes, quotePlaces } = summary
  const sections: Section[] = [
    { kind: 'parts', heading: headings.summary, parts: cleanParts(basicSummary) },
    { kind: 'takeaways', heading: headings.takeaways, items: citedOf(keyTakeaways, takeawayPlaces) },
    { kind: 'parts', heading: headings.advanced, parts: cleanParts(advancedSummary ?? '') },
    { kind: 'quotes', heading: headings.quotes, items: citedOf(notableQuotes.map(asQuotation), quotePlaces) },
  ]
  return sections.filter((section) => (section.kind === 'parts' ? section.parts : section.items).length > 0)
}

/** A summary as the document that a PDF is made of. It holds what the summary holds, as the Markdown does. */
export function toPdfDocument(summary: Summary, paper: Paper): PdfDocument {
  const { title, author, createdAt, language, sourceInfo, status, failureMessage, basicSummary, originalUrl } = summary
  const sourceUrl = originalUrl === null ? null : webAddress(originalUrl)
  const unfinished = oneLine(failureMessage ?? UNFINISHED)
  const locale = language === null ? null : parseTag(language)
  const date = new Date(createdAt)
  const headings = pageHeadings(language)
  return {
    paper,
    brand: content.productName,
    title: oneLine(title),
    running: truncate(oneLine(title), RUNNING_CHARACTERS),
    author: author === null ? null : oneLine(author),
    date: [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()],
    summary: tongueOf(language, basicSummary),
    source: tongueOf(sourceInfo?.language ?? language, title),
    // The URL is on a line of its own.
    sourceLine: cleanLinks(sourceLine(summary)).filter(({ href }) => href === null || sourceUrl === null),
    sourceUrl,
    headings: tongueOf(headings.language, headings.summary),
    sections:
      status === 'ready'
        ? sectionsOf(summary, headings)
        : [{ kind: 'parts', heading: headings.summary, parts: [{ title: null, paragraphs: [unfinished] }] }],
    foot: footLines(summary).map(oneLine),
    script: locale?.maximize().script ?? 'Latn',
  }
}

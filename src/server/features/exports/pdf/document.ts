import type { Paper } from '../../../../shared/api/calls.ts'
import type { PlaceRef } from '../../../../shared/citation.ts'
import { content } from '../../../../shared/content.ts'
import { truncate } from '../../../../shared/format.ts'
import { pageHeadings } from '../../../../shared/page-headings.ts'
import type { Summary } from '../../../../shared/summary.ts'
import type { PagePart, PartForm } from '../../../../shared/summary-page.ts'
import { kindWords, type SummarySection, summarySections } from '../../../../shared/summary-sections.ts'
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

/** A line with its citations. */
interface Cited {
  text: string
  places: LinkedText[]
}

interface Part {
  /** Empty for a part without a title. */
  title: string
  form: PartForm
  /** Column headings of a table; empty for a table without any. */
  header: string[]
  lines: { cells: string[]; places: LinkedText[] }[]
}

export type Section =
  | { kind: 'gist'; gist: Cited }
  | { kind: 'parts'; heading: string | null; parts: Part[] }
  | { kind: 'takeaways'; heading: string; items: (Cited & { label: string })[] }
  | { kind: 'paragraphs'; heading: string; paragraphs: string[] }
  | { kind: 'quotes'; heading: string; items: (Cited & { speaker: string })[] }

/** What a document says, and nothing of how it looks: page.typ reads it as JSON, so none of it is ever code. */
export interface PdfDocument {
  paper: Paper
  brand: string
  title: string
  /** Kind and flags of the source, in the language of the summary. */
  kindWords: string[]
  /** What table cells without a value show. */
  notMentioned: string
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

const citedOf = (text: string, places: readonly PlaceRef[]): Cited => ({
  text: oneLine(text),
  places: cleanLinks(placesOf(places)),
})

/** A part whose rows have as many cells as there are columns. */
function partOf({ title, form, header, lines }: PagePart, notMentioned: string): Part {
  const width = Math.max(header.length, ...lines.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, at) => at)
  const isTable = form === 'table'
  return {
    title: oneLine(title),
    form,
    header: header.length === 0 ? [] : columns.map((at) => oneLine(header[at] ?? '')),
    lines: lines.map(({ cells, places }) => ({
      cells: isTable ? columns.map((at) => oneLine(cells[at] || notMentioned)) : [oneLine(cells.join(' '))],
      places: cleanLinks(placesOf(places)),
    })),
  }
}

function sectionOf(section: SummarySection, notMentioned: string): Section {
  switch (section.kind) {
    case 'gist':
      return { kind: 'gist', gist: citedOf(section.gist.text, section.gist.places) }
    case 'keyParts':
      return { kind: 'parts', heading: null, parts: section.parts.map((part) => partOf(part, notMentioned)) }
    case 'takeaways': {
      const items = section.takeaways.map(({ label, text, places }) => ({
        label: label === '' ? '' : oneLine(label) + section.colon,
        ...citedOf(text, places),
      }))
      return { kind: 'takeaways', heading: section.heading, items }
    }
    case 'summary':
      return { kind: 'paragraphs', heading: section.heading, paragraphs: section.paragraphs.map(oneLine) }
    case 'advanced': {
      const parts = section.parts.map((part) => partOf(part, notMentioned))
      return { kind: 'parts', heading: section.heading, parts }
    }
    case 'quotes': {
      const items = section.quotes.map(({ text, speaker, places }) => ({
        speaker: oneLine(speaker ?? ''),
        ...citedOf(text, places),
      }))
      return { kind: 'quotes', heading: section.heading, items }
    }
  }
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
    kindWords: kindWords(summary),
    notMentioned: headings.notMentioned,
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
        ? summarySections(summary).map((section) => sectionOf(section, headings.notMentioned))
        : [{ kind: 'paragraphs', heading: headings.summary, paragraphs: [unfinished] }],
    foot: footLines(summary).map(oneLine),
    script: locale?.maximize().script ?? 'Latn',
  }
}

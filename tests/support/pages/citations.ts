import type { Citation, CitedText } from '../../../src/shared/summary/citation.ts'
import type { SourceLocation } from '../../../src/shared/summary/location.ts'
import { locationLabel } from '../../../src/shared/summary/location-label.ts'
import { pageAsTexts } from '../../../src/shared/summary/partial-page.ts'
import type { Summary } from '../../../src/shared/summary/summary.ts'
import type { PagePart, PartForm, SummaryPage } from '../../../src/shared/summary/summary-page.ts'

/** Makes a citation from a number in the source and the passage there. */
export type Cite = (at: number, excerpt?: string) => Citation

function citing(locationOf: (at: number) => SourceLocation): Cite {
  return (at, excerpt = 'The passage that this line rests on, in the words of the source.') => {
    const location = locationOf(at)
    return { blockId: `b${at}-${excerpt.length}`, location, label: locationLabel(location), excerpt }
  }
}

/** Cites pages, paragraphs, seconds of a recording, and chapters of a book. */
export const atPage = citing((page) => ({ kind: 'page', page }))
export const atParagraph = citing((paragraph) => ({ kind: 'paragraph', paragraph }))
export const atSecond = citing((startSeconds) => ({
  kind: 'time',
  startSeconds,
  endSeconds: startSeconds + 20,
}))
export const chaptersOf = (titles: readonly string[]): Cite =>
  citing((chapter) => ({ kind: 'chapter', chapter, title: titles[chapter - 1] ?? '' }))

type Line = readonly [cells: string | readonly string[], ...citations: Citation[]]

/** A part of a page. */
export function part(title: string, form: PartForm, lines: readonly Line[], header: readonly string[] = []): PagePart {
  return {
    title,
    form,
    header: [...header],
    lines: lines.map(([cells, ...citations]) => ({
      cells: typeof cells === 'string' ? [cells] : [...cells],
      citations,
    })),
  }
}

/** Parts of a page that are the details of a takeaway, given by its position and its label. */
export const under = (position: number, label: string, ...parts: readonly PagePart[]): PagePart[] =>
  parts.map(({ form, header, lines }) => ({ title: label, form, header, lines, under: position }))

type Takeaway = readonly [label: string, text: string, ...citations: Citation[]]
type Quote = readonly [text: string, speaker: string | null, ...citations: Citation[]]

interface PageText {
  gist: readonly [text: string, ...citations: Citation[]]
  takeaways: readonly Takeaway[]
  quotes?: readonly Quote[]
  page: Pick<SummaryPage, 'kind'> & Partial<SummaryPage>
}

const cited = ([text, ...citations]: readonly [string, ...Citation[]]): CitedText => ({ text, citations })

let count = 0

/** A finished summary with a page. The paragraphs of `basicSummary` cite nothing. */
export function summaryOf(
  { gist, takeaways, quotes = [], page }: PageText,
  { basicSummary, ...facts }: Pick<Summary, 'title' | 'basicSummary'> & Partial<Summary>,
): Summary {
  count += 1
  const whole: SummaryPage = {
    flags: [],
    keyParts: [],
    parts: [],
    notices: [],
    check: 'second_read',
    ...page,
    gist: cited(gist),
    takeaways: takeaways.map(([label, text, ...citations]) => ({ label, text, citations })),
    summary: basicSummary === gist[0] ? [] : basicSummary.split('\n\n').map((text) => cited([text])),
    quotes: quotes.map(([text, speaker, ...citations]) => ({ text, speaker, citations })),
  }
  return {
    id: `3f0e6a4e-94a3-4f6c-9d57-${String(count).padStart(12, '0')}`,
    userId: '3f0e6a4e-94a3-4f6c-9d57-0d4f0d3b8a02',
    sourceTitle: facts.title,
    titleSource: 'source',
    originalUrl: null,
    contentType: 'article',
    ...pageAsTexts(whole),
    page: whole,
    thumbnailUrl: null,
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:30.000Z',
    isProContent: true,
    previewMessage: null,
    status: 'ready',
    failureMessage: null,
    failureCode: null,
    progress: null,
    engine: { id: 'openai:gpt-5-mini', label: 'Language model gpt-5-mini (OpenAI)' },
    language: 'en',
    author: null,
    site: null,
    publishedAt: null,
    sourceInfo: { readAs: 'article text', language: facts.language ?? 'en' },
    coverage: { words: 2310, wordsRead: 2310, sections: 4, sectionsRead: 4 },
    cached: false,
    hasSource: false,
    ...facts,
  }
}

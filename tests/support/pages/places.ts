import type { CitedText, PlaceRef } from '../../../src/shared/summary/citation.ts'
import { partsAsText } from '../../../src/shared/summary/partial-page.ts'
import type { Place } from '../../../src/shared/summary/place.ts'
import { placeLabel, placeLink } from '../../../src/shared/summary/place-label.ts'
import type { Summary } from '../../../src/shared/summary/summary.ts'
import type { PagePart, PartForm, SummaryPage } from '../../../src/shared/summary/summary-page.ts'

/** Makes a citation of a source from a place and the passage there. */
export type Cite = (at: number, excerpt?: string) => PlaceRef

function citing(url: string | null, placeOf: (at: number) => Place): Cite {
  return (at, excerpt = 'The passage that this line rests on, in the words of the source.') => {
    const place = placeOf(at)
    return {
      blockId: `b${at}-${excerpt.length}`,
      place,
      label: placeLabel(place),
      href: placeLink(url, place, excerpt),
      excerpt,
    }
  }
}

/** Cites pages, paragraphs, seconds of a recording, and chapters of a book. */
export const pagesOf = (url: string | null): Cite => citing(url, (page) => ({ kind: 'page', page }))
export const paragraphsOf = (url: string | null): Cite => citing(url, (paragraph) => ({ kind: 'paragraph', paragraph }))
export const secondsOf = (url: string): Cite =>
  citing(url, (startSeconds) => ({ kind: 'time', startSeconds, endSeconds: startSeconds + 20 }))
export const chaptersOf = (titles: readonly string[]): Cite =>
  citing(null, (chapter) => ({ kind: 'chapter', chapter, title: titles[chapter - 1] ?? '' }))

type Line = readonly [cells: string | readonly string[], ...places: PlaceRef[]]

/** A part of a page. */
export function part(title: string, form: PartForm, lines: readonly Line[], header: readonly string[] = []): PagePart {
  return {
    title,
    form,
    header: [...header],
    lines: lines.map(([cells, ...places]) => ({ cells: typeof cells === 'string' ? [cells] : [...cells], places })),
  }
}

type Takeaway = readonly [label: string, text: string, ...places: PlaceRef[]]
type Quote = readonly [text: string, speaker: string | null, ...places: PlaceRef[]]

interface PageText {
  gist: readonly [text: string, ...places: PlaceRef[]]
  takeaways: readonly Takeaway[]
  quotes?: readonly Quote[]
  page: Pick<SummaryPage, 'kind'> & Partial<SummaryPage>
}

const cited = ([text, ...places]: readonly [string, ...PlaceRef[]]): CitedText => ({ text, places })

let count = 0

/** A finished summary with a page. */
export function summaryOf(
  { gist, takeaways, quotes = [], page }: PageText,
  facts: Pick<Summary, 'title' | 'basicSummary'> & Partial<Summary>,
): Summary {
  count += 1
  const { advancedParts = [] } = page
  const advancedSummary = advancedParts.length === 0 ? null : partsAsText(advancedParts)
  return {
    id: `3f0e6a4e-94a3-4f6c-9d57-${String(count).padStart(12, '0')}`,
    userId: '3f0e6a4e-94a3-4f6c-9d57-0d4f0d3b8a02',
    sourceTitle: facts.title,
    originalUrl: null,
    contentType: 'article',
    summary: advancedSummary ?? facts.basicSummary,
    advancedSummary,
    page: {
      flags: [],
      keyParts: [],
      notices: [],
      check: 'second_read',
      ...page,
      advancedParts,
      gist: cited(gist),
      takeawayLabels: takeaways.map(([label]) => label),
      quoteSpeakers: quotes.map(([, speaker]) => speaker),
    },
    keyTakeaways: takeaways.map(([, text]) => text),
    takeawayPlaces: takeaways.map(([, , ...places]) => places),
    notableQuotes: quotes.map(([text]) => text),
    quotePlaces: quotes.map(([, , ...places]) => places),
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

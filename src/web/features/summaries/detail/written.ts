import type { CreateSummaryPayload } from '../../../../shared/api/calls.ts'
import { PASTED_TEXT } from '../../../../shared/formats.ts'
import { sourceLanguage } from '../../../../shared/languages.ts'
import type { PartialPage } from '../../../../shared/partial-page.ts'
import { isVideoUrl } from '../../../../shared/source-url.ts'
import type { Progress, Summary } from '../../../../shared/summary.ts'
import type { PagePart } from '../../../../shared/summary-page.ts'
import { hostOf } from '../describe.ts'

const blank: Summary = {
  id: '',
  userId: '',
  title: '',
  sourceTitle: null,
  originalUrl: null,
  contentType: 'document',
  summary: '',
  basicSummary: '',
  advancedSummary: null,
  keyTakeaways: [],
  takeawayPlaces: [],
  notableQuotes: [],
  quotePlaces: [],
  thumbnailUrl: null,
  createdAt: '',
  updatedAt: '',
  isProContent: false,
  previewMessage: null,
  status: 'queued',
  failureMessage: null,
  failureCode: null,
  progress: null,
  engine: null,
  language: null,
  author: null,
  site: null,
  publishedAt: null,
  sourceInfo: null,
  coverage: null,
  page: null,
  cached: false,
  hasSource: false,
}

/** A requested summary until the server has answered. */
export function summaryOfPayload(id: string, { url, content, title }: CreateSummaryPayload): Summary {
  if (url === undefined) return { ...blank, id, title: title || (content === undefined ? 'Your file' : 'Your text') }
  const address = URL.parse(url)
  const contentType = address !== null && isVideoUrl(address) ? 'youtube' : 'article'
  return { ...blank, id, title: url, originalUrl: url, contentType }
}

const partsOf = (parts: PartialPage['parts']): PagePart[] =>
  parts.map((part) => ({ ...part, lines: part.lines.map((cells) => ({ cells, places: [] })) }))

interface Written {
  progress: Progress | null
  page: PartialPage
  /** The request, if this tab sent it. */
  payload: CreateSummaryPayload | undefined
}

/** A summary in progress with its page so far. */
export function withWritten(summary: Summary, { progress, page, payload }: Written): Summary {
  const { originalUrl, sourceInfo, title } = summary
  const words = progress?.words ?? 0
  // Until the source is read, the title of a link is its URL, and that of a file its name.
  const shownTitle = title === originalUrl ? (hostOf(title) ?? title) : title
  const isText = payload?.content !== undefined
  const language = payload?.language === sourceLanguage ? undefined : payload?.language
  return {
    ...summary,
    title: payload?.title || (sourceInfo === null && progress?.title) || shownTitle,
    sourceInfo: sourceInfo ?? (isText ? { readAs: PASTED_TEXT } : null),
    language: language ?? summary.language,
    coverage: { words, wordsRead: words, sections: 0, sectionsRead: 0 },
    basicSummary: page.summary.join('\n\n'),
    keyTakeaways: page.takeaways.map(({ text }) => text),
    notableQuotes: page.quotes.map(({ text }) => text),
    page: {
      kind: page.kind,
      flags: page.flags,
      gist: { text: page.gist, places: [] },
      takeawayLabels: page.takeaways.map(({ label }) => label),
      keyParts: partsOf(page.keyParts),
      advancedParts: partsOf(page.parts),
      quoteSpeakers: page.quotes.map(({ speaker }) => speaker),
      notices: [],
      check: 'rules',
    },
  }
}

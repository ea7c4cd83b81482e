import { countWords } from '../text/words.ts'
import type { Citation } from './citation.ts'
import type { PagePart, PartialPage, SummaryPage } from './summary-page.ts'

export type { PartialPage } from './summary-page.ts'

export const emptyPage: PartialPage = {
  kind: null,
  flags: [],
  gist: '',
  takeaways: [],
  keyParts: [],
  summary: [],
  parts: [],
  quotes: [],
}

/** Gist, takeaways and summary as text, with a blank line between paragraphs. */
export function partialText({ gist, takeaways, summary }: PartialPage): string {
  const lines = takeaways.map(({ label, text }) => `- ${label === '' ? '' : `${label}: `}${text}`)
  return [gist, lines.join('\n'), ...summary].filter((text) => text !== '').join('\n\n')
}

/** A table row as one line of text: "2004 – Claims: 2,463; Approved: 68%" for headings Year, Claims, Approved. */
function rowAsText(header: readonly string[], [first = '', ...cells]: readonly string[]): string {
  const described = cells.map((cell, at) => [header[at + 1] ?? '', cell].filter(Boolean).join(': '))
  return described.length === 0 ? first : `${first} – ${described.join('; ')}`
}

/** One line of a part as text without citations. */
export function partLineText({ form, header }: PagePart, cells: readonly string[]): string {
  if (form === 'debate') return cells.join(': ')
  return form === 'table' ? rowAsText(header, cells) : cells.join(' ')
}

/**
 * Plain text as in the API's `advancedSummary`: titles begin with "## ", lines of a list with "- ". Details of a takeaway
 * follow its text.
 */
export function advancedText({ takeaways, parts }: Pick<SummaryPage, 'takeaways' | 'parts'>): string {
  return parts
    .flatMap((part, at) => {
      const lines = part.lines.map(({ cells }) => partLineText(part, cells))
      const body = part.form === 'text' ? lines : [lines.map((line) => `- ${line}`).join('\n')]
      const takeaway = part.under === undefined ? undefined : takeaways[part.under]
      if (takeaway !== undefined && parts[at - 1]?.under === part.under) return body
      return [part.title === '' ? '' : `## ${part.title}`, takeaway?.text ?? '', ...body].filter((text) => text !== '')
    })
    .join('\n\n')
}

/** Words of the advanced summary as a multiple of the basic one's. */
export const ADVANCED_FACTOR = { least: 4, wanted: 5, most: 6 }

/**
 * The basic summary as text: its paragraphs. Without any, the gist and as many takeaways as make it about a fifth of the
 * advanced summary, or two takeaways if only they are as long; the gist alone if there is no advanced summary.
 */
export function basicText({
  gist,
  takeaways,
  summary,
  parts,
}: Pick<SummaryPage, 'gist' | 'takeaways' | 'summary' | 'parts'>): string {
  if (summary.length > 0) return summary.map(({ text }) => text).join('\n\n')
  if (parts.length === 0) return gist.text
  const advanced = countWords(advancedText({ takeaways, parts }))
  const textOf = (lines: readonly { text: string }[]): string => lines.map(({ text }) => text).join(' ')
  const distance = (text: string): number => Math.abs(countWords(text) - advanced / ADVANCED_FACTOR.wanted)
  const fits = (text: string): boolean => {
    const factor = advanced / countWords(text)
    return factor >= ADVANCED_FACTOR.least && factor <= ADVANCED_FACTOR.most
  }
  const nearest = (texts: readonly string[], otherwise: string): string =>
    texts.reduce((best, text) => (distance(text) < distance(best) ? text : best), otherwise)
  const withGist = nearest(
    takeaways.map((_, at) => textOf([gist, ...takeaways.slice(0, at + 1)])),
    gist.text,
  )
  if (fits(withGist)) return withGist
  const pairs = takeaways.flatMap((one, at) => takeaways.slice(at + 1).map((other) => textOf([one, other])))
  return nearest(pairs.filter(fits), withGist)
}

/** A page as texts without citations, in the fields of the API and of the command. */
export function pageAsTexts(page: SummaryPage) {
  const basicSummary = basicText(page)
  const advancedSummary = page.parts.length === 0 ? null : advancedText(page)
  return {
    /** The best summary there is: the advanced one, else the basic one. */
    summary: advancedSummary ?? basicSummary,
    basicSummary,
    advancedSummary,
    keyTakeaways: page.takeaways.map(({ text }) => text),
    notableQuotes: page.quotes.map(({ text }) => text),
  }
}

/** All sentences of a page, each once, for counting words: gist, takeaways, summary, parts and quotes. */
export function wholeText(page: SummaryPage): string {
  const { gist, takeaways, summary, parts, quotes } = page
  // Texts of takeaways with details are in the advanced summary.
  const others = takeaways.filter((_, at) => parts.every(({ under }) => under !== at))
  const textsOf = (lines: readonly { text: string }[]): string[] => lines.map(({ text }) => text)
  return [gist.text, ...textsOf(summary), advancedText(page), ...textsOf(others), ...textsOf(quotes)].join('\n')
}

/** The citations of every line of a page, in reading order. */
export function citationsOfPage({ gist, keyParts, takeaways, summary, parts, quotes }: SummaryPage): Citation[] {
  const lines = (of: readonly PagePart[]) => of.flatMap((part) => part.lines)
  return [gist, ...lines(keyParts), ...takeaways, ...summary, ...lines(parts), ...quotes].flatMap(
    ({ citations }) => citations,
  )
}

import type { Citation, CitedText } from '../../../src/shared/summary/citation.ts'
import type { PagePart, SummaryPage } from '../../../src/shared/summary/summary-page.ts'

export interface PageTexts extends Partial<Omit<SummaryPage, 'gist' | 'takeaways' | 'summary' | 'quotes'>> {
  gist?: string | CitedText | undefined
  takeaways?: readonly (string | ({ label?: string } & CitedText))[] | undefined
  /** Paragraphs, or one text with blank lines between them. */
  summary?: string | readonly (string | CitedText)[]
  quotes?: readonly (string | ({ speaker?: string | null } & CitedText))[]
}

const cited = (line: string | CitedText): CitedText => (typeof line === 'string' ? { text: line, citations: [] } : line)

/** A page with the given texts, which cite nothing unless they say so. */
export function pageOf({ gist = '', takeaways = [], summary = [], quotes = [], ...rest }: PageTexts = {}): SummaryPage {
  const paragraphs = typeof summary === 'string' ? summary.split('\n\n') : summary
  return {
    kind: null,
    flags: [],
    keyParts: [],
    parts: [],
    notices: [],
    check: 'rules',
    ...rest,
    gist: cited(gist),
    takeaways: takeaways.map((line) => ({ label: '', ...cited(line) })),
    summary: paragraphs.map(cited),
    quotes: quotes.map((line) => ({ speaker: null, ...cited(line) })),
  }
}

/** A titled part of text paragraphs. */
export const textPart = (title: string, ...paragraphs: readonly string[]): PagePart => ({
  title,
  form: 'text',
  header: [],
  lines: paragraphs.map((text) => ({ cells: [text], citations: [] as Citation[] })),
})

import type { PagePart, SummaryPage } from '../../shared/summary/summary-page.ts'

const apostrophe = /(?<=[\p{L}\p{N}])'(?=[\p{L}«])|(?<=s)'(?=\s\p{L})/gu
/** A quotation between straight marks that begins a word and ends one: `print("x")` is code. */
const quotation = /(?<=^|[\s—–])"([^"\n]{1,400})"(?=$|[\s)\].,;:!?—–])/gu

/** A space before a mark that ends a word, as transcripts have it. In `git add . and`, the mark is a word. */
const spaceBeforeMark = /(?<=[\p{L}\p{N}”’)]) (?=[,.;?!](?:[”’)]|$)|[,;]\s|[.?!]\s[^\p{Ll}-])/gu

/** Positions of no-break spaces in French: within guillemets, and before a colon, semicolon, “?” or “!”. */
const frenchSpace = /(?<=«)(?: |(?=\S))|(?<=[^\s«]) ?(?=»)|(?<=[\p{L}\p{N}»”’)%€]) ?(?=[:;?!](?:\s|$))/gu

/**
 * A text of a model with typographic apostrophes, and in English with typographic quotation marks and without the spaces
 * that transcripts have before punctuation, in French with its no-break spaces.
 */
export function typographic(text: string, language: string | null): string {
  const curled = text.includes("'") ? text.replace(apostrophe, '’') : text
  const isEnglish = language === 'en' || language?.startsWith('en-') === true
  if (language === 'fr') return curled.replace(frenchSpace, '\u00a0')
  if (!isEnglish) return curled
  return (curled.includes('"') ? curled.replace(quotation, '“$1”') : curled).replace(spaceBeforeMark, '')
}

/** A page with typographic marks, except in quotes, which are the source’s own words. */
export function typographicPage(page: SummaryPage, language: string | null): SummaryPage {
  const curl = (text: string): string => typographic(text, language)
  const line = <T extends { text: string }>(cited: T): T => ({ ...cited, text: curl(cited.text) })
  const part = (whole: PagePart): PagePart => ({
    ...whole,
    title: curl(whole.title),
    header: whole.header.map(curl),
    lines: whole.lines.map((cited) => ({ ...cited, cells: cited.cells.map(curl) })),
  })
  return {
    ...page,
    ...(page.title === undefined ? {} : { title: curl(page.title) }),
    ...(page.questions === undefined ? {} : { questions: page.questions.map(curl) }),
    gist: line(page.gist),
    keyParts: page.keyParts.map(part),
    takeaways: page.takeaways.map((takeaway) => ({ ...line(takeaway), label: curl(takeaway.label) })),
    summary: page.summary.map(line),
    parts: page.parts.map(part),
  }
}

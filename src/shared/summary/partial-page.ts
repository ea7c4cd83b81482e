import type { PagePart, PartialPage } from './summary-page.ts'

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
  return form === 'table' ? rowAsText(header, cells) : cells.join(' ')
}

/** Plain text as in the API's `advancedSummary`: titles begin with "## ", lines of a list with "- ". */
export function partsAsText(parts: readonly PagePart[]): string {
  return parts
    .flatMap((part) => {
      const lines = part.lines.map(({ cells }) => partLineText(part, cells))
      const body = part.form === 'text' ? lines : [lines.map((line) => `- ${line}`).join('\n')]
      return part.title === '' ? body : [`## ${part.title}`, ...body]
    })
    .join('\n\n')
}

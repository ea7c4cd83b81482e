import { emptyPage, type PartialPage } from '../../../shared/partial-page.ts'
import { partForms, sourceFlags, sourceKinds } from '../../../shared/summary-page.ts'

type Part = PartialPage['parts'][number]

const encodeParts = (kind: string, parts: readonly Part[]): string[][] =>
  parts.flatMap(({ title, form, header, lines }) => [
    [kind, title, form, ...header],
    ...lines.map((cells) => ['line', ...cells]),
  ])

/**
 * Encodes a page as lines of tab-separated cells in the order in which models write them, so that the encoding of a page
 * that grows begins with the earlier one, and only its end must be published.
 */
export function encodePage(page: PartialPage): string {
  const { kind, flags, gist, takeaways, keyParts, summary, parts, quotes } = page
  const rows = [
    ...(kind === null && flags.length === 0 ? [] : [['kind', kind ?? '', ...flags]]),
    ...(gist === '' ? [] : [['gist', gist]]),
    ...takeaways.map(({ label, text }) => ['takeaway', label, text]),
    ...encodeParts('key', keyParts),
    ...summary.map((text) => ['summary', text]),
    ...encodeParts('part', parts),
    ...quotes.map(({ text, speaker }) => ['quote', speaker ?? '', text]),
  ]
  return rows.map((cells) => cells.map((cell) => cell.replace(/\s/gu, ' ')).join('\t')).join('\n')
}

function decodePart(title = '', name = '', ...header: string[]): Part {
  return { title, form: partForms.find((form) => form === name) ?? 'bullets', header, lines: [] }
}

/** Decodes a page. Ignores lines of other versions. */
export function decodePage(encoded: string): PartialPage {
  const page = structuredClone(emptyPage)
  let part: Part | undefined
  for (const row of encoded.split('\n')) {
    const [kind, ...cells] = row.split('\t')
    const [first = '', second = ''] = cells
    if (kind === 'kind') {
      page.kind = sourceKinds.find((known) => known === first) ?? null
      page.flags = sourceFlags.filter((flag) => cells.includes(flag))
    } else if (kind === 'gist') page.gist = first
    else if (kind === 'takeaway') page.takeaways.push({ label: first, text: second })
    else if (kind === 'summary') page.summary.push(first)
    else if (kind === 'quote') page.quotes.push({ speaker: first || null, text: second })
    else if (kind === 'line') part?.lines.push(cells)
    else if (kind === 'key' || kind === 'part') {
      part = decodePart(...cells)
      page[kind === 'key' ? 'keyParts' : 'parts'].push(part)
    }
  }
  return page
}

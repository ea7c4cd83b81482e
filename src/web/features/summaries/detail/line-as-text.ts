import type { PlaceRef, Summary } from '../../../../shared/summary.ts'
import { sourceFacts } from './source-line.tsx'

/**
 * A takeaway or a quote as one takes it along: with the title, the site, the places it comes from and the address that
 * opens the first of them. A quote stands in its marks already.
 */
export function lineAsText(summary: Summary, line: string, places: readonly PlaceRef[] = []): string {
  const labels = [...new Set(places.map(({ label }) => label))]
  const address = places.find(({ href }) => href !== null)?.href ?? summary.originalUrl
  const source = [summary.title, sourceFacts(summary).lead, ...labels, address]
  return `${line} — ${source.filter((part) => part !== null && part !== '').join(', ')}`
}

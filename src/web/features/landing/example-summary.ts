import type { PlaceRef } from '../../../shared/summary/citation.ts'
import { placeLabel, placeLink } from '../../../shared/summary/place-label.ts'
import example from './example-summary.json' with { type: 'json' }

/** Adds the citation of a passage, by its paragraph in the source. */
function cited<P extends { paragraph: number; excerpt: string }>(passage: P): P & { place: PlaceRef } {
  const { paragraph, excerpt } = passage
  const at = { kind: 'paragraph', paragraph } as const
  const href = placeLink(example.url, at, excerpt)
  return { ...passage, place: { blockId: `b${paragraph}`, place: at, label: placeLabel(at), href, excerpt } }
}

/**
 * Example summary on the landing page. Its source is in the public domain: appendix F of the report on the Challenger
 * accident. The passages are exact quotes.
 */
export const exampleSummary = { ...example, takeaways: example.takeaways.map(cited), quote: cited(example.quote) }

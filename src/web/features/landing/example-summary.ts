import type { Citation } from '../../../shared/summary/citation.ts'
import { locationLabel } from '../../../shared/summary/location-label.ts'
import example from './example-summary.json' with { type: 'json' }

/** Adds the citation of a passage, by its paragraph in the source. */
function cited<P extends { paragraph: number; excerpt: string }>(passage: P): P & { citation: Citation } {
  const { paragraph, excerpt } = passage
  const location = { kind: 'paragraph', paragraph } as const
  return { ...passage, citation: { blockId: `b${paragraph}`, location, label: locationLabel(location), excerpt } }
}

/**
 * Example summary on the landing page. Its source is in the public domain: appendix F of the report on the Challenger
 * accident. The passages are exact quotes.
 */
export const exampleSummary = { ...example, takeaways: example.takeaways.map(cited), quote: cited(example.quote) }

import type { ExtractedDocument } from '../../shared/document.ts'
import type { SummaryResult } from '../../shared/summary/summary.ts'
import { createExtractiveSummarizer } from '../extractive/engine.ts'
import type { SummarizeOptions } from '../summarizer.ts'

/** Summarizes a document with the built-in engine, with everything the top plan includes. */
export async function extract(
  document: ExtractedDocument,
  options: Partial<SummarizeOptions> = {},
): Promise<SummaryResult> {
  const { signal } = new AbortController()
  for await (const event of createExtractiveSummarizer().summarize(document, { advanced: true, signal, ...options }))
    if (event.type === 'done') return event.result
  throw new Error('The engine ended without a result.')
}

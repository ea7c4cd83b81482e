import type { ExtractedDocument } from '../../../shared/document.ts'
import type { SummaryResult } from '../../../shared/summary.ts'
import type { Models } from '../../models/model.ts'
import type { SummarizeOptions, SummarizerEvent } from '../../summarizer.ts'
import { createModelSummarizer } from '../engine.ts'

/** Summarizes to the end: all events, and the result. */
export async function summarizeWith(
  models: Models,
  document: ExtractedDocument,
  options: Partial<SummarizeOptions> & { parallelCalls?: number } = {},
): Promise<{ events: SummarizerEvent[]; result: SummaryResult }> {
  const { parallelCalls = 6, ...rest } = options
  const summarizer = createModelSummarizer({ models, parallelCalls })
  const events: SummarizerEvent[] = []
  const signal = new AbortController().signal
  for await (const event of summarizer.summarize(document, { advanced: false, signal, ...rest })) events.push(event)
  const last = events.at(-1)
  if (last?.type !== 'done') throw new Error('The summarizer ended without a result.')
  return { events, result: last.result }
}

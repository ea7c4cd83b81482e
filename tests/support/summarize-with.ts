import type { ExtractedDocument } from '../../src/shared/document.ts'
import type { SummaryResult } from '../../src/shared/summary/summary.ts'
import { createModelSummarizer } from '../../src/summarizer/llm/engine.ts'
import type { Models } from '../../src/summarizer/models/model.ts'
import type { SummarizeOptions, SummarizerEvent } from '../../src/summarizer/summarizer.ts'
import { article } from '../../src/summarizer/testing/documents.ts'
import { type Script, scriptedModels } from './scripted-models.ts'

/** Summarizes to the end: all events, and the result. */
export async function summarizeWith(
  models: Models,
  document: ExtractedDocument,
  options: Partial<SummarizeOptions> & { parallelCalls?: number; secondRead?: boolean } = {},
): Promise<{ events: SummarizerEvent[]; result: SummaryResult }> {
  const { parallelCalls = 6, secondRead = true, ...rest } = options
  const summarizer = createModelSummarizer({ models, parallelCalls, secondRead })
  const events: SummarizerEvent[] = []
  const signal = new AbortController().signal
  for await (const event of summarizer.summarize(document, { advanced: false, signal, ...rest })) events.push(event)
  const last = events.at(-1)
  if (last?.type !== 'done') throw new Error('The summarizer ended without a result.')
  return { events, result: last.result }
}

/** Summarizes with models that follow a script. */
export async function pageWith(
  script: Script,
  document: ExtractedDocument = article(),
  options: Parameters<typeof summarizeWith>[2] = {},
) {
  const models = scriptedModels(script)
  const { result, events } = await summarizeWith(models, document, options)
  return { result, events, requests: models.requests }
}

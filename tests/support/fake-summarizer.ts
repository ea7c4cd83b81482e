import { setTimeout as sleep } from 'node:timers/promises'
import type { Pipeline } from '../../src/pipeline/pipeline.ts'
import type { ExtractedDocument } from '../../src/shared/document.ts'
import type { SummaryResult } from '../../src/shared/summary/summary.ts'
import type { SummarizeOptions, SummarizerEvent } from '../../src/summarizer/index.ts'
import { unpackDocument } from '../../src/threads/packed-document.ts'
import { pageOf, textPart } from './pages/page-of.ts'
import { realPipeline } from './pipelines.ts'

/** Replaces the summarizer. */
export type Summarize = (document: ExtractedDocument, options: SummarizeOptions) => AsyncGenerator<SummarizerEvent>

/** A result like a language model's, whose text contains its language and user. */
export function fakeResult(
  document: ExtractedDocument,
  { advanced, language, focus }: SummarizeOptions,
  fields: Partial<SummaryResult> = {},
): SummaryResult {
  const [block] = document.blocks
  return {
    page: pageOf({
      ...(focus === undefined ? {} : { focus: { text: focus, isFound: true } }),
      gist: `What ${document.title} says, in ${language ?? document.language}.`,
      takeaways: [block?.text ?? ''],
      parts: advanced ? [textPart('In short', 'All of it.')] : [],
    }),
    language: language ?? document.language,
    engine: { id: 'local:hand', label: 'Made by hand' },
    coverage: { words: document.words, wordsRead: document.words, sections: 1, sectionsRead: 1 },
    usage: [{ model: 'local:hand', calls: 1, inputTokens: 100, outputTokens: 10, costUsd: 0.001 }],
    ...fields,
  }
}

/** Finishes immediately with a result. */
export const finishImmediately: Summarize = async function* (document, options) {
  yield { type: 'done', result: fakeResult(document, options) }
}

/** Never finishes, and ignores its signal. */
export const never: Summarize = async function* () {
  yield { type: 'progress', progress: { stage: 'summarizing', done: 0, total: 2 } }
  await sleep(3_600_000, undefined, { ref: false })
}

export interface FakeSummarizerPipeline extends Pipeline {
  /** Sources that were read. */
  reads: () => number
  /** Summaries that were started. */
  begun: () => number
  /** Replaces the function from now on. */
  become: (summarize: Summarize) => void
}

/** The real readers, with the test's own summarizer. */
export function fakeSummarizerPipeline(
  summarize: Summarize = finishImmediately,
  {
    translates = true,
    base = realPipeline(),
  }: {
    translates?: boolean
    base?: Pipeline
  } = {},
): FakeSummarizerPipeline {
  let reads = 0
  let begun = 0
  let now = summarize
  const summarizer: Pipeline['summarizer'] = {
    engine: { id: 'local:hand', label: 'Made by hand' },
    translates,
    summarize: (document, options) => {
      begun += 1
      return now(unpackDocument(document), options)
    },
  }
  return {
    ...base,
    ingest: {
      ...base.ingest,
      read: async (input, options) => {
        reads += 1
        return base.ingest.read(input, options)
      },
    },
    summarizer,
    reads: () => reads,
    begun: () => begun,
    become: (next) => {
      now = next
    },
  }
}

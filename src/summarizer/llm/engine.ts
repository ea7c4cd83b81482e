import type { ExtractedDocument } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import { ModelFailure, type Models } from '../models/model.ts'
import { engineOf, type SummarizeOptions, type Summarizer, type SummarizerEvent, streamEvents } from '../summarizer.ts'
import { toAppError } from './errors.ts'
import { makeSummary } from './make-summary.ts'
import { startRun } from './run.ts'

/** Sources of fewer words can't be summarized. */
const MIN_WORDS = 10

export interface ModelSummarizerParts {
  models: Models
  /** Maximum concurrent calls of one summary. */
  parallelCalls: number
  /** Whether a second call reads each statement again beside its passages. */
  secondRead: boolean
}

/**
 * Creates the summarizer that uses language models. Their summaries are verified against the source before users see
 * the result: docs/adr/0020-verified-summaries.md.
 */
export function createModelSummarizer(parts: ModelSummarizerParts): Summarizer {
  return {
    engine: engineOf(parts.models.names),
    translates: true,
    summarize: (document, options) => summarize(parts, document, options),
  }
}

async function* summarize(
  { models, ...limits }: ModelSummarizerParts,
  document: ExtractedDocument,
  options: SummarizeOptions,
): AsyncGenerator<SummarizerEvent> {
  if (document.words < MIN_WORDS) {
    throw new AppError(
      'source_too_short',
      'There is too little text here to summarize. Add at least a few full sentences.',
    )
  }
  // Cancels pending calls when the consumer stops iterating or one of several steps fails.
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  const session = models.begin()
  try {
    yield* streamEvents(async (emit) => {
      const run = startRun(document, { ...options, signal }, { ...limits, session, emit })
      const { page, coverage, language } = await makeSummary(run, models.contextTokens)
      const used = models.names.filter((name) => run.used.has(name))
      const engine = engineOf(used.length === 0 ? models.names : used)
      return { type: 'done', result: { page, language, engine, coverage, usage: session.usage() } }
    })
  } catch (error) {
    throw error instanceof ModelFailure ? toAppError(error) : error
  } finally {
    ended.abort()
  }
}

import pLimit from 'p-limit'
import type { ExtractedDocument } from '../../shared/document.ts'
import { AppError } from '../../shared/errors.ts'
import type { SummaryResult } from '../../shared/summary.ts'
import { ModelFailure, type ModelSession, type Models } from '../models/model.ts'
import { engineOf, type SummarizeOptions, type Summarizer, type SummarizerEvent } from '../summarizer.ts'
import { prepareSource } from '../verification/source-text.ts'
import { toAppError } from './errors.ts'
import { streamEvents } from './event-stream.ts'
import { makeSummary } from './make-summary.ts'
import { outputLanguageOf } from './output-language.ts'
import type { Marker } from './prompts.ts'
import { newMarker, type Run, startRun } from './run.ts'

/** Fewer words can't be made shorter. */
const LEAST_WORDS = 10

export interface ModelSummarizerParts {
  models: Models
  /** Calls that one summary may have under way at once. */
  parallelCalls: number
  /** Whether a second call reads each statement again beside its passages. */
  secondRead: boolean
  /** Marker of a call's fence; sixteen random hexadecimal digits by default. */
  randomMarker?: () => Marker
}

/**
 * The summarizer that uses language models. Their summaries are verified against the source before anyone sees the
 * result: docs/adr/0020-verified-summaries.md.
 */
export function createModelSummarizer(parts: ModelSummarizerParts): Summarizer {
  return {
    engine: engineOf(parts.models.names),
    translates: true,
    summarize: (document, options) => summarize(parts, document, options),
  }
}

async function* summarize(
  parts: ModelSummarizerParts,
  document: ExtractedDocument,
  options: SummarizeOptions,
): AsyncGenerator<SummarizerEvent> {
  if (document.words < LEAST_WORDS) {
    throw new AppError(
      'source_too_short',
      'There is too little text here to summarize. Add at least a few full sentences.',
    )
  }
  // Cancels pending calls when the consumer stops iterating or one of several steps fails.
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  const session = parts.models.begin()
  try {
    yield* streamEvents(async (emit) => {
      const run = begin(parts, document, options, { session, signal, emit })
      const result = await finish(run, parts, session)
      return { type: 'done', result }
    })
  } finally {
    ended.abort()
  }
}

interface Wiring {
  session: ModelSession
  signal: AbortSignal
  emit: (event: SummarizerEvent) => void
}

function begin(
  { parallelCalls, secondRead, randomMarker = newMarker }: ModelSummarizerParts,
  document: ExtractedDocument,
  options: SummarizeOptions,
  { session, signal, emit }: Wiring,
): Run {
  return startRun({
    document,
    writing: outputLanguageOf(options.language, document.language),
    asked: options.language !== undefined,
    advanced: options.advanced,
    maxWords: options.maxWords,
    secondRead,
    memory: options.memory,
    source: async () => prepareSource(document),
    emit,
    session,
    limit: pLimit(parallelCalls),
    signal,
    onCallEnd: () => options.onUsage?.(session.usage()),
    randomMarker,
  })
}

async function finish(run: Run, { models }: ModelSummarizerParts, session: ModelSession): Promise<SummaryResult> {
  try {
    const { page, coverage, language } = await makeSummary(run, models.contextTokens)
    const used = models.names.filter((name) => run.used.has(name))
    return {
      ...page,
      language,
      engine: engineOf(used.length === 0 ? models.names : used),
      coverage,
      usage: session.usage(),
    }
  } catch (error) {
    throw error instanceof ModelFailure ? toAppError(error) : error
  }
}

import { createIngest, type ParserPool } from '../ingest/index.ts'
import {
  createModels,
  createSummarizerThreads,
  createThreadedSummarizer,
  type DocumentSummarizer,
  type ModelLog,
  type SummarizerThreads,
} from '../summarizer/index.ts'
import { computingThreads } from '../threads/thread-pool.ts'
import type { Pipeline } from './features/summaries/summarize-source.ts'
import type { PipelineConfig } from './platform/config.ts'

/** Maximum concurrent summaries per process: with the built-in engine (CPU-bound) and with models (I/O-bound). */
export const SUMMARIES_AT_ONCE = { computing: 4, waiting: 8 }

/** The built-in engine, unless language models are configured. */
function createSummarizer(
  { models, parallelCalls, ...settings }: PipelineConfig['ai'],
  log: ModelLog | undefined,
  threads: SummarizerThreads | undefined,
): DocumentSummarizer {
  const [first, ...others] = models
  if (first === undefined)
    return createThreadedSummarizer(threads ?? createSummarizerThreads({ threads: computingThreads() }), null)
  const parts = log === undefined ? {} : { log }
  return createThreadedSummarizer(threads ?? createSummarizerThreads({ threads: SUMMARIES_AT_ONCE.waiting }), {
    models: createModels({ ...settings, models: [first, ...others] }, parts),
    parallelCalls,
  })
}

/**
 * What reads and what summarizes, as configured. The routes and the command use the same.
 *
 * @param log hears of language models that fail; nobody does when left out
 * @param parser does the parsing; one of the pipeline's own when left out
 * @param threads summarize; the pipeline's own when left out
 */
export function createPipeline(
  config: PipelineConfig,
  log?: ModelLog,
  parser?: ParserPool,
  threads?: SummarizerThreads,
): Pipeline {
  const ingest = {
    allowPrivateAddresses: config.outbound.allowPrivateAddresses,
    outboundProxyUrl: config.outbound.proxyUrl,
    youtube: config.youtube,
  }
  return {
    ingest: createIngest(ingest, parser),
    summarizer: createSummarizer(config.ai, log, threads),
  }
}

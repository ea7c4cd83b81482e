import { createIngest, type ParserPool } from '../ingest/index.ts'
import {
  createExtractiveSummarizer,
  createModelSummarizer,
  createModels,
  type ModelLog,
  type Summarizer,
} from '../summarizer/index.ts'
import type { Pipeline } from './features/summaries/summarize-source.ts'
import type { PipelineConfig } from './platform/config.ts'

/** The built-in engine, unless language models are configured. */
function createSummarizer({ models, parallelCalls, ...settings }: PipelineConfig['ai'], log?: ModelLog): Summarizer {
  const [first, ...others] = models
  if (first === undefined) return createExtractiveSummarizer()
  const parts = log === undefined ? {} : { log }
  return createModelSummarizer({
    models: createModels({ ...settings, models: [first, ...others] }, parts),
    parallelCalls,
  })
}

/**
 * What reads and what summarizes, as configured. The routes and the command use the same.
 *
 * @param log hears of language models that fail; nobody does when left out
 * @param parser does the parsing; one of the pipeline's own when left out
 */
export function createPipeline(config: PipelineConfig, log?: ModelLog, parser?: ParserPool): Pipeline {
  const ingest = {
    allowPrivateAddresses: config.outbound.allowPrivateAddresses,
    outboundProxyUrl: config.outbound.proxyUrl,
    youtube: config.youtube,
  }
  return {
    ingest: createIngest(ingest, parser),
    summarizer: createSummarizer(config.ai, log),
  }
}

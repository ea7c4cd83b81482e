import { createIngest } from '../ingest/index.ts'
import {
  createExtractiveSummarizer,
  createModelSummarizer,
  createModels,
  type Summarizer,
} from '../summarizer/index.ts'
import type { Pipeline } from './features/summaries/summarize-source.ts'
import type { PipelineConfig } from './platform/config.ts'

function createSummarizer({ ai }: Pick<PipelineConfig, 'ai'>): Summarizer {
  const [first, ...others] = ai.models
  if (first === undefined) return createExtractiveSummarizer()
  const models = createModels({ ...ai, models: [first, ...others] })
  return createModelSummarizer({ models, parallelCalls: ai.parallelCalls })
}

/**
 * What reads and what summarizes, as configured: language models where some are named, else the engine that needs none.
 * The routes and the command use the same.
 */
export function createPipeline(config: PipelineConfig): Pipeline {
  return {
    ingest: createIngest({
      allowPrivateAddresses: config.outbound.allowPrivateAddresses,
      outboundProxyUrl: config.outbound.proxyUrl,
      youtube: config.youtube,
    }),
    summarizer: createSummarizer(config),
  }
}

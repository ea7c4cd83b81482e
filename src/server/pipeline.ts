import { createIngest } from '../ingest/index.ts'
import { createExtractiveSummarizer } from '../summarizer/index.ts'
import type { Pipeline } from './features/summaries/summarize-source.ts'
import type { Config } from './platform/config.ts'

/** What reads and what summarizes, as configured. The routes and the command use the same. */
export function createPipeline(config: Pick<Config, 'outbound' | 'youtube'>): Pipeline {
  return {
    ingest: createIngest({
      allowPrivateAddresses: config.outbound.allowPrivateAddresses,
      outboundProxyUrl: config.outbound.proxyUrl,
      youtube: config.youtube,
    }),
    summarizer: createExtractiveSummarizer(),
  }
}

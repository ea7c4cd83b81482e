import type { JobQueue } from '../../jobs/queue.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { UploadsContext } from '../uploads/context.ts'
import type { EventHub } from './events.ts'
import type { QueuePositions } from './queue.ts'
import type { SourceReader } from './source/source-reader.ts'

export interface SummaryJobContext extends UploadsContext {
  hub: EventHub
  metrics: Pick<Metrics, 'summaryEnded' | 'modelsUsed'>
  sources: SourceReader
}

/** Ports and settings of the summary routes: the job's, and the queue that runs it. */
export interface SummariesContext extends SummaryJobContext {
  queue: Pick<JobQueue, 'send'>
  positions: QueuePositions
}

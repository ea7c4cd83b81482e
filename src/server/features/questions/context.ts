import { AppError } from '../../../shared/errors.ts'
import type { AnyJobKind } from '../../jobs/job-kind.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import type { SummaryJobContext } from '../summaries/context.ts'

/** Ports and settings of the question routes: those of the jobs, and the queue that runs them. */
export interface QuestionsContext extends SummaryJobContext {
  queue: Pick<JobQueue, 'send'>
}

/** The job that answers a question. */
export const ANSWER: Pick<AnyJobKind, 'name'> = { name: 'answer' }

export const usesModels = ({ config }: SummaryJobContext): boolean => config.ai.models.length > 0

export const sourceNotKeptToAsk = (): AppError =>
  new AppError('source_not_kept', 'We didn’t keep the text of this source. Summarize the source again to ask about it.')

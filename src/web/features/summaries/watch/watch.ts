import type { ErrorCode } from '../../../../shared/errors.ts'
import { emptyPage, type PartialPage } from '../../../../shared/summary/partial-page.ts'
import type { Progress, ProgressStage, Summary, SummaryEvent } from '../../../../shared/summary/summary.ts'

export type Outcome = { type: 'ready'; summary: Summary } | { type: 'failed'; code: ErrorCode; message: string }

export interface Watch {
  progress: Progress | null
  page: PartialPage
  outcome: Outcome | null
  /** False while the connection to the server is lost. */
  connected: boolean
  /** Whether a stream updates it, so that polling is not necessary. */
  isStreamed: boolean
}

export const initialWatch: Watch = {
  progress: null,
  page: emptyPage,
  outcome: null,
  connected: true,
  isStreamed: false,
}

/** A watch after an event. Facts about the source from earlier events stay. Nothing changes after the outcome. */
export function applyEvent(watch: Watch, event: SummaryEvent): Watch {
  if (watch.outcome !== null) return watch
  switch (event.type) {
    case 'progress':
      return { ...watch, connected: true, progress: { ...watch.progress, ...event.progress } }
    case 'partial':
      return { ...watch, connected: true, page: event.page }
    case 'ready':
    case 'failed':
      return { ...watch, connected: true, outcome: event }
  }
}

/** The event that a loaded summary corresponds to; null while it has no progress. */
export function eventOf(summary: Summary): SummaryEvent | null {
  if (summary.status === 'ready') return { type: 'ready', summary }
  if (summary.status === 'failed') {
    const message = summary.failureMessage ?? 'This source could not be summarized.'
    return { type: 'failed', code: summary.failureCode ?? 'internal', message }
  }
  return summary.progress === null ? null : { type: 'progress', progress: summary.progress }
}

/** The share of the whole work that each stage begins and ends at. Summarizing takes by far the longest. */
const stageShares: Record<ProgressStage, readonly [number, number]> = {
  queued: [0, 0.02],
  fetching: [0.04, 0.14],
  listening: [0.14, 0.26],
  reading: [0.14, 0.26],
  summarizing: [0.26, 0.92],
  checking: [0.92, 0.99],
}

/** Progress of the whole work, from 0 to 1. */
export function overallShare({ stage, done, total }: Pick<Progress, 'stage' | 'done' | 'total'>): number {
  const [begin, end] = stageShares[stage]
  return total > 0 ? begin + (end - begin) * Math.min(1, done / total) : begin
}

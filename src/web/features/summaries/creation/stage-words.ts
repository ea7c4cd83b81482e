import type { Progress, ProgressStage } from '../../../../shared/summary/summary.ts'
import { formatBytes, formatCount } from '../../../../shared/text/format.ts'

export type StepState = 'done' | 'now' | 'next'

/** Names of a stage: until it is over, and from then on. */
interface StageNames {
  now: string
  done: string
}

const stageNames: Record<Exclude<ProgressStage, 'queued'>, StageNames> = {
  fetching: { now: 'Fetching', done: 'Fetched' },
  listening: { now: 'Listening', done: 'Listened' },
  reading: { now: 'Reading', done: 'Source read' },
  summarizing: { now: 'Summarizing', done: 'Summarized' },
  checking: { now: 'Checking', done: 'Checked' },
}
const receiving: StageNames = { now: 'Receiving', done: 'Received' }
const steps = ['fetching', 'reading', 'summarizing', 'checking'] as const
/** Of a recording, which is read by listening to it. */
const recordingSteps = ['fetching', 'listening', 'summarizing', 'checking'] as const

/** Current part, page or minute, counting from 1: "4 of 9"; empty for a single one. */
const position = ({ done, total }: Progress): string =>
  total > 1 ? `${formatCount(Math.min(done + 1, total))} of ${formatCount(total)}` : ''

function lengthOf({ pages, words }: Progress): string {
  const parts = []
  if (pages !== undefined) parts.push(pages === 1 ? '1 page' : `${formatCount(pages)} pages`)
  if (words !== undefined) parts.push(`${formatCount(words)} words`)
  return parts.join(', ')
}

function detailOf(stage: ProgressStage, state: StepState, progress: Progress | null): string {
  if (state === 'next') return 'not started'
  if (progress === null) return ''
  if (stage === 'fetching') return !progress.bytes ? '' : formatBytes(progress.bytes)
  if (stage === 'listening' || stage === 'reading') return (state === 'now' && position(progress)) || lengthOf(progress)
  return state === 'now' ? position(progress) : ''
}

/** The steps from source to summary, each done, under way or to come. A text or a file is received rather than fetched. */
export function stepsOf(progress: Progress | null, isReceived: boolean) {
  const shown = progress?.stage === 'listening' ? recordingSteps : steps
  const reached = shown.findIndex((stage) => stage === progress?.stage)
  return shown.map((stage, index) => {
    const state: StepState = index < reached ? 'done' : index === reached ? 'now' : 'next'
    const names = isReceived && stage === 'fetching' ? receiving : stageNames[stage]
    return { stage, state, label: state === 'done' ? names.done : names.now, detail: detailOf(stage, state, progress) }
  })
}

export function headlineOf(progress: Progress | null): string {
  switch (progress?.stage) {
    case undefined:
      return 'Starting'
    case 'queued':
      return progress.ahead ? `Waiting, ${formatCount(progress.ahead)} ahead of yours` : 'Waiting to start'
    case 'fetching':
      return 'Fetching the source'
    case 'listening':
      return position(progress) === '' ? 'Listening' : `Listening to minute ${position(progress)}`
    case 'reading':
      return position(progress) === '' ? 'Reading the source' : `Reading page ${position(progress)}`
    case 'summarizing':
      // All sections are read; the summary combines them.
      if (progress.total > 1 && progress.done >= progress.total) return 'Writing the summary'
      return position(progress) === '' ? 'Summarizing' : `Reading section ${position(progress)}`
    case 'checking':
      return 'Checking'
  }
}

interface Wait {
  /** Whether nothing has changed for some time. */
  isStalled: boolean
  isModel: boolean
  /** Site of the source; null for texts and files. */
  host: string | null
}

/** Note beside a stage: its cause of delay, or that lines may change; empty without either. */
export function waitWords(progress: Progress | null, { isStalled, isModel, host }: Wait): string {
  if (!isStalled) return progress?.stage === 'checking' && isModel ? 'lines may change' : ''
  switch (progress?.stage) {
    case undefined:
      return 'waiting for the server'
    case 'queued':
      return 'others are being made first'
    case 'fetching':
      return host === null ? 'waiting for the file' : `waiting for ${host}`
    case 'listening':
      return ''
    case 'reading':
    case 'summarizing':
    case 'checking':
      return 'taking longer than usual'
  }
}

/** The stage alone, for screen readers. */
export function stageWords(stage: ProgressStage | undefined): string {
  return headlineOf(stage === undefined ? null : { stage, done: 0, total: 0 })
}

import type { ReactNode } from 'react'
import type { Progress } from '../../../../shared/summary.ts'
import { Button } from '../../../components/button.tsx'
import { DialogTitle } from '../../../components/dialog.tsx'
import { Meter } from '../../../components/meter.tsx'
import { cn } from '../../../lib/cn.ts'
import { useSummaryWatch } from '../watch/use-summary-watch.ts'
import { overallShare } from '../watch/watch-state.ts'
import { CancelButton } from './cancel-button.tsx'
import { Elapsed } from './elapsed.tsx'
import { LostNote } from './lost-note.tsx'
import { PartialText } from './partial-text.tsx'
import { headlineOf, type Step, stageWords, stepsOf } from './stage-words.ts'

const dotStyles: Record<Step['state'], string> = {
  done: 'border-good bg-good',
  now: 'border-accent shadow-[0_0_0_4px_var(--wash)]',
  next: 'border-line-strong/60',
}

function StepLine({ step }: { step: Step }) {
  return (
    <li
      aria-current={step.state === 'now' ? 'step' : undefined}
      className={cn(
        'grid grid-cols-[1.625rem_auto_minmax(0,1fr)] items-center py-2',
        step.state === 'next' ? 'text-ink-soft' : 'text-ink',
        step.state === 'now' && 'font-medium',
      )}
    >
      <span aria-hidden="true" className={cn('size-2.25 rounded-full border-[1.5px]', dotStyles[step.state])} />
      <span>{step.label}</span>
      <span className="truncate pl-4 text-right tabular-nums">{step.detail}</span>
    </li>
  )
}

interface PanelProps {
  /** What the source is called as long as its title is not known. */
  name: string
  progress: Progress | null
  text: string
  connected: boolean
  isReceived: boolean
  buttons: ReactNode
}

function Panel({ name, progress, text, connected, isReceived, buttons }: PanelProps) {
  return (
    <div className="px-6 pt-8 pb-6 sm:px-11 sm:pt-10 sm:pb-8">
      <p dir="auto" className="eyebrow truncate pr-30 normal-case tracking-normal">
        {progress?.title ?? name}
      </p>
      <DialogTitle className="mt-2.5 min-h-9 text-[1.6875rem] leading-tight tabular-nums max-sm:text-[1.5rem]">
        {headlineOf(progress)}
      </DialogTitle>
      {/* The counts would be read out every few seconds; the stages are few. */}
      <output className="sr-only">{stageWords(progress?.stage)}</output>
      <Meter
        kind="progress"
        label="Progress"
        value={progress === null ? 0.02 : overallShare(progress)}
        className="mt-5"
      />
      <ol className="mt-5 border-b border-line pb-5.5">
        {stepsOf(progress, isReceived).map((step) => (
          <StepLine key={step.stage} step={step} />
        ))}
      </ol>
      <PartialText text={text} />
      <div className="mt-6 flex flex-wrap gap-2.5">{buttons}</div>
      {connected ? null : <LostNote />}
    </div>
  )
}

/** Between the click and the server's answer. */
export function SendingPanel({ name, isReceived }: { name: string; isReceived: boolean }) {
  const buttons = (
    <>
      <Button look="plain" disabled>
        Continue in background
      </Button>
      <Button look="text" disabled>
        Cancel
      </Button>
    </>
  )
  return <Panel name={name} progress={null} text="" connected isReceived={isReceived} buttons={buttons} />
}

interface ProgressPanelProps {
  id: string
  name: string
  isReceived: boolean
  /** What a list or the summary itself already told. */
  known?: Progress | null
  /** When this page began to follow it, in milliseconds; null where that is not its beginning. */
  since?: number | null
  onLeave: () => void
}

/** A summary as it is being made: what happens now, and the text as it comes. */
export function ProgressPanel({ id, name, isReceived, known = null, since = null, onLeave }: ProgressPanelProps) {
  const watch = useSummaryWatch(id)
  const progress = watch.progress ?? known
  const buttons = (
    <>
      <Button look="plain" onClick={onLeave}>
        Continue in background
      </Button>
      <CancelButton id={id} progress={progress} />
      {since === null ? null : <Elapsed since={since} />}
    </>
  )
  return (
    <Panel
      name={name}
      progress={progress}
      text={watch.text}
      connected={watch.connected}
      isReceived={isReceived}
      buttons={buttons}
    />
  )
}

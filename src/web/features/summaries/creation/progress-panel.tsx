import type { ReactNode } from 'react'
import type { Progress } from '../../../../shared/summary.ts'
import { Button } from '../../../components/button.tsx'
import { DialogTitle } from '../../../components/dialog.tsx'
import { Meter } from '../../../components/meter.tsx'
import { cn } from '../../../lib/cn.ts'
import { useSummaryWatch } from '../watch/use-summary-watch.ts'
import { overallShare, type Watch } from '../watch/watch-state.ts'
import { useCreation } from './creation-context.ts'
import { headlineOf, type Step, stepsOf } from './stage-words.ts'

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
        'grid grid-cols-[1.625rem_1fr_auto] items-center py-2',
        step.state === 'next' ? 'text-ink-soft' : 'text-ink',
        step.state === 'now' && 'font-medium',
      )}
    >
      <span aria-hidden="true" className={cn('size-2.25 rounded-full border-[1.5px]', dotStyles[step.state])} />
      <span>{step.label}</span>
      <span className="tabular-nums">{step.detail}</span>
    </li>
  )
}

interface PanelProps {
  /** What the source is called as long as its title is not known. */
  source: string
  progress: Progress | null
  text: string
  connected: boolean
  isReceived: boolean
  buttons: ReactNode
}

function Panel({ source, progress, text, connected, isReceived, buttons }: PanelProps) {
  return (
    <div className="px-6 pt-8 pb-6 sm:px-11 sm:pt-10 sm:pb-8">
      <p className="eyebrow truncate normal-case tracking-normal">{progress?.title ?? source}</p>
      <DialogTitle className="mt-2.5 min-h-9 text-[1.6875rem] leading-tight" aria-live="polite">
        {headlineOf(progress)}
      </DialogTitle>
      <Meter
        kind="progress"
        label="Progress"
        value={progress === null ? 0.02 : overallShare(progress)}
        className="mt-5"
      />
      <ol className="mt-5 mb-6">
        {stepsOf(progress, isReceived).map((step) => (
          <StepLine key={step.stage} step={step} />
        ))}
      </ol>
      {text === '' ? null : (
        <div className="flex max-h-52 flex-col justify-end overflow-hidden border-t border-line pt-4.5 font-serif text-[1.03125rem] leading-relaxed whitespace-pre-line text-ink-soft">
          <p dir="auto">{text}</p>
        </div>
      )}
      {connected ? null : (
        <output className="mt-4 block text-sm text-ink-soft">
          The connection is lost. Trying again; the work goes on meanwhile.
        </output>
      )}
      <div className="mt-6 flex flex-wrap gap-2.5">{buttons}</div>
    </div>
  )
}

/** Between the click and the server's answer. */
export function SendingPanel({ source, isReceived }: { source: string; isReceived: boolean }) {
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
  return <Panel source={source} progress={null} text="" connected isReceived={isReceived} buttons={buttons} />
}

interface ProgressPanelProps {
  id: string
  source: string
  isReceived: boolean
  /** What a list or the summary itself already told. */
  known?: Progress | null
  onLeave: () => void
}

/** A summary as it is being made: what happens now, and the text as it comes. */
export function ProgressPanel({ id, source, isReceived, known = null, onLeave }: ProgressPanelProps) {
  const { progress, text, connected }: Watch = useSummaryWatch(id)
  const { cancel, isCanceling } = useCreation()
  const buttons = (
    <>
      <Button look="plain" onClick={onLeave}>
        Continue in background
      </Button>
      <Button look="text" pending={isCanceling} onClick={() => cancel(id)}>
        Cancel
      </Button>
    </>
  )
  return (
    <Panel
      source={source}
      progress={progress ?? known}
      text={text}
      connected={connected}
      isReceived={isReceived}
      buttons={buttons}
    />
  )
}

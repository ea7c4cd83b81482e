import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { formatClock } from '../../../../shared/place.ts'
import type { Progress } from '../../../../shared/summary.ts'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog, DialogTitle } from '../../../components/dialog.tsx'
import { Meter } from '../../../components/meter.tsx'
import { SkeletonText } from '../../../components/skeleton.tsx'
import { cn } from '../../../lib/cn.ts'
import { useSummaryWatch } from '../watch/use-summary-watch.ts'
import { overallShare } from '../watch/watch-state.ts'
import { useCreation } from './creation-context.ts'
import { headlineOf, type Step, stageWords, stepsOf } from './stage-words.ts'

/** Cancels a summary after confirmation, which states whether that counts against the plan. */
function CancelButton({ id, progress }: { id: string; progress: Progress | null }) {
  const { cancel, isCanceling } = useCreation()
  const [asking, setAsking] = useState(false)
  // The server may have sent a first text that hasn't arrived yet.
  const [isRefused, setIsRefused] = useState(false)
  const counts = isRefused || progress?.cancelCounts === true
  return (
    <>
      <Button look="text" pending={isCanceling} onClick={() => setAsking(true)}>
        Cancel
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel this summary?"
        description={
          counts
            ? 'The summary is already being written, so canceling still counts against your plan.'
            : 'It won’t count against your plan.'
        }
        confirm="Cancel summary"
        cancel="Keep going"
        destructive
        pending={isCanceling}
        onConfirm={() => cancel({ id, ifFree: !counts, onNotFree: () => setIsRefused(true) })}
      />
    </>
  )
}

const SECOND_MS = 1000
/** Shorter times are not worth showing. */
const SHOWN_AFTER_S = 5

/** Time since a summary was begun. */
function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  const seconds = (now - since) / SECOND_MS
  if (seconds < SHOWN_AFTER_S) return null
  return (
    <span
      role="timer"
      aria-label="Time so far"
      className="ml-auto self-center text-[0.8125rem] text-ink-soft tabular-nums"
    >
      {formatClock(seconds)}
    </span>
  )
}

/** Shorter interruptions are not shown. */
const LOST_AFTER_MS = 1500

/** Note that the connection is lost, after a delay. */
function LostNote() {
  const [isTold, setIsTold] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsTold(true), LOST_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className="mt-4 block text-sm text-ink-soft empty:hidden">
      {isTold ? 'The connection is lost. Trying again; the work goes on meanwhile.' : ''}
    </output>
  )
}

/** The text so far: the gist, the takeaways as lines that begin with "- ", and paragraphs. */
function Lines({ text }: { text: string }) {
  return (
    <div dir="auto" className="mb-auto space-y-[0.7em] font-serif text-[1.0625rem] leading-relaxed text-ink-soft">
      {text.split(/\n{2,}/u).map((paragraph, index) => {
        if (!paragraph.startsWith('- ')) {
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a paragraph that grows is still the same one
            <p key={index} className={cn('text-wrap whitespace-pre-line', index === 0 && 'font-medium text-ink')}>
              {paragraph}
            </p>
          )
        }
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a list that grows is still the same one
          <ul key={index} className="list-['–__'] space-y-[0.35em] ps-4 marker:text-accent">
            {paragraph.split('\n').map((line, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- a line that grows is still the same one
              <li key={place} className="text-wrap">
                {line.slice(2)}
              </li>
            ))}
          </ul>
        )
      })}
    </div>
  )
}

/**
 * The text so far, in a box of constant height, so that nothing moves. Its lines
 * break once and stay. The box is laid out from its end, which keeps the newest line in view until a
 * reader scrolls up; text above its top edge fades out. Screen readers announce the stages, and then the summary, instead.
 */
function PartialText({ text }: { text: string }) {
  const place = useRef<HTMLElement>(null)
  const [isOver, setIsOver] = useState(false)
  useLayoutEffect(() => {
    const { current } = place
    setIsOver(text !== '' && current !== null && current.scrollHeight > current.clientHeight)
  }, [text])
  return (
    <section
      ref={place}
      aria-label="The summary so far"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be in reach of the keyboard
      tabIndex={0}
      className={cn(
        'flex h-48 flex-col-reverse overflow-y-auto pt-4.5 focus-visible:-outline-offset-2 sm:h-44',
        isOver && 'mask-[linear-gradient(transparent,black_2.5rem)]',
      )}
    >
      {text === '' ? <SkeletonText lines={5} className="mb-auto pt-1 opacity-70" /> : <Lines text={text} />}
    </section>
  )
}

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
  /** Name of the source until its title is known. */
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
      {/* Screen readers would announce counts every few seconds; stages are few. */}
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

/** Shown between the click and the server's response. */
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
  /** Progress from a list or from the summary itself. */
  known?: Progress | null
  /** Time at which this page began to follow it, in milliseconds; null if the summary began earlier. */
  since?: number | null
  onLeave: () => void
}

/** A summary in progress: its stages, and its text so far. */
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

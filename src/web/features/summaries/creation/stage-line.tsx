import { useState } from 'react'
import type { Progress } from '../../../../shared/summary/summary.ts'
import { Button } from '../../../components/button.tsx'
import { Meter } from '../../../components/meter.tsx'
import { ConfirmDialog } from '../../../components/overlay/dialog.tsx'
import { cn } from '../../../lib/cn.ts'
import { useUnchanged } from '../../../lib/page/use-unchanged.ts'
import { ofPlan } from '../../../lib/site.ts'
import { hostOf } from '../describe.ts'
import { useSummaryLanguage } from '../language/summary-language.tsx'
import { overallShare } from '../watch/watch.ts'
import { headlineOf, type StepState, stageWords, stepsOf, waitWords } from './stage-words.ts'
import { useCancel } from './use-cancel.ts'

/** Cancels a summary after confirmation, which states whether that counts against the plan. */
function CancelButton({ id, progress }: { id: string; progress: Progress | null }) {
  const [asking, setAsking] = useState(false)
  // The server may have sent a first text that hasn't arrived yet.
  const [isRefused, setIsRefused] = useState(false)
  const { mutate: cancel, isPending: isCanceling } = useCancel(id, () => setIsRefused(true))
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
            ? `The summary is already being written${ofPlan(', so canceling still counts against your plan')}.`
            : ofPlan('It won’t count against your plan.')
        }
        confirm="Cancel summary"
        cancel="Keep going"
        destructive
        pending={isCanceling}
        onConfirm={() => cancel({ ifFree: !counts })}
      />
    </>
  )
}

/** Shorter interruptions are not shown. */
const LOST_AFTER_MS = 1500
/** A stage without news for this long shows what it waits for. */
const STALLED_AFTER_MS = 5000

const dotStyles: Record<StepState, string> = {
  done: 'border-good bg-good',
  now: 'border-accent bg-accent shadow-[0_0_0_3px_var(--wash)]',
  next: 'border-line-strong/60',
}

interface StageLineProps {
  /** Null until the server has accepted the request. */
  id: string | null
  progress: Progress | null
  /** Changes whenever the summary makes progress. */
  news: unknown
  isConnected: boolean
  /** URL of the source; null for a text or a file, which is received rather than fetched. */
  url: string | null
  onLeave: () => void
}

/** The foot of a page that is being written: its stages, what the current one waits for, and the buttons. */
export function StageLine({ id, progress, news, isConnected, url, onLeave }: StageLineProps) {
  const { facts } = useSummaryLanguage()
  const isModel = facts !== undefined && facts.engine.id !== 'extractive'
  const isStalled = useUnchanged(news, STALLED_AFTER_MS)
  const isLost = useUnchanged(isConnected, LOST_AFTER_MS)
  const note = waitWords(progress, { isStalled, isModel, host: hostOf(url) })
  const steps = stepsOf(progress, url === null)
  const now = steps.findIndex(({ state }) => state === 'now')
  const current = Math.max(0, now)
  return (
    <>
      <Meter
        kind="progress"
        label="Progress"
        value={progress === null ? 0.02 : overallShare(progress)}
        className="absolute inset-x-0 -top-px h-px rounded-none"
      />
      {/* Screen readers would announce counts every few seconds; stages are few. */}
      <output className="sr-only">{stageWords(progress?.stage)}</output>
      <div className="flex w-full items-center gap-x-3 sm:pe-10 @max-[26rem]:flex-wrap">
        <ol
          aria-label="Stages"
          className="grid min-h-10 min-w-0 grow grid-cols-[repeat(4,auto)_minmax(0,1fr)] items-center @max-[26rem]:w-full"
        >
          {steps.map(({ stage, state, label, detail }, index) => (
            <li
              key={stage}
              title={[label, detail].filter((part) => part !== '').join(', ')}
              aria-current={index === current ? 'step' : undefined}
              className="contents tabular-nums"
            >
              <span
                aria-hidden="true"
                className={cn(
                  'row-start-1 me-2.5 size-2 rounded-full border-[1.5px] @min-[26rem]:@max-[34rem]:hidden',
                  dotStyles[state],
                )}
              />
              {index === current ? (
                // After the dots, which stay where they are. A new element, so that none moves.
                <span key="now" className="col-start-5 row-start-1 line-clamp-2 ps-0.5 leading-5 text-balance">
                  <span className="font-medium text-ink">{headlineOf(progress)}</span>
                  {note === '' ? null : ` · ${note}`}
                </span>
              ) : (
                <span className="sr-only">
                  {label} {detail}
                </span>
              )}
            </li>
          ))}
        </ol>
        <span className="-me-2 flex items-center gap-1.5 @max-[26rem]:-ms-2 @max-[26rem]:grow @max-[26rem]:justify-between">
          <Button look="text" disabled={id === null} onClick={onLeave} className="text-ink">
            Continue in background
          </Button>
          {id === null ? (
            <Button look="text" disabled>
              Cancel
            </Button>
          ) : (
            <CancelButton id={id} progress={progress} />
          )}
        </span>
      </div>
      {isConnected ? null : (
        <output className="w-full empty:hidden">
          {isLost ? 'Connection lost. We’re reconnecting, and your summary is still being made.' : ''}
        </output>
      )}
    </>
  )
}

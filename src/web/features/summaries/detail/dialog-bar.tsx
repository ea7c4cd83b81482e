import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { IconButton, Spinner } from '../../../components/button.tsx'
import { DialogClose } from '../../../components/overlay/dialog.tsx'
import { cn } from '../../../lib/cn.ts'
import { isUnfinished, timesOf } from '../describe.ts'
import { SourceSwitch } from './source-switch.tsx'
import type { Neighbors } from './use-neighbors.ts'
import type { SourceShown } from './use-source.ts'

interface StepProps extends Omit<ComponentProps<typeof IconButton>, 'onClick'> {
  /** Null at the end of the list, where the button stays and keeps the keyboard. */
  step: (() => void) | null
}

const Step = ({ step, ...rest }: StepProps) => (
  <IconButton
    aria-disabled={step === null}
    onClick={step ?? undefined}
    className="aria-disabled:opacity-40 aria-disabled:hover:bg-transparent"
    {...rest}
  />
)

/** Leads through the list that a summary was opened from, as the arrow keys and `j` and `k` do. */
const NeighborButtons = ({ neighbors: { previous, next, isLoading } }: { neighbors: Neighbors }) => (
  <>
    <Step label="Previous summary" aria-keyshortcuts="ArrowLeft k" step={previous}>
      <ChevronLeft />
    </Step>
    <Step label="Next summary" aria-keyshortcuts="ArrowRight j" step={isLoading ? null : next} aria-busy={isLoading}>
      {isLoading ? <Spinner className="size-4" /> : <ChevronRight />}
    </Step>
  </>
)

const BAR_HEIGHT = 56

/** Follows whether the title of a page is under the bar. */
function useTitleHidden(bar: RefObject<HTMLElement | null>, title: string | null) {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    const dialog = bar.current?.closest('[role=dialog]')
    const scroller = dialog?.parentElement
    if (!dialog || !scroller) return undefined
    const look = (): void => {
      // Renaming replaces the heading.
      const heading = dialog.querySelector('h2')
      setHidden(title !== null && heading !== null && heading.getBoundingClientRect().bottom < BAR_HEIGHT)
    }
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [bar, title])
  return isHidden
}

interface DialogBarProps {
  /** Null where the dialog leads nowhere else. */
  neighbors: Neighbors | null
  /** The summary that is read; null while it loads. */
  summary: Summary | null
  /** Null where there is no source to show. */
  source: SourceShown | null
  /** Whether the dialog can be closed. */
  closes: boolean
}

/** The bar at the top of the dialog: how long the summary takes to read, then its title, and the buttons. */
export function DialogBar({ neighbors, summary, source, closes }: DialogBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const title = summary?.title ?? null
  const isTitleHidden = useTitleHidden(bar, title)
  const times = summary === null || isUnfinished(summary) ? null : timesOf(summary)
  return (
    <div
      ref={bar}
      className="edge-bar sticky -top-4 z-10 flex h-14 max-sm:*:[[role=group]]:-order-1 items-center gap-1 rounded-t-card border-b border-line bg-raised ps-5 pe-2 pointer-coarse:gap-2 sm:-top-8 sm:ps-14 sm:pe-4 print:hidden"
    >
      <div className="relative me-2 h-5 min-w-0 flex-1 max-sm:*:hidden text-[0.8125rem]/5 *:absolute *:inset-0 *:truncate *:transition-opacity *:duration-150">
        <p aria-hidden="true" className={cn('text-sm/5 font-medium', !isTitleHidden && 'opacity-0')}>
          <bdi>{title}</bdi>
        </p>
        <p className={cn('text-ink-soft', isTitleHidden && 'opacity-0')}>{times}</p>
      </div>
      {source === null ? null : <SourceSwitch source={source} />}
      {neighbors === null ? null : <NeighborButtons neighbors={neighbors} />}
      {closes ? <DialogClose /> : null}
    </div>
  )
}

import { BookOpenText, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { IconButton, Spinner } from '../../../components/button.tsx'
import { DialogClose } from '../../../components/overlay/dialog.tsx'
import { cn } from '../../../lib/cn.ts'
import { pageDirection } from '../describe.ts'
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

interface NeighborButtonsProps {
  neighbors: Neighbors
  /** Direction of the header that the buttons are in: arrows point the other way in a mirrored one. */
  dir: 'ltr' | 'rtl'
}

/** Leads through the list that a summary was opened from, as the arrow keys and `j` and `k` do. */
function NeighborButtons({ neighbors: { previous, next, isLoading }, dir }: NeighborButtonsProps) {
  const [back, ahead] = dir === 'ltr' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  return (
    <>
      <Step label="Previous summary" aria-keyshortcuts={`${back} k`} step={previous}>
        <ChevronLeft className="rtl:-scale-x-100" />
      </Step>
      <Step label="Next summary" aria-keyshortcuts={`${ahead} j`} step={isLoading ? null : next} aria-busy={isLoading}>
        {isLoading ? <Spinner className="size-4" /> : <ChevronRight className="rtl:-scale-x-100" />}
      </Step>
    </>
  )
}

const BAR_HEIGHT = 56

/** Follows how far the dialog around an element is scrolled, and whether its title is under the bar. */
function useScrolled(bar: RefObject<HTMLElement | null>, title: string | null) {
  const [scrolled, setScrolled] = useState({ top: false, title: false })
  useEffect(() => {
    const dialog = bar.current?.closest('[role=dialog]')
    const scroller = dialog?.parentElement
    if (!dialog || !scroller) return undefined
    const look = (): void => {
      const top = dialog.getBoundingClientRect().top < 0
      // Renaming replaces the heading.
      const heading = dialog.querySelector('h2')
      const isUnder = title !== null && heading !== null && heading.getBoundingClientRect().bottom < BAR_HEIGHT
      setScrolled((before) => (before.top === top && before.title === isUnder ? before : { top, title: isUnder }))
    }
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [bar, title])
  return scrolled
}

interface DialogBarProps {
  /** Null where the dialog leads nowhere else. */
  neighbors: Neighbors | null
  /** The summary that is read; null for panels and while it loads. */
  summary: Summary | null
  /** Null where there is no source to show. */
  source: SourceShown | null
}

/** The bar at the top of the dialog, opaque over a scrolled page. Headings leave space for its buttons. */
export function DialogBar({ neighbors, summary, source }: DialogBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const title = summary?.title ?? null
  const scrolled = useScrolled(bar, title)
  const dir = summary === null ? 'ltr' : pageDirection(summary)
  return (
    <div
      ref={bar}
      dir={dir}
      className={cn(
        'sticky -top-4 z-10 -mb-14 flex h-14 items-center gap-1 ps-5 pointer-coarse:gap-2 pe-2 sm:-top-8 sm:ps-14 sm:pe-4 print:hidden',
        scrolled.top ? 'pointer-events-auto' : 'pointer-events-none',
      )}
    >
      <span
        aria-hidden="true"
        className={cn(
          'absolute inset-0 -z-10 border-b transition-colors duration-150',
          scrolled.top ? 'border-line bg-raised' : 'border-transparent',
          source?.isOpen && 'wide:end-auto wide:w-178',
        )}
      />
      <p
        aria-hidden="true"
        className={cn(
          'me-2 min-w-0 flex-1 truncate font-medium text-sm transition-opacity duration-150',
          scrolled.title ? 'opacity-100' : 'opacity-0',
        )}
      >
        <bdi>{title}</bdi>
      </p>
      <div className="pointer-events-auto contents">
        {source === null ? null : (
          <IconButton label="Source" aria-pressed={source.isOpen} aria-keyshortcuts="s" onClick={source.toggle}>
            <BookOpenText />
          </IconButton>
        )}
        {neighbors === null ? null : <NeighborButtons neighbors={neighbors} dir={dir} />}
        <DialogClose />
      </div>
    </div>
  )
}

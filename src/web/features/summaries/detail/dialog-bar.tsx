import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Summary } from '../../../../shared/summary.ts'
import { DialogClose } from '../../../components/dialog.tsx'
import { cn } from '../../../lib/cn.ts'
import { pageDirection } from '../describe.ts'
import { NeighborButtons } from './neighbor-buttons.tsx'
import type { Neighbors } from './use-neighbors.ts'

/** Height of the bar, in pixels. */
const BAR_HEIGHT = 56

interface Scrolled {
  /** Whether the dialog's top edge has left the window. */
  top: boolean
  /** Whether the title has gone under the bar. */
  title: boolean
}

/** Follows how far the dialog around an element is scrolled. Looks for its title again when `title` changes. */
function useScrolled(bar: RefObject<HTMLElement | null>, title: string | null): Scrolled {
  const [scrolled, setScrolled] = useState<Scrolled>({ top: false, title: false })
  useEffect(() => {
    const dialog = bar.current?.closest('[role=dialog]')
    const heading = dialog?.querySelector('h2') ?? null
    const scroller = dialog?.parentElement
    if (!dialog || !scroller) return undefined
    const look = (): void => {
      const top = dialog.getBoundingClientRect().top < 0
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
}

/**
 * The bar that stays at the top of the dialog: previous, next, close. Over a scrolled page it is opaque and shows the
 * title. It takes no room of its own: headings leave space for its buttons.
 */
export function DialogBar({ neighbors, summary }: DialogBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const title = summary?.title ?? null
  const scrolled = useScrolled(bar, title)
  const dir = summary === null ? 'ltr' : pageDirection(summary)
  return (
    <div
      ref={bar}
      dir={dir}
      className={cn(
        'sticky -top-4 z-10 -mb-14 flex h-14 items-center gap-3 border-b ps-5 pe-2 transition-colors duration-150 sm:-top-14 sm:ps-14 sm:pe-4 print:hidden',
        scrolled.top ? 'pointer-events-auto border-line bg-raised' : 'pointer-events-none border-transparent',
      )}
    >
      <p
        aria-hidden="true"
        className={cn(
          'min-w-0 flex-1 truncate font-medium text-sm transition-opacity duration-150',
          scrolled.title ? 'opacity-100' : 'opacity-0',
        )}
      >
        <bdi>{title}</bdi>
      </p>
      <div className="pointer-events-auto flex gap-1 pointer-coarse:gap-2">
        {neighbors === null ? null : <NeighborButtons neighbors={neighbors} dir={dir} />}
        <DialogClose />
      </div>
    </div>
  )
}

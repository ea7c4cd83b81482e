import { Trash2, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatCount } from '../../../../shared/format.ts'
import { Alert } from '../../../components/alert.tsx'
import { Button, IconButton } from '../../../components/button.tsx'
import { isTyping } from '../../../lib/input.ts'

/** Between the bar and the foot of the window. */
const GAP_PX = 12

/** Escape lets go of what is selected, unless it is meant for what is being typed or for what lies over the page. */
function useEscapeKey(onEscape: () => void): void {
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (key !== 'Escape' || isTyping(target) || !(target instanceof Element)) return
      if (target.closest('[role=menu], [role=dialog], [role=alertdialog]') === null) onEscape()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [onEscape])
}

/** Tells the page how high the bar is, so that nothing is scrolled to behind it and no toast covers it. */
function useKnownHeight() {
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const { current } = bar
    if (current === null) return undefined
    const observer = new ResizeObserver(() => style.setProperty('--over-foot', `${current.offsetHeight + GAP_PX}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty('--over-foot')
    }
  }, [])
  return bar
}

interface SelectionBarProps {
  /** How many are selected; at least one. */
  count: number
  /** How many there are to select. */
  loaded: number
  /** Whether there are more than those. */
  hasMore: boolean
  /** What went wrong with some of them. */
  failure: string | null
  onAll: () => void
  onClear: () => void
  onDelete: () => void
  /** The ways to export them. */
  exporting: ReactNode
}

/** What can be done with the summaries that are selected, at the foot of the window. */
export function SelectionBar({
  count,
  loaded,
  hasMore,
  failure,
  onAll,
  onClear,
  onDelete,
  exporting,
}: SelectionBarProps) {
  useEscapeKey(onClear)
  const bar = useKnownHeight()
  return (
    <section
      ref={bar}
      aria-label="Selected summaries"
      className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom)+var(--banner,0px))] z-20 mt-6 animate-rise rounded-card border border-line-strong/60 bg-raised px-3 py-2.5 shadow-float sm:px-4 md:bottom-[calc(var(--banner,0px)+1rem)]"
    >
      {failure === null ? null : (
        <Alert tone="bad" className="mb-2.5">
          {failure}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <output className="mr-1 text-sm font-medium tabular-nums">{formatCount(count)} selected</output>
        {count < loaded ? (
          <Button look="text" className="tabular-nums" onClick={onAll}>
            Select all {formatCount(loaded)}
            {hasMore ? ' loaded' : null}
          </Button>
        ) : null}
        <div className="ml-auto flex items-center gap-2">
          {exporting}
          <Button look="destructive" className="max-sm:px-3" onClick={onDelete}>
            <Trash2 className="max-xs:hidden" /> Delete
          </Button>
          <IconButton label="Clear the selection" aria-keyshortcuts="Escape" onClick={onClear}>
            <X />
          </IconButton>
        </div>
      </div>
    </section>
  )
}

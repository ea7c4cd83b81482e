import { Trash2, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatCount } from '../../../../shared/text/format.ts'
import { Alert } from '../../../components/alert.tsx'
import { Button, IconButton } from '../../../components/button.tsx'
import { isTyping, useWindowEvent } from '../../../lib/page/input.ts'
import { publishLength } from '../../../lib/page/publish-length.ts'
import { useRootMark } from '../../../lib/page/root-mark.ts'

/** Distance between the bar and the bottom of the window, where it isn't docked. */
const GAP_PX = 12
/** Height of the navigation, whose place the bar takes on phones. */
const NAVIGATION_PX = 57

/** Height of the bar above the foot of the window: on phones, above the navigation. */
function heightOf(bar: HTMLElement): number {
  const { position, paddingBottom } = getComputedStyle(bar)
  return position === 'fixed'
    ? Math.max(0, bar.offsetHeight - parseFloat(paddingBottom) - NAVIGATION_PX)
    : bar.offsetHeight + GAP_PX
}

interface SelectionBarProps {
  count: number
  loaded: number
  hasMore: boolean
  failure: string | null
  onAll: () => void
  onClear: () => void
  onDelete: () => void
  exporting: ReactNode
}

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
  useWindowEvent('keydown', ({ key, target }) => {
    if (key !== 'Escape' || isTyping(target) || !(target instanceof Element)) return
    if (target.closest('[role=menu], [role=dialog], [role=alertdialog]') === null) onClear()
  })
  useRootMark('selection')
  const bar = useRef<HTMLElement>(null)
  // Nothing is scrolled to behind the bar, and no toast covers it.
  useEffect(() => {
    const { current } = bar
    return current === null ? undefined : publishLength('--over-foot', current, () => heightOf(current))
  }, [])
  return (
    <>
      <section
        ref={bar}
        aria-label="Selected summaries"
        className="edge-bar z-30 animate-rise border-line-strong/60 bg-raised max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:border-t max-md:pb-[env(safe-area-inset-bottom)] md:sticky md:bottom-[calc(var(--banner,0px)+1rem)] md:mt-6 md:rounded-card md:border md:px-4 md:py-2.5 md:shadow-float"
      >
        {failure === null ? null : (
          <Alert tone="bad" className="mb-2.5 max-md:m-2.5 max-md:mb-0">
            {failure}
          </Alert>
        )}
        <div className="flex items-center gap-x-2 max-md:h-14 max-md:pr-1.5 max-md:pl-4.5 max-md:[&_button]:min-h-11 max-md:[&_button]:min-w-11">
          <output className="text-sm font-medium whitespace-nowrap tabular-nums">{formatCount(count)} selected</output>
          {count < loaded ? (
            <Button look="text" className="tabular-nums" onClick={onAll}>
              <span className="max-sm:capitalize">
                <span className="max-sm:sr-only">Select </span>all {formatCount(loaded)}
                {hasMore ? <span className="max-sm:sr-only"> loaded</span> : null}
              </span>
            </Button>
          ) : null}
          <div className="ml-auto flex items-center gap-1.5 sm:gap-2">
            {exporting}
            <Button look="destructive" className="max-sm:px-0" needsConnection onClick={onDelete}>
              <Trash2 /> <span className="max-sm:sr-only">Delete</span>
            </Button>
            <IconButton label="Clear the selection" aria-keyshortcuts="Escape" onClick={onClear}>
              <X />
            </IconButton>
          </div>
        </div>
      </section>
      {/* Covers the lines of the list between the bar and the edge of the window. */}
      <div
        aria-hidden="true"
        className="sticky bottom-(--banner) z-20 -mx-7 -mt-2 -mb-4 hidden h-6 bg-paper md:block print:hidden"
      />
    </>
  )
}

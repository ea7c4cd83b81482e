import { Trash2, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatCount } from '../../../../shared/text/format.ts'
import { Alert } from '../../../components/alert.tsx'
import { Button, IconButton } from '../../../components/button.tsx'
import { isTyping, useWindowEvent } from '../../../lib/page/input.ts'
import { publishLength } from '../../../lib/page/publish-length.ts'

/** Distance between the bar and the bottom of the window. */
const GAP_PX = 12

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
  const bar = useRef<HTMLElement>(null)
  // Nothing is scrolled to behind the bar, and no toast covers it.
  useEffect(() => {
    const { current } = bar
    return current === null ? undefined : publishLength('--over-foot', current, () => current.offsetHeight + GAP_PX)
  }, [])
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
          <Button look="destructive" className="max-sm:px-3" needsConnection onClick={onDelete}>
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

import { useEffect, useRef } from 'react'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { Alert } from '../../../components/alert.tsx'
import { Button } from '../../../components/button.tsx'
import { reasonOf } from '../../../lib/api/client.ts'
import { cn } from '../../../lib/cn.ts'
import { useWindowEvent } from '../../../lib/page/input.ts'
import { RootMark } from '../../../lib/page/root-mark.ts'
import { RowSkeletons } from '../list-parts.tsx'
import { focusSummary } from '../reveal.ts'
import type { Layout } from './list-address.ts'

/** Distance from the end of the list at which the next page is loaded, so that it arrives before the user gets there. */
const AHEAD = '1800px 0px'

/** Whether the user moves through the page by Tab: if the list grew then, they would never get past its end. */
function useIsTabbing() {
  const isTabbing = useRef(false)
  const onScroll = () => {
    isTabbing.current = false
  }
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Tab') isTabbing.current = true
    else if (/^(?:Page|Arrow|End|Home|[jk]$)/u.test(key)) isTabbing.current = false
  })
  useWindowEvent('wheel', onScroll, { passive: true })
  useWindowEvent('touchmove', onScroll, { passive: true })
  useWindowEvent('pointerdown', onScroll)
  return isTabbing
}

/** End of the loaded rows, which loads the next page when the user scrolls near it. */
function End({ load }: { load: () => Promise<unknown> }) {
  const isTabbing = useIsTabbing()
  const end = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const { current } = end
    if (current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting) && !isTabbing.current) void load()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [load, isTabbing])
  return <span ref={end} />
}

/** Placeholder rows below the loaded ones. */
const AWAITED_ROWS = 8

interface MoreProps {
  layout: Layout
  summaries: readonly Pick<Summary, 'id'>[]
  hasMore: boolean
  isLoading: boolean
  /** Why the next page didn't load, or null. */
  error: Error | null
  load: () => Promise<unknown>
}

/**
 * Loads the next summaries as the end comes near. Placeholders reserve their space, and the footer appears only below the
 * last summary, so that it doesn't move.
 */
export function More({ layout, summaries, hasMore, isLoading, error, load }: MoreProps) {
  const count = summaries.length
  // Focus moves to the first summary that the button loaded.
  const asked = useRef<number | null>(null)
  useEffect(() => {
    const first = asked.current === null ? undefined : summaries[asked.current]
    if (first === undefined) return
    asked.current = null
    focusSummary(first.id)
  }, [summaries])

  if (!hasMore) return null
  return (
    // The key makes the next page's end a new element, which is observed again.
    <div
      key={count}
      className={cn('flex flex-col items-center gap-4', error !== null ? 'mt-8' : layout === 'grid' && 'mt-4')}
    >
      <RootMark of="more" />
      {isLoading || error !== null ? null : <End load={load} />}
      {error === null ? (
        <div aria-hidden="true" className="w-full pb-4">
          <RowSkeletons count={AWAITED_ROWS} layout={layout === 'grid' ? 'card' : 'row'} />
        </div>
      ) : null}
      {error === null ? null : (
        <Alert tone="bad" className="max-w-[36rem]">
          The next summaries didn’t load. {reasonOf(error)}
        </Alert>
      )}
      <Button
        look="plain"
        pending={isLoading}
        needsConnection
        onClick={() => {
          asked.current = count
          void load()
        }}
      >
        {error === null ? 'Load more' : 'Try again'}
      </Button>
    </div>
  )
}

import { useEffect, useRef } from 'react'
import type { Summary } from '../../../../shared/summary.ts'
import { Alert } from '../../../components/alert.tsx'
import { Button } from '../../../components/button.tsx'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { useWindowEvent } from '../../../lib/use-window-event.ts'
import { focusSummary } from '../reveal.ts'

/** How far from the end of the list the next page is asked for, so that it is there before the end is seen. */
const AHEAD = '1800px 0px'

/**
 * Whether somebody goes through the page by Tab. Were the list to grow before them, they would never get to its end, nor
 * to what stands below it.
 */
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

/** The end of what is loaded: has more loaded as somebody who scrolls comes close. */
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

interface MoreProps {
  /** What is loaded. */
  summaries: readonly Pick<Summary, 'id'>[]
  hasMore: boolean
  isLoading: boolean
  /** Why the next page did not come; null where it was not tried, or came. */
  error: Error | null
  /** Loads the next page. */
  load: () => Promise<unknown>
}

/** What stands below a list of which not all is loaded. The next page comes as somebody scrolls, and by the button. */
export function More({ summaries, hasMore, isLoading, error, load }: MoreProps) {
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
    <div className="mt-8 flex flex-col items-center gap-4">
      {/* A new one where there is more: it tells again that it is close. */}
      {isLoading || error !== null ? null : <End key={count} load={load} />}
      {error === null ? null : (
        <Alert tone="bad" className="max-w-[36rem]">
          The next summaries didn’t load. {reasonOf(error)}
        </Alert>
      )}
      <Button
        look="plain"
        pending={isLoading}
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

import { useEffect, useState } from 'react'
import { formatClock } from '../../../../shared/place.ts'

const SECOND_MS = 1000
/** Before this nobody counts. */
const SHOWN_AFTER_S = 5

/** How long a summary has been in the making, once that is worth a word. */
export function Elapsed({ since }: { since: number }) {
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

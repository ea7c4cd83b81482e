import { useEffect, useState } from 'react'

/** A connection that comes back within this time was never worth a word. */
const LOST_AFTER_MS = 1500

/** Says, after a moment, that the connection is lost; for as long as it is. */
export function LostNote() {
  const [isTold, setIsTold] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsTold(true), LOST_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className="mt-4 block text-sm text-ink-soft empty:hidden">
      {isTold ? 'The connection is lost. Trying again; the work goes on meanwhile.' : ''}
    </output>
  )
}

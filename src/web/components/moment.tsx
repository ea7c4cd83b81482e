import { useId } from 'react'
import { dayAndTime } from '../lib/dates.ts'

/** A day whose hour shows on hover, on focus and by touch. */
export function Moment({ iso, children }: { iso: string; children: string }) {
  const id = useId()
  return (
    <span className="group/moment relative inline-block">
      <button
        type="button"
        aria-describedby={id}
        className="relative touch-target cursor-default rounded-chip underline decoration-line-strong/70 decoration-dotted underline-offset-3"
      >
        <time dateTime={iso}>{children}</time>
      </button>
      <span
        id={id}
        role="tooltip"
        className="pointer-events-none absolute start-0 bottom-full z-10 mb-1.5 rounded-chip bg-ink px-2 py-1 text-xs whitespace-nowrap text-paper opacity-0 transition-opacity duration-150 group-focus-within/moment:opacity-100 group-hover/moment:opacity-100 print:hidden"
      >
        {dayAndTime(iso)}
      </span>
    </span>
  )
}

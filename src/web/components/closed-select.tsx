import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import type { ClosedProps } from './openable.tsx'

export const selectTriggerStyle =
  'relative touch-target -mx-1.5 inline-flex min-h-9 items-center gap-1 rounded-control px-1.5 outline-offset-0 font-medium text-ink transition-colors duration-150 hover:text-accent data-[state=open]:text-accent'

interface ClosedSelectProps {
  label: string
  /** The choice in words. */
  shown: string
  button: ClosedProps
}

/** A choice of many as it looks until its list is there. */
export function ClosedSelect({ label, shown, button }: ClosedSelectProps) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <span id={`${id}-label`}>{label}</span>
      <button {...button} aria-labelledby={`${id}-label ${id}-value`} className={selectTriggerStyle}>
        <span id={`${id}-value`}>{shown}</span>
        <ChevronDown aria-hidden="true" className="size-3.5" />
      </button>
    </div>
  )
}

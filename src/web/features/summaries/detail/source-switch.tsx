import type { ReactNode } from 'react'
import { cn } from '../../../lib/cn.ts'
import type { SourceShown } from './use-source.ts'

interface ChoiceProps {
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

const Choice = ({ isChosen, onChoose, children }: ChoiceProps) => (
  <button
    type="button"
    data-view
    aria-pressed={isChosen}
    // One key presses the other button in turn.
    aria-keyshortcuts={isChosen ? undefined : 's'}
    onClick={onChoose}
    className={cn(
      'relative touch-target rounded-chip focus-visible:z-1 px-2.5 py-2 text-[0.8125rem]/none whitespace-nowrap transition-colors duration-150',
      isChosen ? 'bg-sunk font-medium text-ink' : 'text-ink-soft hover:text-ink',
    )}
  >
    {children}
  </button>
)

/** Chooses between the summary alone and the summary with its source. */
export function SourceSwitch({ source: { isView, setView } }: { source: SourceShown }) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is a form's, and is hidden without scripts
      role="group"
      aria-label="View"
      className="pointer-events-auto flex shrink-0 rounded-control border border-line p-0.5 print:hidden"
    >
      <Choice isChosen={!isView} onChoose={() => setView(false)}>
        Summary
      </Choice>
      <Choice isChosen={isView} onChoose={() => setView(true)}>
        <span className="max-sm:hidden">Summary and source</span>
        <span className="sm:hidden">Source</span>
      </Choice>
    </div>
  )
}

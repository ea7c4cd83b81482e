import { Fragment } from 'react'
import { TitledDialog } from '../../components/dialog.tsx'
import { searchHint } from '../../lib/input.ts'

/** Keyboard shortcut as the list of shortcuts shows it. */
interface Shortcut {
  /** Keys that do the same. */
  keys: string[]
  label: string
  group: 'Anywhere' | 'In a summary' | 'In lists'
}

/** All keyboard shortcuts. None of them works while typing in a field. */
const shortcuts: Shortcut[] = [
  { keys: ['/', 'Ctrl K'], label: 'Search your summaries', group: 'Anywhere' },
  { keys: ['F8'], label: 'Go to notifications', group: 'Anywhere' },
  { keys: ['Escape'], label: 'Close, or clear the selection', group: 'Anywhere' },
  { keys: ['?'], label: 'Show keyboard shortcuts', group: 'Anywhere' },
  { keys: ['j'], label: 'Next summary', group: 'In lists' },
  { keys: ['k'], label: 'Previous summary', group: 'In lists' },
  { keys: ['Enter'], label: 'Open the summary', group: 'In lists' },
  { keys: ['j', '→'], label: 'Next summary', group: 'In a summary' },
  { keys: ['k', '←'], label: 'Previous summary', group: 'In a summary' },
  { keys: ['e'], label: 'Export', group: 'In a summary' },
  { keys: ['c'], label: 'Copy', group: 'In a summary' },
]

const groups: readonly Shortcut['group'][] = ['Anywhere', 'In lists', 'In a summary']

/** Keys by their name on this machine's keyboard. */
function Keys({ keys }: Pick<Shortcut, 'keys'>) {
  return (
    <span className="flex items-center gap-1.5 text-[0.8125rem] text-ink-soft">
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index === 0 ? null : 'or'}
          <kbd className="inline-grid h-6 min-w-6 place-items-center rounded-chip border border-line px-1.5 font-sans text-xs text-ink">
            {key === 'Ctrl K' ? searchHint() : key}
          </kbd>
        </Fragment>
      ))}
    </span>
  )
}

interface ShortcutsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** List of keyboard shortcuts. */
export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  return (
    <TitledDialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts">
      {groups.map((group) => (
        <section key={group} className="mt-6">
          <h3 className="eyebrow">{group}</h3>
          <ul className="mt-2.5 border-t border-line">
            {shortcuts
              .filter((shortcut) => shortcut.group === group)
              .map(({ keys, label }) => (
                <li
                  key={label}
                  className="flex min-h-10 items-center justify-between gap-4 border-b border-line py-1.5"
                >
                  <span>{label}</span>
                  <Keys keys={keys} />
                </li>
              ))}
          </ul>
        </section>
      ))}
    </TitledDialog>
  )
}

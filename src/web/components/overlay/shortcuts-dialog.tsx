import { Fragment, useState } from 'react'
import { isQuestionOpen, isShortcut, searchHint, useWindowEvent } from '../../lib/page/input.ts'
import { type DialogState, TitledDialog } from './dialog.tsx'

/** All keyboard shortcuts by context: the keys that do the same, and what they do. None of them works while typing. */
const shortcuts: Record<string, [keys: string[], label: string][]> = {
  Anywhere: [
    [['/', 'Ctrl K'], 'Search your summaries'],
    [['F8'], 'Go to notifications'],
    [['Escape'], 'Close, or clear the selection'],
    [['?'], 'Show keyboard shortcuts'],
  ],
  'In lists': [
    [['j'], 'Next summary'],
    [['k'], 'Previous summary'],
    [['Enter'], 'Open the summary'],
  ],
  'In a summary': [
    [['j', '→'], 'Next summary'],
    [['k', '←'], 'Previous summary'],
    [['s'], 'Show or hide the source'],
    [['d'], 'Show or hide details'],
    [['a'], 'Ask the source'],
    [[']'], 'Next citation'],
    [['['], 'Previous citation'],
    [['e'], 'Export'],
    [['c'], 'Copy'],
  ],
}

const Keys = ({ keys }: { keys: readonly string[] }) => (
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

/** Shortcuts of a summary that its readers have without an account. */
const visitorShortcuts: typeof shortcuts = {
  'In a summary': (shortcuts['In a summary'] ?? []).filter(([[key = '']]) => ['s', 'd', ']', '['].includes(key)),
  Anywhere: (shortcuts.Anywhere ?? []).filter(([[key]]) => key === '?'),
}

export function ShortcutsDialog({
  open,
  onOpenChange,
  groups = shortcuts,
}: DialogState & { groups?: typeof shortcuts }) {
  useWindowEvent('keydown', (event) => {
    if (event.key !== '?' || !isShortcut(event) || isQuestionOpen()) return
    event.preventDefault()
    onOpenChange(true)
  })
  const hasColumns = Object.keys(groups).length > 2
  return (
    <TitledDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keyboard shortcuts"
      className={hasColumns ? 'sm:w-[min(100%,48rem)]' : ''}
    >
      <div className={hasColumns ? 'gap-x-12 sm:columns-2' : ''}>
        {Object.entries(groups).map(([group, rows]) => (
          // Unlike a margin, padding remains at the top of a column.
          <section key={group} className="break-inside-avoid pt-6">
            <h3 className="eyebrow">{group}</h3>
            <ul className="mt-2.5 border-t border-line">
              {rows.map(([keys, label]) => (
                <li key={label} className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1">
                  <span>{label}</span>
                  <Keys keys={keys} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </TitledDialog>
  )
}

export function VisitorShortcuts() {
  const [isOpen, setOpen] = useState(false)
  return <ShortcutsDialog open={isOpen} onOpenChange={setOpen} groups={visitorShortcuts} />
}

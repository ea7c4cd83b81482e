/** Keyboard shortcut as the list of shortcuts shows it. */
export interface Shortcut {
  /** Keys that do the same. */
  keys: string[]
  label: string
  group: 'Anywhere' | 'In a summary' | 'In lists'
}

/** All keyboard shortcuts. None of them works while typing in a field. */
export const shortcuts: Shortcut[] = [
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

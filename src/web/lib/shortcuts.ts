export interface Shortcut {
  /** Keys as printed on a keyboard; alternatives, each of them enough. */
  keys: string[]
  label: string
  group: 'Anywhere' | 'In a summary' | 'In lists'
}

/** Keyboard shortcuts of the app, in the order in which they are listed. */
export const shortcuts: Shortcut[] = [
  { keys: ['/', 'Ctrl K'], label: 'Search summaries', group: 'Anywhere' },
  { keys: ['?'], label: 'Show keyboard shortcuts', group: 'Anywhere' },
  { keys: ['F8'], label: 'Go to notifications', group: 'Anywhere' },
  { keys: ['Esc'], label: 'Close', group: 'Anywhere' },
  { keys: ['j', '→'], label: 'Next summary', group: 'In a summary' },
  { keys: ['k', '←'], label: 'Previous summary', group: 'In a summary' },
  { keys: ['e'], label: 'Export', group: 'In a summary' },
  { keys: ['c'], label: 'Copy', group: 'In a summary' },
]

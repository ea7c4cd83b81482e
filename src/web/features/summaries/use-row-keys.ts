import { useEffect } from 'react'
import { isBelowDialog, isShortcut } from '../../lib/input.ts'
import { focusNextRow } from './reveal.ts'

/** Moves focus to the next row of the list on the j key, to the previous one on k. */
export function useRowKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event
      if ((key !== 'j' && key !== 'k') || !isShortcut(event) || isBelowDialog()) return
      // Letters jump to an entry there.
      if (target instanceof Element && target.closest('[role=menu], [role=listbox]') !== null) return
      event.preventDefault()
      focusNextRow(key === 'j' ? 1 : -1)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

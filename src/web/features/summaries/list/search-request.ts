import { sendFocus } from '../../../lib/page/focus.ts'

const FIELD = '#summary-search'

let isWanted = false

/** Moves focus to the search field and selects its text. Returns false if there is no field. */
function focusField(): boolean {
  const field = document.querySelector<HTMLInputElement>(FIELD)
  // The page behind a dialog can't take focus.
  if (field === null || field.closest('[aria-hidden=true]') !== null) return false
  field.focus()
  field.select()
  isWanted = false
  return true
}

/** Moves focus to the search field: now, after a closing dialog, or when the field appears. */
export function focusSearch(): void {
  isWanted = true
  if (!focusField()) sendFocus(focusField)
}

/** Moves focus to the field if that was requested before it appeared. */
export function takeSearchFocus(): void {
  if (isWanted) focusField()
}

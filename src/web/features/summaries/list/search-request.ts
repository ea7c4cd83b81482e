import { sendFocus } from '../../../components/next-focus.ts'

const FIELD = '#summary-search'

let isWanted = false

/** Takes the keyboard to the search field, with what stands in it selected; false where there is no field. */
function focusField(): boolean {
  const field = document.querySelector<HTMLInputElement>(FIELD)
  // While a dialog is there the page behind it takes no keyboard.
  if (field === null || field.closest('[aria-hidden=true]') !== null) return false
  field.focus()
  field.select()
  isWanted = false
  return true
}

/** Takes the keyboard to the search field now, once a dialog that is about to close has closed, or once the field is there. */
export function focusSearch(): void {
  isWanted = true
  if (!focusField()) sendFocus(focusField)
}

/** Takes the keyboard to the field where it was wanted there before it was built. */
export function takeSearchFocus(): void {
  if (isWanted) focusField()
}

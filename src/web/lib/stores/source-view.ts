import { allowsFunctional, SOURCE_VIEW_KEY } from './consent.ts'
import { createStoreWith, readLocal, writeLocal } from './store.ts'

const readStored = (): boolean | null => {
  const stored = allowsFunctional() ? readLocal(SOURCE_VIEW_KEY) : null
  return stored === 'open' ? true : stored === 'closed' ? false : null
}

/**
 * Whether the user reads summaries with the source beside them, which is stored if they allow it; null before they have
 * chosen, when the width of the window decides.
 */
export const sourceView = createStoreWith(readStored, (isOpen) => {
  if (isOpen !== null && allowsFunctional()) writeLocal(SOURCE_VIEW_KEY, isOpen ? 'open' : 'closed')
})

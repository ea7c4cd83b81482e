import { allowsFunctional, DETAILS_VIEW_KEY, SOURCE_VIEW_KEY } from './consent.ts'
import { createStoreWith, readLocal, type Store, writeLocal } from './store.ts'

/** A choice between two views, which is stored if the user allows it; null before they have chosen. */
function createViewStore(key: string): Store<boolean | null> {
  const read = (): boolean | null => {
    const stored = allowsFunctional() ? readLocal(key) : null
    return stored === 'open' ? true : stored === 'closed' ? false : null
  }
  return createStoreWith(read, (isOpen) => {
    if (isOpen !== null && allowsFunctional()) writeLocal(key, isOpen ? 'open' : 'closed')
  })
}

/** Whether the user reads summaries with the source beside them. Before they have chosen, the width of the window decides. */
export const sourceView = createViewStore(SOURCE_VIEW_KEY)

/** Whether the user reads takeaways with their details, which they don't until they choose to. */
export const detailsView = createViewStore(DETAILS_VIEW_KEY)

import { createStoreWith, fieldsOf, readLocal, writeLocal } from './store.ts'

const STORAGE_KEY = 'cookie-consent'

/** Where `sourceView` and `detailsView` are stored, which needs consent. */
export const SOURCE_VIEW_KEY = 'source-view'
export const DETAILS_VIEW_KEY = 'details-view'

interface Consent {
  essential: true
  functional: boolean
}

function parseConsent(stored: string | null): Consent | null {
  try {
    const { essential, functional } = fieldsOf(JSON.parse(stored ?? ''))
    return essential === true && typeof functional === 'boolean' ? { essential, functional } : null
  } catch {
    return null
  }
}

const readStored = (): Consent | null => parseConsent(readLocal(STORAGE_KEY))
const consent = createStoreWith(readStored, (value) => toggleBanner(value === null))

export const getConsent = consent.get
export const subscribeConsent = consent.subscribe

/** Whether this browser may store functional data. Without a decision, it may not. */
export const allowsFunctional = (): boolean => getConsent()?.functional === true

/** Shows or hides the cookie banner by an attribute, which public/theme.js sets before the first paint. */
function toggleBanner(isShown: boolean): void {
  document.documentElement.toggleAttribute('data-undecided', isShown)
}

export function saveConsent(functional: boolean): void {
  const decision: Consent = { essential: true, functional }
  consent.set(decision)
  writeLocal(STORAGE_KEY, JSON.stringify(decision))
}

/** Hides the banner until the next page load, without a decision. */
export const closeBanner = (): void => toggleBanner(false)

/** Shows or hides the banner, also when another tab decides. */
export function followConsent(): void {
  toggleBanner(getConsent() === null)
  addEventListener('storage', ({ key }) => {
    // The key is null when all storage was cleared.
    if (key === STORAGE_KEY || key === null) consent.set(readStored())
  })
}

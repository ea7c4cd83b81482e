const STORAGE_KEY = 'cookie-consent'

/** Cookies and storage that the user allows in this browser. Essential ones are always allowed. */
export interface Consent {
  essential: true
  functional: boolean
}

/** Parses a stored decision; null if it is missing or damaged. */
function parseConsent(stored: string | null): Consent | null {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    if (typeof value !== 'object' || value === null || !('essential' in value && 'functional' in value)) return null
    const { essential, functional } = value
    return essential === true && typeof functional === 'boolean' ? { essential, functional } : null
  } catch {
    return null
  }
}

function readStored(): Consent | null {
  try {
    return parseConsent(localStorage.getItem(STORAGE_KEY))
  } catch {
    return null
  }
}

let current: Consent | null | undefined

/** The user's decision, or null. */
export function getConsent(): Consent | null {
  if (current === undefined) current = readStored()
  return current
}

/** Whether more than the essential may be stored in this browser. No decision means no. */
export const allowsFunctional = (): boolean => getConsent()?.functional === true

/** Styles show the cookie banner while this attribute is present; public/theme.js sets it before the first paint. */
function toggleBanner(isShown: boolean): void {
  document.documentElement.toggleAttribute('data-undecided', isShown)
}

/** Stores a decision in this browser and hides the banner. */
export function saveConsent(functional: boolean): void {
  current = { essential: true, functional }
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(current))
  } catch {
    // Storage can be full or blocked; the decision then lasts as long as the page.
  }
  toggleBanner(false)
}

/** Hides the banner until the next page load, without a decision. */
export const closeBanner = (): void => toggleBanner(false)

/** Shows or hides the banner, also when another tab decides. */
export function followConsent(): void {
  toggleBanner(getConsent() === null)
  addEventListener('storage', ({ key }) => {
    // The key is null when all storage was cleared.
    if (key !== STORAGE_KEY && key !== null) return
    current = readStored()
    toggleBanner(current === null)
  })
}

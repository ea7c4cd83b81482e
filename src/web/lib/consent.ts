import { useSyncExternalStore } from 'react'
import { z } from 'zod'

const STORAGE_KEY = 'cookie-consent'

/** What a person allows to be kept in this browser. What is essential always is. */
const consentSchema = z.object({ essential: z.literal(true), functional: z.boolean() })
export type Consent = z.infer<typeof consentSchema>

export interface ConsentState {
  /** What was decided; null where nothing was. */
  consent: Consent | null
  /** Whether the banner stands: nothing is decided, and it was not closed since the page was loaded. */
  isAsking: boolean
  /** Whether the settings are open. */
  isChoosing: boolean
}

/** A stored decision; null where it is missing or damaged. */
export function parseConsent(stored: string | null): Consent | null {
  try {
    return consentSchema.safeParse(JSON.parse(stored ?? '')).data ?? null
  } catch {
    return null
  }
}

function readConsent(): Consent | null {
  try {
    return parseConsent(localStorage.getItem(STORAGE_KEY))
  } catch {
    return null
  }
}

const listeners = new Set<() => void>()
let state: ConsentState | undefined

function changeState(change: Partial<ConsentState>): void {
  state = { ...getConsentState(), ...change }
  for (const listener of listeners) listener()
}

/** What was decided, and what is being asked. */
export function getConsentState(): ConsentState {
  if (state === undefined) {
    const consent = readConsent()
    state = { consent, isAsking: consent === null, isChoosing: false }
  }
  return state
}

/** Whether more than the essential may be kept in this browser. Nothing decided means no. */
export const allowsFunctional = (): boolean => getConsentState().consent?.functional === true

/** Keeps a decision in this browser, and ends the asking. */
export function saveConsent(functional: boolean): void {
  const consent: Consent = { essential: true, functional }
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(consent))
  } catch {
    // Storage can be full or blocked; the decision then lasts as long as the page.
  }
  changeState({ consent, isAsking: false, isChoosing: false })
}

/** Hides the banner until the page is loaded again; nothing is decided. */
export const closeBanner = (): void => changeState({ isAsking: false })

/** Opens the settings, in which a decision is made or changed. */
export const openCookieSettings = (): void => changeState({ isChoosing: true })

/** Closes the settings; what was decided before stays. */
export const closeCookieSettings = (): void => changeState({ isChoosing: false })

/** Calls back on each change; returns how to stop. */
export function subscribeConsent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What a page says that was made for everyone: nothing is decided. Where that is not so, its banner is hidden. */
const undecided: ConsentState = { consent: null, isAsking: true, isChoosing: false }

/** The state of consent, kept current. */
export function useConsent(): ConsentState {
  return useSyncExternalStore(subscribeConsent, getConsentState, () => undecided)
}

/** Lets the styles know whether the banner has anything to ask; public/theme.js does so before the first paint. */
function markUndecided(): void {
  document.documentElement.toggleAttribute('data-undecided', getConsentState().consent === null)
}

/** Keeps the page in step with a decision, also one made in another tab. */
export function followConsent(): void {
  markUndecided()
  subscribeConsent(markUndecided)
  addEventListener('storage', ({ key }) => {
    // Without a key everything was cleared.
    if (key !== STORAGE_KEY && key !== null) return
    const consent = readConsent()
    changeState({ consent, isAsking: consent === null })
  })
}

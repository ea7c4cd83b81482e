import { publishLength } from '../page/publish-length.ts'
import {
  allowsFunctional,
  closeBanner,
  DETAILS_VIEW_KEY,
  followConsent,
  SOURCE_VIEW_KEY,
  saveConsent,
} from './consent.ts'
import { writeLocal } from './store.ts'
import { forgetTheme, rememberTheme } from './theme.ts'

const settings = (): HTMLDialogElement | null => document.querySelector('dialog#cookie-settings')
const functionalSwitch = (): HTMLInputElement | null => document.querySelector('#cookie-settings [name=functional]')

/** Deletes the app that public/offline.js has stored, which browsers do only over HTTPS; kept.ts deletes the copies. */
async function forgetApp(): Promise<void> {
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(workers.map(async (worker) => worker.unregister()))
  if ('caches' in globalThis) await caches.delete('app')
}

/** Stores a decision and applies it to what is stored. */
function decide(functional: boolean): void {
  saveConsent(functional)
  if (functional) {
    rememberTheme()
    return
  }
  forgetTheme()
  writeLocal(SOURCE_VIEW_KEY, null)
  writeLocal(DETAILS_VIEW_KEY, null)
  // Storage can be blocked; then nothing is stored.
  forgetApp().catch(() => {})
}

/** Moves focus to the screen if its button disappeared with the banner. */
function keepFocus(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement !== document.body && activeElement.checkVisibility()) return
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
}

/** Actions by the value of the `data-cookies` attribute. */
const actions: Readonly<Record<string, () => void>> = {
  accept: () => decide(true),
  decline: () => decide(false),
  close: closeBanner,
  settings: () => {
    const input = functionalSwitch()
    if (input !== null) input.checked = allowsFunctional()
    settings()?.showModal()
  },
  save: () => {
    decide(functionalSwitch()?.checked === true)
    settings()?.close()
  },
  dismiss: () => settings()?.close(),
}

function onClick({ target }: Event): void {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-cookies]') : null
  const action = actions[button?.dataset.cookies ?? '']
  if (action === undefined) return
  action()
  keepFocus()
}

/** Publishes the banner's height, so that nothing ends or is scrolled to behind it. Returns a function that stops. */
export const followBannerHeight = (banner: HTMLElement): (() => void) =>
  publishLength('--cookies', banner, () => (getComputedStyle(banner).position === 'fixed' ? banner.offsetHeight : 0))

/** Starts the cookie banner and its settings dialog on this page. Call once. */
export function startCookieNotice(): void {
  followConsent()
  document.addEventListener('click', onClick)
}

import { allowsFunctional, closeBanner, followConsent, saveConsent } from './consent.ts'
import { forgetTheme, rememberTheme } from './theme.ts'

const settings = (): HTMLDialogElement | null => document.querySelector('dialog#cookie-settings')
const functionalSwitch = (): HTMLInputElement | null => document.querySelector('#cookie-settings [name=functional]')

/** Stores a decision and applies it to the stored theme. */
function decide(functional: boolean): void {
  saveConsent(functional)
  if (functional) rememberTheme()
  else forgetTheme()
}

/** Moves focus to the screen when the button that had it has disappeared with the banner. */
function keepFocus(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement !== document.body && activeElement.checkVisibility()) return
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
}

/** What the elements with a `data-cookies` attribute do on a click. */
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

/** Publishes the banner's height, so that nothing is scrolled to, or ends, behind it. Returns a function that stops. */
export function followBannerHeight(banner: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    const isOverlay = getComputedStyle(banner).position === 'fixed'
    style.setProperty('--banner', isOverlay ? `${banner.offsetHeight}px` : '0px')
  })
  observer.observe(banner)
  return () => {
    observer.disconnect()
    style.removeProperty('--banner')
  }
}

/** Makes the cookie banner and its settings dialog work on this page. Call once. */
export function startCookieNotice(): void {
  followConsent()
  document.addEventListener('click', onClick)
}

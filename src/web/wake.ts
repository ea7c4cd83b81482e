import { hasSignedIn } from '../shared/signed-in-cookie.ts'
import { tellBannerHeight } from './features/consent/banner-height.ts'
import { firstTouch } from './lib/first-touch.ts'
import { takenOver } from './lib/taken-over.ts'

// On a page that came ready from the server this alone runs at first: the app is loaded when somebody touches the page.
// Links lead on by themselves. What is asked of a button before the app is there is done as soon as it is.

/** Buttons that wait for the app, in the order in which they were pressed. */
const pressed: HTMLButtonElement[] = []
let loading: Promise<unknown> | null = null
const banner = document.querySelector<HTMLElement>('#cookie-banner')
const stopTelling = banner === null ? null : tellBannerHeight(banner)

function keepForLater(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (button === null) return
  event.preventDefault()
  event.stopPropagation()
  button.setAttribute('aria-busy', 'true')
  pressed.push(button)
  wake()
}

/** Leaves the page to the app. */
function handOver(): void {
  removeEventListener('click', keepForLater, true)
  stopTelling?.()
  for (const button of pressed) {
    button.removeAttribute('aria-busy')
    button.click()
  }
}

/** The app could not be loaded: there may be a newer one, whose page names it. */
function giveUp(): void {
  loading = null
  if (pressed.length > 0) location.reload()
}

function wake(): void {
  // What the app consists of comes at once, and not one after the other.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload'
  loading ??= import('./main.tsx').catch(giveUp)
}

/** The theme that was chosen in an earlier visit: public/theme.js has read it. */
function markTheme(): void {
  const { themePreference = 'system' } = document.documentElement.dataset
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[name=theme]'))
    button.ariaPressed = String(button.value === themePreference)
}

void firstTouch().then(wake)
addEventListener('click', keepForLater, true)
document.querySelector('#root')?.addEventListener(takenOver, handOver, { once: true })
// The way back may lead to the page as it was, from before somebody has signed in.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && hasSignedIn(document.cookie)) location.reload()
})
// What another tab decides about cookies or the theme, and a system that turns dark, the app knows to follow.
addEventListener('storage', wake, { once: true })
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', wake, { once: true })
markTheme()

import { hasSignedIn } from '../shared/signed-in-cookie.ts'
import { tellBannerHeight } from './features/consent/banner-height.ts'
import { firstTouch } from './lib/first-touch.ts'
import { takenOver } from './lib/taken-over.ts'

// On a page that came ready from the server this alone runs at first: the app is loaded when somebody touches the page,
// and on somebody's own screen as soon as that can be read. Links lead on by themselves. What is asked of a button before
// the app is there is done as soon as it is, and what is typed is kept.

type Field = HTMLInputElement | HTMLTextAreaElement
const pressable = 'button, input[type=checkbox]'
/** Buttons that wait for the app, in the order in which they were pressed. */
const pressed: HTMLElement[] = []
/** What was typed, by the fields that it was typed into. */
const typed = new Map<Field, string>()
let loading: Promise<unknown> | null = null
const rootElement = (): HTMLElement | null => document.querySelector('#root')

function keepForLater(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>(pressable) : null
  if (button === null) return
  event.preventDefault()
  event.stopPropagation()
  button.setAttribute('aria-busy', 'true')
  pressed.push(button)
  wake()
}

function keepTyped({ target }: Event): void {
  const isField =
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !target.matches(pressable))
  if (isField) typed.set(target, target.value)
}

/**
 * Has a field say that it was typed into. React takes note of values that differ from the one that it has seen last, which
 * what it has written itself by the field's own setter is.
 */
function retype(field: Field, value: string): void {
  const { selectionStart, selectionEnd } = field
  field.value = value === '' ? ' ' : ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Leaves the page to the app. */
function handOver(): void {
  removeEventListener('click', keepForLater, true)
  removeEventListener('input', keepTyped, true)
  for (const [field, value] of typed) retype(field, value)
  for (const button of pressed) {
    button.removeAttribute('aria-busy')
    // Menus open, and tabs are chosen, when a button is pressed rather than released.
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true, pointerType: 'mouse' }))
    button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
    button.click()
  }
}

/** The app could not be loaded: there may be a newer one, whose page names it. */
function giveUp(): void {
  loading = null
  if (pressed.length > 0) location.reload()
}

/** Until the page has answered whatever it was asked meanwhile. A timer would wait longer. */
async function pause(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  const { promise, resolve } = Promise.withResolvers<void>()
  port1.addEventListener('message', () => resolve(), { once: true })
  port1.start()
  port2.postMessage(null)
  await promise
  port1.close()
}

/** Runs what the app rests on, and then the app, in steps each of which keeps the page for a moment only. */
async function run(files: Iterable<HTMLLinkElement>): Promise<void> {
  for (const { href, dataset } of files) {
    await import(/* @vite-ignore */ href)
    // What comes after it, it asks for by itself.
    if ('app' in dataset) return
    await pause()
  }
}

function wake(): void {
  if (loading !== null) return
  const files = document.querySelectorAll<HTMLLinkElement>('link[data-file]')
  // They come at once, and not one after the other.
  for (const link of files) link.rel = 'modulepreload'
  loading = run(files).catch(giveUp)
}

/** The theme that was chosen in an earlier visit: public/theme.js has read it. */
function markTheme(): void {
  const { themePreference = 'system' } = document.documentElement.dataset
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[name=theme]'))
    button.ariaPressed = String(button.value === themePreference)
}

/** Calls back once what came can be seen (https://www.w3.org/TR/paint-timing/). */
function afterPaint(callback: () => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return callback()
  const observer = new PerformanceObserver((entries) => {
    if (entries.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    callback()
  })
  observer.observe({ type: 'paint', buffered: true })
}

/** Once all of the page has come. */
function begin(): void {
  const root = rootElement()
  const isOwn = root?.dataset.ready === 'own'
  root?.addEventListener(takenOver, handOver, { once: true })
  // The way back may lead to the page as it was, from before somebody has signed in or out.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && hasSignedIn(document.cookie) !== isOwn) location.reload()
  })
  // What another tab decides about cookies or the theme, and a system that turns dark, the app knows to follow.
  addEventListener('storage', wake, { once: true })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', wake, { once: true })
  // The app tells it, too, and nothing else.
  const banner = document.querySelector<HTMLElement>('#cookie-banner')
  if (banner !== null) tellBannerHeight(banner)
  markTheme()
  if (isOwn) afterPaint(wake)
}

// Before anything can be seen: what is seen may be pressed at once.
addEventListener('click', keepForLater, true)
addEventListener('input', keepTyped, true)
void firstTouch().then(wake)
addEventListener('DOMContentLoaded', begin, { once: true })

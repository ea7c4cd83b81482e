import { allowsFunctional } from './consent.ts'

// public/theme.js runs before the first paint, so that a page never flashes in the wrong theme, nor the cookie banner at
// users who have decided. It is a file of its own because the content security policy allows no inline scripts. This
// module applies later changes the same way.

/** Theme preferences; `system` follows the device. */
const themePreferences = ['light', 'dark', 'system'] as const
export type ThemePreference = (typeof themePreferences)[number]

const STORAGE_KEY = 'theme-preference'
const paperColors = { light: '#FBF8F2', dark: '#171614' }

/** A stored value as a preference; anything unknown follows the device. */
export function parseThemePreference(value: string | null): ThemePreference {
  return themePreferences.find((preference) => preference === value) ?? 'system'
}

/** The theme that a preference means on a device that is, or is not, set to dark. */
export function resolveTheme(preference: ThemePreference, deviceIsDark: boolean): 'light' | 'dark' {
  if (preference === 'system') return deviceIsDark ? 'dark' : 'light'
  return preference
}

const listeners = new Set<() => void>()
let current: ThemePreference | undefined

function readStored(): ThemePreference {
  if (!allowsFunctional()) return 'system'
  try {
    return parseThemePreference(localStorage.getItem(STORAGE_KEY))
  } catch {
    return 'system'
  }
}

/** The current preference. */
export function getThemePreference(): ThemePreference {
  current ??= readStored()
  return current
}

function applyTheme(): void {
  const theme = resolveTheme(getThemePreference(), matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paperColors[theme])
}

/** Stores the preference in this browser, if the user allows it. */
export function rememberTheme(): void {
  if (!allowsFunctional()) return
  try {
    localStorage.setItem(STORAGE_KEY, getThemePreference())
  } catch {
    // Storage can be full or blocked; the choice then lasts as long as the page.
  }
}

/** Removes the stored preference; it still applies until the page is left. */
export function forgetTheme(): void {
  getThemePreference()
  try {
    localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Storage can be blocked; then nothing is stored in it.
  }
}

/** Applies a theme, and stores the choice if the user allows it. */
export function setThemePreference(preference: ThemePreference): void {
  current = preference
  rememberTheme()
  applyTheme()
  for (const listener of listeners) listener()
}

/** Calls back on each change of the preference; returns how to stop. */
export function subscribeTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Follows the device's theme, and choices made in other tabs. */
export function followTheme(): void {
  // Read it now: a choice that another tab removes later still applies on this page.
  getThemePreference()
  // The preference may have changed between public/theme.js and now.
  applyTheme()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== STORAGE_KEY || newValue === null) return
    current = parseThemePreference(newValue)
    applyTheme()
    for (const listener of listeners) listener()
  })
}

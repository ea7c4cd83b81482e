import { allowsFunctional } from './consent.ts'

/** What a person can choose; `system` follows the device. */
// public/theme.js runs before the first paint, so that a page never flashes in the wrong theme, nor the banner about
// cookies at those who have decided. It stands apart from the app, because the content security policy allows no inline
// code, and without consent uses nothing that was remembered. Where storage is blocked or damaged, the system's theme
// holds. What changes later is applied here, the same way; consent.ts reads the same decision.

export const themePreferences = ['light', 'dark', 'system'] as const
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

/** The preference in force. */
export function getThemePreference(): ThemePreference {
  current ??= readStored()
  return current
}

function applyTheme(): void {
  const theme = resolveTheme(getThemePreference(), matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paperColors[theme])
}

/** Keeps the preference in force in this browser, where the person allows it. */
export function rememberTheme(): void {
  if (!allowsFunctional()) return
  try {
    localStorage.setItem(STORAGE_KEY, getThemePreference())
  } catch {
    // Storage can be full or blocked; the choice then lasts as long as the page.
  }
}

/** Removes the preference from this browser; it stays in force as long as the page. */
export function forgetTheme(): void {
  getThemePreference()
  try {
    localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Storage can be blocked; nothing stands in it then.
  }
}

/** Chooses a theme and shows it: as long as the page, or for good where the person allows that. */
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

/** Keeps the page in step with the device's theme, and with a choice made in another tab. */
export function followTheme(): void {
  // A choice that another tab removes stays in force here as well, as long as the page.
  getThemePreference()
  // The page may have stood for a while before the app came.
  applyTheme()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== STORAGE_KEY || newValue === null) return
    current = parseThemePreference(newValue)
    applyTheme()
    for (const listener of listeners) listener()
  })
}

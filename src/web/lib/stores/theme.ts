import { allowsFunctional } from './consent.ts'
import { createStoreWith, readLocal, writeLocal } from './store.ts'

// public/theme.js applies the theme and hides the cookie banner before the first paint, so that nothing flashes. It is a
// separate file because the content security policy forbids inline scripts. This module applies later changes.

/** Theme preferences; `system` follows the device. */
const themePreferences = ['light', 'dark', 'system'] as const
export type ThemePreference = (typeof themePreferences)[number]

const STORAGE_KEY = 'theme-preference'
const paperColors = { light: '#FBF8F2', dark: '#171614' }

export const parseThemePreference = (value: string | null): ThemePreference =>
  themePreferences.find((preference) => preference === value) ?? 'system'

export function resolveTheme(preference: ThemePreference, deviceIsDark: boolean): 'light' | 'dark' {
  if (preference === 'system') return deviceIsDark ? 'dark' : 'light'
  return preference
}

const readStored = (): ThemePreference => parseThemePreference(allowsFunctional() ? readLocal(STORAGE_KEY) : null)

/** The preference, which applies immediately and is stored if the user allows that. */
export const themePreference = createStoreWith(readStored, () => {
  rememberTheme()
  applyTheme()
})

function applyTheme(): void {
  const theme = resolveTheme(themePreference.get(), matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paperColors[theme])
}

/** Stores the preference in this browser, if the user allows it. */
export function rememberTheme(): void {
  if (allowsFunctional()) writeLocal(STORAGE_KEY, themePreference.get())
}

/** Removes the stored preference, which still applies to this page. */
export function forgetTheme(): void {
  themePreference.get()
  writeLocal(STORAGE_KEY, null)
}

/** Follows the device's theme, and choices in other tabs. */
export function followTheme(): void {
  // Also reads the preference, which still applies to this page if another tab removes it. It may have changed since
  // public/theme.js ran.
  applyTheme()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
  addEventListener('storage', ({ key, newValue }) => {
    if (key === STORAGE_KEY && newValue !== null) themePreference.set(parseThemePreference(newValue))
  })
}

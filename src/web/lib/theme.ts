/** What a person can choose; `system` follows the device. */
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

/** Chooses a theme, shows it and remembers it on this device. */
export function setThemePreference(preference: ThemePreference): void {
  current = preference
  try {
    localStorage.setItem(STORAGE_KEY, preference)
  } catch {
    // Storage can be blocked; the choice then lasts as long as the page.
  }
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
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
  addEventListener('storage', ({ key }) => {
    if (key !== STORAGE_KEY) return
    current = undefined
    applyTheme()
    for (const listener of listeners) listener()
  })
}

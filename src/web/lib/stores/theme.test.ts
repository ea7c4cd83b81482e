import { describe, expect, it } from 'vitest'
import { parseThemePreference, resolveTheme } from './theme.ts'

describe('theme preference', () => {
  it('follows the device unless the user chose', () => {
    expect(parseThemePreference('dark')).toBe('dark')
    expect(parseThemePreference('light')).toBe('light')
    expect(parseThemePreference('sepia')).toBe('system')
    expect(parseThemePreference(null)).toBe('system')
  })

  it('resolves to light or dark', () => {
    expect(resolveTheme('system', true)).toBe('dark')
    expect(resolveTheme('system', false)).toBe('light')
    expect(resolveTheme('light', true)).toBe('light')
    expect(resolveTheme('dark', false)).toBe('dark')
  })
})

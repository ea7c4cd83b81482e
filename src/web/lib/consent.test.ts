import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** What a browser keeps, by name; reading and writing throw where storage is blocked. */
function storageOf(
  content: Map<string, string>,
  isBlocked = false,
): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const open = () => {
    if (isBlocked) throw new Error('Storage is blocked.')
    return content
  }
  return {
    getItem: (name) => open().get(name) ?? null,
    setItem: (name, value) => void open().set(name, value),
    removeItem: (name) => void open().delete(name),
  }
}

/** A page that is loaded anew, in a browser that keeps this. */
async function load(kept: Map<string, string>, isBlocked = false) {
  vi.resetModules()
  const listeners: ((event: { key: string | null; newValue: string | null }) => void)[] = []
  const root = { dataset: { theme: '' }, toggleAttribute: () => true }
  vi.stubGlobal('localStorage', storageOf(kept, isBlocked))
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  vi.stubGlobal('document', { documentElement: root, querySelector: () => null })
  vi.stubGlobal('addEventListener', (_type: string, listener: (typeof listeners)[number]) => listeners.push(listener))
  const consent = await import('./consent.ts')
  const theme = await import('./theme.ts')
  consent.followConsent()
  theme.followTheme()
  const hear = (key: string | null, newValue: string | null) => {
    for (const listener of listeners) listener({ key, newValue })
  }
  return { ...consent, ...theme, hear, shown: () => root.dataset.theme }
}

const all = '{"essential":true,"functional":true}'
const essentialOnly = '{"essential":true,"functional":false}'

describe('consent', () => {
  let kept = new Map<string, string>()
  beforeEach(() => {
    kept = new Map()
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('is asked for until it is decided', async () => {
    const page = await load(kept)
    expect(page.getConsentState()).toEqual({ consent: null, isAsking: true, isChoosing: false })
    page.openCookieSettings()
    page.saveConsent(false)
    expect(page.getConsentState()).toMatchObject({ isAsking: false, isChoosing: false })
    expect(kept.get('cookie-consent')).toBe(essentialOnly)
    expect((await load(kept)).getConsentState()).toMatchObject({ consent: { functional: false }, isAsking: false })
  })

  it('is asked for again where what is kept is damaged', async () => {
    const damaged = [
      '',
      '{',
      'null',
      '[]',
      '{"functional":true}',
      '{"essential":false,"functional":true}',
      '{"essential":true,"functional":"yes"}',
    ]
    for (const value of damaged) {
      const { getConsentState, allowsFunctional } = await load(new Map([['cookie-consent', value]]))
      expect({ value, asking: getConsentState().isAsking, allows: allowsFunctional() }).toEqual({
        value,
        asking: true,
        allows: false,
      })
    }
  })

  it('closing the banner decides nothing', async () => {
    const page = await load(kept)
    page.closeBanner()
    expect(page.getConsentState()).toMatchObject({ consent: null, isAsking: false })
    expect(kept.size).toBe(0)
    expect((await load(kept)).getConsentState().isAsking).toBe(true)
  })

  it('lasts as long as the page where storage is blocked', async () => {
    const page = await load(kept, true)
    page.saveConsent(true)
    page.setThemePreference('dark')
    expect([page.allowsFunctional(), page.getThemePreference(), page.shown()]).toEqual([true, 'dark', 'dark'])
  })

  it('follows other tabs', async () => {
    const page = await load(kept)
    kept.set('cookie-consent', all)
    page.hear('cookie-consent', all)
    expect(page.getConsentState()).toMatchObject({ consent: { functional: true }, isAsking: false })
    kept.clear()
    page.hear(null, null)
    expect(page.getConsentState()).toMatchObject({ consent: null, isAsking: true })
  })
})

describe('the theme under consent', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('is kept for the page alone until consent is given', async () => {
    const kept = new Map<string, string>()
    const page = await load(kept)
    page.setThemePreference('dark')
    expect([page.shown(), kept.size]).toEqual(['dark', 0])
    page.saveConsent(true)
    page.rememberTheme()
    expect(kept.get('theme-preference')).toBe('dark')
    expect((await load(kept)).getThemePreference()).toBe('dark')
  })

  it('goes when consent is declined, and stays on the page', async () => {
    const kept = new Map([
      ['cookie-consent', all],
      ['theme-preference', 'dark'],
    ])
    const page = await load(kept)
    page.saveConsent(false)
    page.forgetTheme()
    expect([kept.get('theme-preference'), page.getThemePreference()]).toEqual([undefined, 'dark'])
    page.setThemePreference('light')
    expect([page.shown(), kept.get('theme-preference')]).toEqual(['light', undefined])
    expect((await load(kept)).getThemePreference()).toBe('system')
  })

  it('is not read without consent', async () => {
    const kept = new Map([['theme-preference', 'dark']])
    expect((await load(kept)).getThemePreference()).toBe('system')
  })

  it('follows another tab to a new choice, and not into forgetting', async () => {
    const kept = new Map([
      ['cookie-consent', all],
      ['theme-preference', 'light'],
    ])
    const page = await load(kept)
    page.hear('theme-preference', 'dark')
    expect(page.shown()).toBe('dark')
    page.hear('theme-preference', null)
    expect(page.getThemePreference()).toBe('dark')
  })
})

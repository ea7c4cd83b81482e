import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** Browser storage; reading and writing throw where it is blocked. */
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

/** Loads the page again in a browser with this storage. */
async function load(kept: Map<string, string>, isBlocked = false) {
  vi.resetModules()
  const listeners: ((event: { key: string | null; newValue: string | null }) => void)[] = []
  let isAsking = false
  const root = {
    dataset: { theme: '' },
    toggleAttribute: (_name: string, isOn: boolean) => {
      isAsking = isOn
    },
  }
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
  return { ...consent, ...theme, hear, shown: () => root.dataset.theme, isAsking: () => isAsking }
}

const all = '{"essential":true,"functional":true}'
const essentialOnly = '{"essential":true,"functional":false}'

describe('consent', () => {
  let kept = new Map<string, string>()
  beforeEach(() => {
    kept = new Map()
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('is requested until the user decides', async () => {
    const page = await load(kept)
    expect([page.getConsent(), page.isAsking()]).toEqual([null, true])
    page.saveConsent(false)
    expect([page.getConsent()?.functional, page.isAsking()]).toEqual([false, false])
    expect(kept.get('cookie-consent')).toBe(essentialOnly)
    const next = await load(kept)
    expect([next.getConsent()?.functional, next.isAsking()]).toEqual([false, false])
  })

  it('is requested again if the stored decision is damaged', async () => {
    const damaged = [
      '',
      '{',
      'null',
      '[]',
      '"all"',
      '{"functional":true}',
      '{"essential":false,"functional":true}',
      '{"essential":true,"functional":"yes"}',
    ]
    for (const value of damaged) {
      const { isAsking, allowsFunctional } = await load(new Map([['cookie-consent', value]]))
      expect({ value, asking: isAsking(), allows: allowsFunctional() }).toEqual({ value, asking: true, allows: false })
    }
  })

  it('is not affected by closing the banner', async () => {
    const page = await load(kept)
    page.closeBanner()
    expect([page.getConsent(), page.isAsking()]).toEqual([null, false])
    expect(kept.size).toBe(0)
    expect((await load(kept)).isAsking()).toBe(true)
  })

  it('lasts as long as the page if storage is blocked', async () => {
    const page = await load(kept, true)
    page.saveConsent(true)
    page.themePreference.set('dark')
    expect([page.allowsFunctional(), page.themePreference.get(), page.shown()]).toEqual([true, 'dark', 'dark'])
  })

  it('follows other tabs', async () => {
    const page = await load(kept)
    kept.set('cookie-consent', all)
    page.hear('cookie-consent', all)
    expect([page.getConsent()?.functional, page.isAsking()]).toEqual([true, false])
    kept.clear()
    page.hear(null, null)
    expect([page.getConsent(), page.isAsking()]).toEqual([null, true])
  })
})

describe('the theme', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('is stored only after consent', async () => {
    const kept = new Map<string, string>()
    const page = await load(kept)
    page.themePreference.set('dark')
    expect([page.shown(), kept.size]).toEqual(['dark', 0])
    page.saveConsent(true)
    page.rememberTheme()
    expect(kept.get('theme-preference')).toBe('dark')
    expect((await load(kept)).themePreference.get()).toBe('dark')
  })

  it('is removed from storage when consent is declined, and stays on the page', async () => {
    const kept = new Map([
      ['cookie-consent', all],
      ['theme-preference', 'dark'],
    ])
    const page = await load(kept)
    page.saveConsent(false)
    page.forgetTheme()
    expect([kept.get('theme-preference'), page.themePreference.get()]).toEqual([undefined, 'dark'])
    page.themePreference.set('light')
    expect([page.shown(), kept.get('theme-preference')]).toEqual(['light', undefined])
    expect((await load(kept)).themePreference.get()).toBe('system')
  })

  it('is not read without consent', async () => {
    const kept = new Map([['theme-preference', 'dark']])
    expect((await load(kept)).themePreference.get()).toBe('system')
  })

  it('follows the choice of another tab, but not its removal', async () => {
    const kept = new Map([
      ['cookie-consent', all],
      ['theme-preference', 'light'],
    ])
    const page = await load(kept)
    page.hear('theme-preference', 'dark')
    expect(page.shown()).toBe('dark')
    page.hear('theme-preference', null)
    expect(page.themePreference.get()).toBe('dark')
  })
})

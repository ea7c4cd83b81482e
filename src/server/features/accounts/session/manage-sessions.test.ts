import { describe, expect, it } from 'vitest'
import { deviceName } from './manage-sessions.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('deviceName', () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`,
      'Microsoft Edge on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`, 'Safari on macOS'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Mobile/15E148 Safari/604.1`,
      'Safari on iOS',
    ],
    [`Mozilla/5.0 (Linux; Android 14; K) ${webkit} Chrome/130.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [null, 'Unknown browser'],
    ['', 'Unknown browser'],
    ['curl/8.9.1', 'Unknown browser'],
    ['Something (Windows NT 10.0)', 'Unknown browser on Windows'],
    ['Your_account_is_at_risk/1.0 (call; us)', 'Unknown browser'],
    ['\u202eFirefox'.repeat(42), 'Firefox'],
  ])('of %s is %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name)
  })

  it.each(['Mozilla/5.0 (' + ' '.repeat(287), '('.repeat(300), 'version/'.repeat(37), 'a/1 '.repeat(75)])(
    'is found at once, however long the header: %j',
    (userAgent) => {
      const begin = performance.now()
      deviceName(userAgent)
      expect(performance.now() - begin).toBeLessThan(100)
    },
  )
})

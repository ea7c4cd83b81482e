import { afterEach, describe, expect, it, vi } from 'vitest'
import { showSum } from './money.ts'

afterEach(() => vi.unstubAllGlobals())

describe('money in the browser’s locale', () => {
  it.each([
    ['en-US', '$9.00'],
    ['de-DE', '9,00 $'],
    // Chromium reports this if the system has no language (LANG=C).
    ['en-US@posix', '$9.00'],
    ['', '$9.00'],
  ])('in "%s": %s', (language, sum) => {
    vi.stubGlobal('navigator', { language })
    expect(showSum(900, 'usd').replaceAll('\u00a0', ' ')).toBe(sum)
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { showMoney, showSum } from './money.ts'

afterEach(() => vi.unstubAllGlobals())

describe('money in the browser’s locale', () => {
  it.each([
    ['en-US', '$9', '$9.00'],
    ['de-DE', '9 $', '9,00 $'],
    // Chromium reports this if the system has no language (LANG=C).
    ['en-US@posix', '$9', '$9.00'],
    ['', '$9', '$9.00'],
  ])('in "%s": %s', (language, money, sum) => {
    vi.stubGlobal('navigator', { language })
    const plain = (text: string): string => text.replaceAll('\u00a0', ' ')
    expect([plain(showMoney(900, 'usd')), plain(showSum(900, 'usd'))]).toEqual([money, sum])
  })
})

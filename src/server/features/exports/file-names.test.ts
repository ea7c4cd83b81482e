import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberedName } from './file-names.ts'

describe('file names', () => {
  it.each([
    ['Harbor report: 2025/26 (final)', '0007-harbor-report-2025-26-final'],
    ['../../etc/passwd', '0007-etc-passwd'],
    ['Ночные поезда', '0007-ночные-поезда'],
    ['夜行列車が戻ってきた', '0007-夜行列車が戻ってきた'],
    ['रेलगाड़ियाँ', '0007-रेलगाड़ियाँ'],
    ['CON', '0007-con'],
    ['\u202egpj.exe', '0007-gpj-exe'],
    ['???', '0007'],
    ['', '0007'],
  ])('of %s', (title, name) => expect(numberedName(7, title).normalize('NFC')).toBe(name.normalize('NFC')))

  it('are safe and short whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
        const name = numberedName(12345, title)
        expect(name).toMatch(/^12345(?:-[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*$/u)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(86)
      }),
    )
  })
})

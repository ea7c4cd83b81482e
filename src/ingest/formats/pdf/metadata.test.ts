import { describe, expect, it } from 'vitest'
import { pdfDateToIso } from './metadata.ts'

describe('pdfDateToIso', () => {
  it.each([
    ["D:20240229120000+01'00'", '2024-02-29'],
    ['D:202402', '2024-02-01'],
    ['20240229', '2024-02-29'],
    ['D:1999', '1999-01-01'],
  ])('reads %s', (written, expected) => {
    expect(pdfDateToIso(written)).toBe(expected)
  })

  it.each(['', 'yesterday', 'D:20230231', 'D:19700101000000Z', 'D:99990101', 'D:20241301'])('refuses %j', (written) => {
    expect(pdfDateToIso(written)).toBeNull()
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attachment, numberedName, titledName, uniqueName } from './file-names.ts'

/** Names that Windows keeps for devices, whatever the extension. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

describe('numberedName', () => {
  it('creates safe, short names for any title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
        const name = numberedName(12345, title)
        expect(name).toMatch(/^12345(?:-[\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*$/u)
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(86)
      }),
    )
  })
})

describe('attachment', () => {
  it.each([
    ['Harbor report', 'harbor-report.md', 'harbor-report.md'],
    ['Café «Año»', 'cafe-ano.md', 'café-año.md'],
    ['Ночные поезда 2', '2.md', 'ночные-поезда-2.md'],
    ['夜行列車', 'summary.md', '夜行列車.md'],
    ['?!', 'summary.md', 'summary.md'],
  ])('has an ASCII name and a Unicode name for %s', (title, plain, name) => {
    const encoded = encodeURIComponent(name.normalize('NFKC'))
    expect(attachment(titledName(title, 'md'))).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
  })

  it('has a header of safe characters, from which any name can be decoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const name = `${text.toWellFormed()}.md`
        const [, encoded = ''] =
          /^attachment; filename="[\w.-]+\.md"; filename\*=UTF-8''([\w.!~%-]+)$/u.exec(attachment(name)) ?? []
        expect(decodeURIComponent(encoded)).toBe(name)
      }),
    )
  })
})

it('numbers names that are taken', () => {
  const taken = new Set<string>()
  const names = ['a.md', 'a-2.md', 'a.md', 'a.md', 'b.md'].map((name) => uniqueName(name, taken))
  expect(names).toEqual(['a.md', 'a-2.md', 'a-3.md', 'a-4.md', 'b.md'])
})

it.each(['CON', 'nul', 'Prn', 'AUX', 'COM1', 'com0', 'LPT9', 'COM¹', 'ＮＵＬ', 'cön', 'ñul'])(
  'a title that Windows reads as a device gets another name: %s',
  (title) => {
    const name = titledName(title, 'md')
    expect(name).not.toMatch(deviceName)
    const [, plain = ''] = /filename="([^"]+)"/.exec(attachment(name)) ?? []
    expect(plain).toMatch(/\.md$/)
    expect(plain).not.toMatch(deviceName)
  },
)

it('an attachment never has a device name, with any extension', () => {
  expect(attachment('nul.tar.gz')).toContain('filename="summary-nul.tar.gz"')
})

it.each(['Console', 'Auxiliary', 'com', 'COM10', 'nullable'])(
  'a title that only looks like a device keeps its name: %s',
  (title) => {
    expect(titledName(title, 'md')).toBe(`${title.toLowerCase()}.md`)
  },
)

import { describe, expect, it } from 'vitest'
import { pdfDateToIso, readXmp } from './metadata.ts'

describe('pdfDateToIso', () => {
  it.each([
    ["D:20240229120000+01'00'", '2024-02-29'],
    ['D:202402', '2024-02-01'],
    ['20240229', '2024-02-29'],
    ['D:1999', '1999-01-01'],
  ])('reads %s', (written, expected) => {
    expect(pdfDateToIso(written)).toBe(expected)
  })

  it.each(['', 'yesterday', 'D:20230231', 'D:19700101000000Z', 'D:99990101', 'D:20241301'])('rejects %j', (written) => {
    expect(pdfDateToIso(written)).toBeNull()
  })
})

const list = (kind: string, ...items: string[]) =>
  `<rdf:${kind}>${items.map((item) => `<rdf:li xml:lang="x-default">${item}</rdf:li>`).join('')}</rdf:${kind}>`

const packet = (inner: string) =>
  Buffer.from(`%PDF-1.7 \xff stream <x:xmpmeta xmlns:x="adobe:ns:meta/">${inner}</x:xmpmeta> more`)

describe('readXmp', () => {
  it('reads lists and plain values', () => {
    const inner = [
      `<dc:title>${list('Alt', 'Tides &amp; moons &#x2013; &lt;a study&gt;', 'Gezeiten')}</dc:title>`,
      `<dc:creator>${list('Seq', 'Ada Byron', 'Grace Hopper')}</dc:creator>`,
      `<dc:language>${list('Bag', 'en-GB')}</dc:language>`,
      '<xmp:CreateDate>2024-02-29T12:00:00+01:00</xmp:CreateDate>',
    ].join('\n')
    expect(readXmp(packet(inner))).toEqual({
      title: 'Tides & moons – <a study>',
      author: 'Ada Byron',
      language: 'en-GB',
      date: '2024-02-29T12:00:00+01:00',
    })
  })

  it('reads the last of several packets', () => {
    const versions = ['First', 'Second'].map((title) => packet(`<dc:title>${list('Alt', title)}</dc:title>`))
    expect(readXmp(Buffer.concat(versions)).title).toBe('Second')
  })

  it.each([
    '',
    '<dc:title></dc:title>',
    '<dc:title>',
    `<dc:title>${'x'.repeat(9000)}</dc:title>`,
    '<dc:title><a/></dc:title>',
  ])('finds nothing in %j', (inner) => {
    expect(readXmp(packet(inner))).toEqual({ title: null, author: null, date: null, language: null })
  })

  it('returns null for a file without metadata', () => {
    expect(readXmp(Buffer.from('%PDF-1.7')).title).toBeNull()
  })
})

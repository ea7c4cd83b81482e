import { describe, expect, it } from 'vitest'
import { type BookOptions, bookFiles, buildEpub } from '../../../../tests/support/files/build-epub.ts'
import { buildZip } from '../../../../tests/support/files/build-zip.ts'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { parseEpub } from './parse-epub.ts'

const parts = [{ body: '<p>One.</p>' }, { body: '<p>Two.</p>' }]

async function refusalOf(bytes: Uint8Array): Promise<{ code: ErrorCode; message: string } | null> {
  try {
    await parseEpub(bytes)
    return null
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, message: error.message }
    throw error
  }
}

const codeOf = async (bytes: Uint8Array): Promise<ErrorCode | undefined> => (await refusalOf(bytes))?.code

async function read(bytes: Uint8Array): Promise<{ text: string; note: string | undefined }> {
  const { pieces, sourceInfo } = await parseEpub(bytes)
  return { text: pieces.map(({ text }) => text).join(' '), note: sourceInfo.note }
}

describe('a damaged book', () => {
  it.each([
    ['without a container', { without: ['META-INF/container.xml', 'mimetype'] }],
    [
      'with a container that names nothing',
      { files: { 'META-INF/container.xml': '<container><rootfiles><rootfile/>' } },
    ],
    ['with a container that is not XML', { files: { 'META-INF/container.xml': 'lost' } }],
  ])('finds the package document of a book with %s', async (_, broken) => {
    expect(await read(buildEpub({ parts, ...broken }))).toEqual({ text: 'One. Two.', note: undefined })
  })

  it('reads pages in the order of names without a package document', async () => {
    const names = [
      { path: 'c10.xhtml', body: 'Ten.' },
      { path: 'c9.xhtml', body: 'Nine.' },
      { path: 'nav.xhtml', body: 'No.' },
    ]
    const { text, note } = await read(buildEpub({ parts: names, without: ['OEBPS/package.opf'] }))
    expect(text).toBe('Nine. Ten.')
    expect(note).toContain('order of their names')
  })

  it.each<[string, Partial<BookOptions>]>([
    ['a part that is not there', { without: ['OEBPS/ch2.xhtml'] }],
    ['a part that the manifest lacks', { spine: '<itemref idref="p1"/><itemref idref="nobody"/>' }],
    ['a part that is noise', { files: { 'OEBPS/ch2.xhtml': Buffer.alloc(500, 0xfe) } }],
  ])('adds a note about %s', async (_, broken) => {
    const { text, note } = await read(buildEpub({ parts, ...broken }))
    expect(text).toBe('One.')
    expect(note).toBe('One part of this e-book is damaged or missing, and could not be read in full.')
  })

  it('ignores damaged files that describe the book', async () => {
    const noise = Buffer.alloc(200, 0xff)
    const files = Object.entries(bookFiles({ parts, contents: [{ title: 'One', href: 'ch1.xhtml' }] }))
    const broken = files.map(([name, data]) =>
      /container|nav/u.test(name) ? { name, data: '', packed: noise } : { name, data },
    )
    const encryption = { name: 'META-INF/encryption.xml', data: '', packed: noise }
    expect(await read(buildZip([...broken, encryption]))).toEqual({ text: 'One. Two.', note: undefined })
  })

  it('reads a book packed with its folder', async () => {
    const files = Object.entries(bookFiles({ parts })).map(([name, data]) => ({ name: `My book/${name}`, data }))
    const trace = { name: '__MACOSX/My book/OEBPS/._package.opf', data: 'Mac OS X' }
    expect(await read(buildZip([trace, ...files]))).toEqual({ text: 'One. Two.', note: undefined })
  })

  it('does not count remote resources as missing', async () => {
    const manifest = '<item id="r" href="https://example.org/a.xhtml" media-type="application/xhtml+xml"/>'
    const spine = '<itemref idref="r"/><itemref idref="p1"/>'
    expect(await read(buildEpub({ parts, manifest, spine }))).toEqual({ text: 'One.', note: undefined })
  })

  it('reads a truncated book up to the cut', async () => {
    const long = Array.from({ length: 400 }, (_, index) => `<p>Line ${index} of ${index * 37}.</p>`).join('')
    const bytes = buildEpub({ parts: [{ body: long }] })
    const { text, note } = await read(bytes.subarray(0, bytes.length * 0.55))
    expect(text).toContain('Line 0 of 0.')
    expect(note).toContain('damaged')
  })

  it('rejects a book without readable parts', async () => {
    expect(await codeOf(buildEpub({ parts, without: ['OEBPS/ch1.xhtml', 'OEBPS/ch2.xhtml'] }))).toBe('source_damaged')
    expect(await codeOf(buildEpub({ parts: [], without: ['OEBPS/package.opf'] }))).toBe('source_damaged')
    expect(await codeOf(buildEpub({ parts }).subarray(0, 120))).toBe('source_damaged')
    expect(await codeOf(Buffer.from('PK\x03\x04'))).toBe('source_damaged')
  })
})

describe('a book without text', () => {
  it('adds a note if most pages are pictures', async () => {
    const pictures = Array.from({ length: 6 }, () => ({ body: '<img src="1.jpg"/>' }))
    expect((await read(buildEpub({ parts: [...pictures, ...parts] }))).note).toContain(
      'Most pages of this e-book are pictures',
    )
    expect((await read(buildEpub({ parts: [...pictures.slice(2), ...parts] }))).note).toBeUndefined()
  })
})

describe('a protected book', () => {
  const encryption = (uri: string, method: string): string =>
    `<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>${method}
     <enc:CipherData><enc:CipherReference URI="${uri}"/></enc:CipherData></enc:EncryptedData></encryption>`
  const method = (algorithm: string): string => `<enc:EncryptionMethod Algorithm="${algorithm}"/>`
  const aes = method('http://www.w3.org/2001/04/xmlenc#aes128-cbc')
  const noise = Buffer.from(Array.from({ length: 800 }, (_, index) => (index * 167 + 89) % 256))

  it.each(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'])(
    'is read past fonts scrambled by %s',
    async (algorithm) => {
      const files = {
        'META-INF/encryption.xml': encryption('OEBPS/font.otf', method(algorithm)),
        'OEBPS/font.otf': noise,
      }
      expect(await read(buildEpub({ parts, files }))).toEqual({ text: 'One. Two.', note: undefined })
    },
  )

  it.each([
    ['META-INF/rights.xml', 'Adobe'],
    ['META-INF/license.lcpl', 'Readium LCP'],
    ['META-INF/sinf.xml', 'Apple'],
  ])('names the owner of protection by %s', async (trace, owner) => {
    const files = {
      'META-INF/encryption.xml': encryption('OEBPS/ch1.xhtml', aes),
      [trace]: 'x',
      'OEBPS/ch1.xhtml': noise,
    }
    const refusal = await refusalOf(buildEpub({ parts, files }))
    expect(refusal?.code).toBe('source_protected')
    expect(refusal?.message).toContain(owner)
    expect(refusal?.message).toContain('Upload an unprotected copy')
  })

  it('recognizes encrypted text and ignores encrypted pictures', async () => {
    const pictures = { 'META-INF/encryption.xml': encryption('OEBPS/map.jpg', aes), 'OEBPS/map.jpg': noise }
    expect((await read(buildEpub({ parts, files: pictures }))).text).toBe('One. Two.')
    const packed = { 'META-INF/encryption.xml': encryption('OEBPS/ch1.xhtml', '') }
    expect((await read(buildEpub({ parts, files: packed }))).text).toBe('One. Two.')
    const unlisted = { 'META-INF/rights.xml': 'x', 'OEBPS/ch1.xhtml': noise, 'OEBPS/ch2.xhtml': noise }
    expect(await codeOf(buildEpub({ parts, files: unlisted }))).toBe('source_protected')
  })

  it('reports a password as encryption', async () => {
    const files = Object.entries(bookFiles({ parts })).map(([name, data]) => ({
      name,
      data,
      flags: name.endsWith('.xhtml') ? 1 : 0,
    }))
    expect(await codeOf(buildZip(files))).toBe('source_encrypted')
  })
})

describe('a hostile book', () => {
  it('limits nesting and repetition', async () => {
    const deepContents = `<nav epub:type="toc">${'<ol><li>'.repeat(5000)}</nav>`
    const nav = { files: { 'OEBPS/nav.xhtml': deepContents }, contents: [] }
    expect(await codeOf(buildEpub({ parts, ...nav }))).toBe('source_too_complex')
    const spine = '<itemref idref="p1"/>'.repeat(20_000)
    expect((await read(buildEpub({ parts, spine }))).text).toBe('One.')
    const loop = [{ path: 'a.bin', markup: 'x', mediaType: 'application/x-a', item: 'fallback="p1"' }, ...parts]
    expect((await read(buildEpub({ parts: loop }))).text).toBe('One. Two.')
  })
})

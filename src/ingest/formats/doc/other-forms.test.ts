import { beforeAll, describe, expect, it } from 'vitest'
import { loadDetector } from '../../language.ts'
import { parseDoc } from './parse-doc.ts'

beforeAll(loadDetector)

const WORD = 'http://schemas.microsoft.com/office/word/2003/wordml'

const lines = (content: string, encoding: BufferEncoding = 'utf8'): string[] =>
  parseDoc(Buffer.from(content, encoding)).pieces.map(
    (piece) => `${piece.type}${piece.level === undefined ? '' : ` ${piece.level}`}: ${piece.text}`,
  )

const unsupported = (named: string) =>
  expect.objectContaining({ code: 'source_type_unsupported', message: expect.stringContaining(named) })

describe('a file named .doc', () => {
  it("may be Word 2003's XML", () => {
    const note = '<w:footnote><w:p><w:r><w:t>Note.</w:t></w:r></w:p></w:footnote>'
    const body = [
      '<w:p><w:pPr><w:pStyle w:val="a"/></w:pPr><w:r><w:t>Head</w:t></w:r></w:p>',
      `<w:p><w:pPr><w:listPr><w:ilvl w:val="0"/><w:ilfo w:val="2"/></w:listPr></w:pPr><w:r><w:t>Item</w:t></w:r><w:r>${note}</w:r></w:p>`,
      '<w:p><w:r><w:t>Kept</w:t></w:r><aml:annotation w:type="Word.Deletion"><aml:content><w:r><w:t> gone</w:t></w:r></aml:content></aml:annotation><aml:annotation w:type="Word.Insertion"><aml:content><w:r><w:t> too.</w:t></w:r></aml:content></aml:annotation></w:p>',
      '<w:sectPr><w:hdr><w:p><w:r><w:t>Header</w:t></w:r></w:p></w:hdr></w:sectPr>',
    ].join('')
    const file = `<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="${WORD}" xmlns:aml="http://schemas.microsoft.com/aml/2001/core" xmlns:o="urn:schemas-microsoft-com:office:office"><o:DocumentProperties><o:Title>Tides</o:Title><o:Author>Ada</o:Author><o:LastSaved>2005-06-07T08:09:10Z</o:LastSaved></o:DocumentProperties><w:styles><w:style w:type="paragraph" w:styleId="a"><w:name w:val="heading 1"/></w:style></w:styles><w:body>${body}</w:body></w:wordDocument>`
    expect(lines(file)).toEqual(['heading 1: Head', 'list-item: Item', 'paragraph: Note.', 'paragraph: Kept too.'])
    expect(parseDoc(Buffer.from(file))).toMatchObject({
      title: 'Tides',
      author: 'Ada',
      publishedAt: '2005-06-07T08:09:10.000Z',
    })
    expect(() => parseDoc(Buffer.from(`<w:wordDocument xmlns:w="${WORD}"/>`))).toThrow(
      expect.objectContaining({ code: 'source_damaged' }),
    )
  })

  it('may be HTML', () => {
    const page = '<html><head><title>Tides</title></head><body><h1>Tides</h1><p>The moon pulls.</p></body></html>'
    expect(lines(page)).toEqual(['heading 1: Tides', 'paragraph: The moon pulls.'])
    expect(parseDoc(Buffer.from(page)).title).toBe('Tides')
    expect(lines(`\ufeff${page}`, 'utf16le')).toHaveLength(2)
    expect(lines('<html><p>One.<p>Two.</html>')).toEqual(['paragraph: One.', 'paragraph: Two.'])
  })

  it('may be a web page saved as one file', () => {
    const page = (encoding: string, body: string): string =>
      `From: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="--=x"\r\n\r\n----=x\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n----=x\r\nContent-Type: image/png\r\n\r\n00\r\n----=x--`
    const html = '<html><body><p>Caf\u00e9 =</p></body></html>'
    const quoted = '<html><body><p>Caf=C3=\r\n=A9 =3D</p></body></html>'
    expect(lines(page('quoted-printable', quoted))).toEqual(['paragraph: Café ='])
    expect(lines(page('base64', Buffer.from(html).toString('base64')))).toEqual(['paragraph: Café ='])
    expect(lines(page('8bit', html))).toEqual(['paragraph: Café ='])
  })

  it('may be RTF', () => {
    expect(lines('{\\rtf1 Text.\\par}')).toEqual(['paragraph: Text.'])
  })

  it.each([
    ['%PDF-1.7', 'a PDF document'],
    ['PK\u0003\u0004', 'a newer document'],
    ['\u00ffWPC', 'a WordPerfect document'],
    ['\u0089PNG', 'an image'],
    ['Just some words.', 'plain text'],
    ['<?xml version="1.0"?><a/>', 'data (XML)'],
    ['\u0031\u00be\0\0', 'a very old version of Word'],
    ['\u0001\u0002\u0003', 'a type that is not known'],
  ])('that begins as %j is named as %s', (start, named) => {
    expect(() => parseDoc(Buffer.from(start, 'latin1'))).toThrow(unsupported(named))
  })
})

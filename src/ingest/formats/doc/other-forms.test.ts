import { beforeAll, describe, expect, it } from 'vitest'
import { loadDetector } from '../../language.ts'
import { parseDoc } from './parse-doc.ts'

beforeAll(loadDetector)

const WORD = 'http://schemas.microsoft.com/office/word/2003/wordml'

const lines = async (content: string): Promise<string[]> =>
  (await parseDoc(Buffer.from(content))).pieces.map(
    (piece) => `${piece.type}${piece.level === undefined ? '' : ` ${piece.level}`}: ${piece.text}`,
  )

describe('a file named .doc', () => {
  it("reads Word 2003's XML", async () => {
    const note = '<w:footnote><w:p><w:r><w:t>Note.</w:t></w:r></w:p></w:footnote>'
    const body = [
      '<w:p><w:pPr><w:pStyle w:val="a"/></w:pPr><w:r><w:t>Head</w:t></w:r></w:p>',
      `<w:p><w:pPr><w:listPr><w:ilvl w:val="0"/><w:ilfo w:val="2"/></w:listPr></w:pPr><w:r><w:t>Item</w:t></w:r><w:r>${note}</w:r></w:p>`,
      '<w:p><w:r><w:t>Kept</w:t></w:r><aml:annotation w:type="Word.Deletion"><aml:content><w:r><w:t> gone</w:t></w:r></aml:content></aml:annotation><aml:annotation w:type="Word.Insertion"><aml:content><w:r><w:t> too.</w:t></w:r></aml:content></aml:annotation></w:p>',
      '<w:sectPr><w:hdr><w:p><w:r><w:t>Header</w:t></w:r></w:p></w:hdr></w:sectPr>',
    ].join('')
    const file = `<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument xmlns:w="${WORD}" xmlns:aml="http://schemas.microsoft.com/aml/2001/core" xmlns:o="urn:schemas-microsoft-com:office:office"><o:DocumentProperties><o:Title>Tides</o:Title><o:Author>Ada</o:Author><o:LastSaved>2005-06-07T08:09:10Z</o:LastSaved></o:DocumentProperties><w:styles><w:style w:type="paragraph" w:styleId="a"><w:name w:val="heading 1"/></w:style></w:styles><w:body>${body}</w:body></w:wordDocument>`
    expect(await lines(file)).toEqual([
      'heading 1: Head',
      'list-item: Item',
      'paragraph: Note.',
      'paragraph: Kept too.',
    ])
    expect(await parseDoc(Buffer.from(file))).toMatchObject({
      title: 'Tides',
      author: 'Ada',
      publishedAt: '2005-06-07T08:09:10.000Z',
    })
    await expect(parseDoc(Buffer.from(`<w:wordDocument xmlns:w="${WORD}"/>`))).rejects.toThrow(
      expect.objectContaining({ code: 'source_damaged' }),
    )
  })

  it('reads a web page saved as one file', async () => {
    const page = (encoding: string, body: string): string =>
      `From: x\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="--=x"\r\n\r\n----=x\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}\r\n----=x\r\nContent-Type: image/png\r\n\r\n00\r\n----=x--`
    const html = '<html><body><p>Caf\u00e9 =</p></body></html>'
    const quoted = '<html><body><p>Caf=C3=\r\n=A9 =3D</p></body></html>'
    expect(await lines(page('quoted-printable', quoted))).toEqual(['paragraph: Café ='])
    expect(await lines(page('base64', Buffer.from(html).toString('base64')))).toEqual(['paragraph: Café ='])
    expect(await lines(page('8bit', html))).toEqual(['paragraph: Café ='])
  })

  it('rejects other files', async () => {
    await expect(parseDoc(Buffer.from('Just some words.'))).rejects.toThrow(
      expect.objectContaining({
        code: 'source_type_unsupported',
        message: expect.stringContaining('not a Word document'),
      }),
    )
  })
})

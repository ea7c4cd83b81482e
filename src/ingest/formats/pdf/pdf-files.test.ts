import { describe, expect, it } from 'vitest'
import { makePdf, pdfLines, pdfPicture, pdfProse, pdfText } from '../../../../tests/support/pdf.ts'
import { parsePdf } from './parse-pdf.ts'

const read = (...pages: string[]) => parsePdf(makePdf({ pages }))

const failure = async (bytes: Uint8Array) => {
  const error: unknown = await parsePdf(bytes).catch((reason: unknown) => reason)
  return error
}

describe('facts', () => {
  const pages = [pdfText(50, 740, 'On tides', { size: 24 }) + pdfLines(50, 600, pdfProse('body', 4))]

  it('reads title, author and date', async () => {
    const info = { Title: 'Tides, a study', Author: 'Ada Byron', CreationDate: "D:20240229120000+01'00'" }
    expect(await parsePdf(makePdf({ pages, info }))).toMatchObject({
      kind: 'document',
      title: 'Tides, a study',
      author: 'Ada Byron',
      publishedAt: '2024-02-29',
    })
  })

  it('ignores a routing code and reads the author from the metadata stream', async () => {
    const info = { Author: 'jsmith/OPA-4.2' }
    expect(await parsePdf(makePdf({ pages, info }))).toMatchObject({ author: null })
    const packet = '<x:xmpmeta><dc:creator><rdf:Seq><rdf:li>Ada Byron</rdf:li></rdf:Seq></dc:creator></x:xmpmeta>'
    const file = Buffer.concat([makePdf({ pages, info }), Buffer.from(packet)])
    expect(await parsePdf(file)).toMatchObject({ author: 'Ada Byron' })
  })

  it.each(['Microsoft Word - tides.doc', 'untitled', 'scan0001.pdf'])(
    'prefers the page to a title such as %s',
    async (Title) => {
      expect(await parsePdf(makePdf({ pages, info: { Title, Author: 'Administrator' } }))).toMatchObject({
        title: 'On tides',
        author: null,
      })
    },
  )
})

describe('files that cannot be read', () => {
  const open = [pdfLines(50, 700, pdfProse('open', 3))]

  it('rejects a scan with a stamp', async () => {
    // The stamp of a scanner's program is no text of the page.
    expect(await failure(makePdf({ pages: [pdfPicture + pdfText(50, 20, 'Scanned at home')] }))).toMatchObject({
      code: 'source_no_text_layer',
    })
  })

  it.each([
    ['a court', pdfText(40, 782, 'Case 1:20-cv-00123-ABC Document 45-3 Filed 03/04/2021 Page 1 of 30')],
    [
      'an archive, along its edge',
      pdfText(20, 60, 'Digitized for the library of the harbor on 2021-03-04', { matrix: [0, 1, -1, 0] }),
    ],
  ])('has a scan recognized in spite of a stamp of %s', async (_, stamp) => {
    const [page = ''] = open
    expect(await parsePdf(makePdf({ pages: [pdfPicture + stamp, pdfPicture + page] }), 'wanted')).toMatchObject({
      scanned: { pages: [1] },
    })
  })

  it('does not take lines of text at the edge of a picture for a stamp', async () => {
    const edge = pdfLines(50, 782, pdfProse('edge', 4), { size: 10 })
    const file = makePdf({ pages: [pdfPicture + edge, ...open] })
    expect(await parsePdf(file, 'wanted')).not.toHaveProperty('scanned')
  })

  it('does not call a page without an image a scan', async () => {
    const drawing = Array.from({ length: 40 }, (_, at) => `${50 + at * 9} 400 m ${55 + at * 9} 420 l S`).join(' ')
    expect(await failure(makePdf({ pages: [drawing] }))).toMatchObject({
      code: 'source_no_text_layer',
      message: 'This PDF has no text, only drawings. Run OCR on it and try again.',
    })
    expect(await failure(makePdf({ pages: [pdfText(50, 700, '   ')] }))).toMatchObject({ code: 'source_empty' })
    const unmapped = pdfText(50, 700, '\u0001\u0002\u0003\u0004', { font: 'unicode' })
    expect(await failure(makePdf({ pages: [unmapped] }))).toMatchObject({
      code: 'source_no_text_layer',
      message: 'This PDF’s fonts can’t be read as text. Run OCR on it and try again.',
    })
  })

  it('notes the number of pages that are pictures', async () => {
    const document = await read(pdfPicture, open[0]!, open[0]!.replaceAll('open', 'other'))
    expect(document.sourceInfo.note).toBe('Pages that are pictures without text and were not read: 1 of 3.')
  })

  it('leaves out text in fonts without character mapping, with a note', async () => {
    const codes = pdfLines(
      50,
      600,
      Array.from({ length: 12 }, (_, index) => `% ' ! & "$ (-.45)& * ${index} + % < @`),
    )
    const document = await read(open[0]! + codes, open[0]!.replaceAll('open', 'other'))
    expect(document.pieces.map(({ text }) => text).join(' ')).not.toContain('%')
    expect(document.sourceInfo.note).toMatch(/which letters they show.* missing: 1 of 2\.$/u)
    expect(await failure(makePdf({ pages: [codes] }))).toMatchObject({
      code: 'source_no_text_layer',
      message: 'This PDF’s fonts can’t be read as text. Run OCR on it and try again.',
    })
  })

  it('keeps formulas, figures, contents with leaders and ruled forms', async () => {
    const sums = Array.from({ length: 10 }, (_, index) => `x + y = ${index} (${index})`)
    const shares = Array.from({ length: 10 }, (_, index) => `12.${index} % 13.${index} % 15.${index} %`)
    const leaders = Array.from({ length: 10 }, (_, index) => `Part ${'. '.repeat(40)} ${index}`)
    const rules = Array.from({ length: 10 }, (_, index) => `Name ${index} ${'_'.repeat(40)}`)
    const document = await read(...[sums, shares, leaders, rules].map((lines) => pdfLines(50, 700, lines)))
    expect(document.sourceInfo.note).toBeUndefined()
  })

  it('reads encrypted files that need no password', async () => {
    const readable = await parsePdf(makePdf({ pages: open, passwords: { user: '', owner: 'moon' } }))
    expect(readable.pieces[0]?.text).toBe(pdfProse('open', 3).join(' '))
  })

  it('rejects a damaged file, and recovers one without its table of objects', async () => {
    const whole = makePdf({ pages: open })
    expect(await failure(new Uint8Array())).toMatchObject({ code: 'source_damaged' })
    const bare = Buffer.from('%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n')
    expect(await failure(bare)).toMatchObject({ code: 'source_damaged' })
    for (const lost of ['xref\n0', '/Type /Catalog']) {
      const cut = whole.subarray(0, Buffer.from(whole).lastIndexOf(lost))
      const document = await parsePdf(cut)
      expect(document.pieces[0]?.text).toBe(pdfProse('open', 3).join(' '))
    }
  })
})

import { describe, expect, it } from 'vitest'
import { buildCompound } from '../../tests/support/files/build-compound.ts'
import { buildDoc } from '../../tests/support/files/build-doc.ts'
import { buildDocx, docxParts, paragraph, zipOf } from '../../tests/support/files/build-docx.ts'
import { type BookOptions, buildEpub } from '../../tests/support/files/build-epub.ts'
import { buildZip } from '../../tests/support/files/build-zip.ts'
import { makePdf, pdfLines, pdfPicture } from '../../tests/support/pdf.ts'
import { AppError } from '../shared/errors.ts'
import type { ParseTask } from './parsing/parse-task.ts'
import { parse } from './parsing/worker.ts'

const PROSE = 'Tides rise and fall because the moon pulls at the sea, and the sea, being patient, follows.'

const pdf = (page: string): Uint8Array => makePdf({ pages: [page] })
const printed = pdfLines(50, 700, [PROSE])
const locked = { EncryptionInfo: Buffer.alloc(8), EncryptedPackage: Buffer.alloc(8) }
const book = (more: Partial<BookOptions> = {}): Uint8Array =>
  buildEpub({ parts: [{ body: `<p>${PROSE}</p>` }], ...more })
const encryption = `<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod
  Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/><enc:CipherData><enc:CipherReference URI="OEBPS/ch1.xhtml"/>
  </enc:CipherData></enc:EncryptedData></encryption>`
const bare = docxParts({ body: paragraph(PROSE) })
const deep = `${'<w:p>'.repeat(1000)}${PROSE}`

const damagedWords = (kind: string): string =>
  `This ${kind} is damaged and can’t be opened. Download or save it again, or try another copy.`
const lockedWords = (kind: string): string =>
  `This ${kind} is locked with a password. Save a copy without the password and upload that one.`
const bombWords = (kind: string): string =>
  `This ${kind} contains far more than we can read safely. Upload a part of it.`
const protectedWords = (kind: string): string => `This ${kind}, so its text can’t be read. Upload an unprotected copy.`

const refused: readonly (readonly [
  what: string,
  name: string,
  bytes: () => Uint8Array,
  code: string,
  words: string,
])[] = [
  ['no bytes', 'a.pdf', () => new Uint8Array(), 'source_empty', 'This file is empty. Please choose another one.'],
  [
    'a PDF of pictures',
    'a.pdf',
    () => pdf(pdfPicture),
    'source_no_text_layer',
    'This PDF is a scan, so there’s no text to read. Run OCR on it and try again.',
  ],
  [
    'a PDF with a password',
    'a.pdf',
    () => makePdf({ pages: [printed], passwords: { user: 'tide', owner: 'moon' } }),
    'source_encrypted',
    lockedWords('PDF'),
  ],
  ['a PDF that is cut', 'a.pdf', () => pdf(printed).subarray(0, 60), 'source_damaged', damagedWords('PDF')],
  [
    'a PDF without text',
    'a.pdf',
    () => pdf(''),
    'source_empty',
    'This PDF is empty: there is no text in it to summarize.',
  ],
  ['a locked document', 'a.docx', () => buildCompound(locked), 'source_encrypted', lockedWords('document')],
  [
    'a locked document of Word 97',
    'a.doc',
    () => buildDoc({ paragraphs: [{ runs: [{ text: PROSE.repeat(50) }] }], flags: 0x0100 }),
    'source_encrypted',
    lockedWords('document'),
  ],
  [
    'a document under rights management',
    'a.docx',
    () => buildCompound({ ...locked, 'DRMEncryptedDataSpace/': Buffer.alloc(0) }),
    'source_protected',
    protectedWords('document is copy-protected'),
  ],
  [
    'a spreadsheet under the name of a document',
    'a.docx',
    () => zipOf({ ...bare, '[Content_Types].xml': 'spreadsheetml.sheet.main+xml', 'xl/workbook.xml': '<x/>' }),
    'source_type_unsupported',
    'This file is a spreadsheet (.xlsx), which can’t be read. To summarize its text, upload that as a text file.',
  ],
  [
    'a spreadsheet of LibreOffice',
    'a.ods',
    () => zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }),
    'source_type_unsupported',
    'This file is a spreadsheet (.ods), which can’t be read. To summarize its text, upload that as a text file.',
  ],
  [
    'a document of Word 1',
    'a.doc',
    () => Uint8Array.of(0x31, 0xbe, ...Buffer.alloc(200, 1)),
    'source_type_unsupported',
    'This file is a document of Word 95 or earlier, which can’t be read. Save it as .docx and try again.',
  ],
  [
    'a rich text document',
    'a.doc',
    () => Buffer.from(`{\\rtf1 ${PROSE}}`),
    'source_type_unsupported',
    'This file is a rich text document (.rtf), which can’t be read. Save it as .docx and try again.',
  ],
  [
    'a presentation of LibreOffice',
    'a.odp',
    () => zipOf({ mimetype: 'application/vnd.oasis.opendocument.presentation' }),
    'source_type_unsupported',
    'This file is a presentation (.odp), which can’t be read. Save it as .pptx and try again.',
  ],
  ...['Index/Slide-1.iwa', 'index.apxl.gz'].map(
    (part) =>
      [
        `a presentation of Keynote (${part})`,
        'a.key',
        () => zipOf({ [part]: PROSE }),
        'source_type_unsupported',
        'This file is a document of Pages, Keynote or Numbers, which can’t be read. Save it as .pdf and try again.',
      ] as const,
  ),
  [
    'an e-book of another kind',
    'a.fb2',
    () => Buffer.from('<?xml version="1.0"?><FictionBook/>'),
    'source_type_unsupported',
    'This file is an e-book (.fb2), which can’t be read. Convert it to .epub and try again.',
  ],
  [
    'a document that is cut',
    'a.docx',
    () => buildDocx({ body: '' }).subarray(0, 20),
    'source_damaged',
    damagedWords('file'),
  ],
  [
    'a document without its text',
    'a.docx',
    () => zipOf({ ...bare, 'word/document.xml': '<nothing/>' }),
    'source_damaged',
    damagedWords('Word document'),
  ],
  [
    'a document without a word',
    'a.docx',
    () => buildDocx({ body: paragraph('') }),
    'source_empty',
    'This file is empty: there is no text in it to summarize.',
  ],
  [
    'a document of a few words',
    'a.docx',
    () => buildDocx({ body: paragraph('Tides.') }),
    'source_too_short',
    'There is too little text in this file to summarize.',
  ],
  [
    'a document nested without end',
    'a.docx',
    () => buildDocx({ body: deep }),
    'source_too_complex',
    bombWords('document'),
  ],
  [
    'a document that unpacks to far too much',
    'a.docx',
    () => zipOf({ ...bare, 'word/document.xml': ' '.repeat(80 * 1024 * 1024) }),
    'source_too_complex',
    bombWords('file'),
  ],
  [
    'a book that its seller has locked',
    'a.epub',
    () => book({ files: { 'META-INF/encryption.xml': encryption, 'META-INF/rights.xml': '<rights/>' } }),
    'source_protected',
    protectedWords('e-book is copy-protected (Adobe)'),
  ],
  [
    'a book of which nothing is left',
    'a.epub',
    () => book({ files: { 'OEBPS/ch1.xhtml': Buffer.alloc(500, 0xfe) } }),
    'source_damaged',
    damagedWords('e-book'),
  ],
  [
    'a book without text',
    'a.epub',
    () => buildEpub({ parts: [{ body: '' }] }),
    'source_empty',
    'This e-book is empty: there is no text in it to summarize.',
  ],
  [
    'a book of pictures',
    'a.epub',
    () => buildEpub({ parts: [{ body: '<img src="a.png"/>' }] }),
    'source_no_text_layer',
    'The pages of this e-book are pictures without text. Try an edition of it that has text.',
  ],
  [
    'a book nested without end',
    'a.epub',
    () => book({ parts: [{ body: '<i>'.repeat(3000) }] }),
    'source_too_complex',
    bombWords('e-book'),
  ],
  [
    'an archive',
    'a.epub',
    () => buildZip([{ name: 'a.txt', data: PROSE }]),
    'source_type_unsupported',
    'This file is an archive (.zip), which can’t be read. To summarize its text, upload that as a text file.',
  ],
  [
    'a page nested without end',
    'a.html',
    () => Buffer.from(`<html><body>${'<b>'.repeat(50_000)}${PROSE}`),
    'source_too_complex',
    'This page is nested too deeply to be read. Open it in your browser, save the page as a file, and upload that.',
  ],
]

describe('a file that is not read', () => {
  it.each(refused)('is reported with advice: %s', async (_, fileName, bytes, code, words) => {
    const error: unknown = await parse({ kind: 'file', bytes: bytes(), fileName, url: null }).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code, message: words })
  })

  it('reports an empty response', async () => {
    const answered = { contentType: 'text/html' }
    const url = 'https://sea.example/tides'
    await expect(parse({ kind: 'file', bytes: new Uint8Array(), fileName: null, url, answered })).rejects.toMatchObject(
      {
        code: 'source_empty',
        message: 'There’s nothing at this link. Check it, or save the page in your browser and upload the file.',
      },
    )
  })

  it('detects the type of a file at a URL whatever its name', async () => {
    const answered = { contentType: 'text/html; charset=utf-8' }
    const url = 'https://sea.example/tides.pdf'
    const document = await parse({ kind: 'file', bytes: pdf(printed), fileName: null, url, answered })
    expect(document).toMatchObject({ kind: 'document', url, sourceInfo: { readAs: 'PDF text', fileName: 'tides.pdf' } })
  })
})

it.each([
  ['a word', 'harbor '],
  ['words', 'Lorem ipsum dolor. '],
  ['a character of a script without spaces', '港'],
  ['a held key', 'aaaa aaa '],
])('rejects a source that repeats %s', async (_, unit) => {
  const content = unit.repeat(2000)
  const tasks: ParseTask[] = [
    { kind: 'text', content },
    { kind: 'file', bytes: Buffer.from(content), fileName: 'a.txt', url: null },
    { kind: 'file', bytes: buildDocx({ body: paragraph(content) }), fileName: 'a.docx', url: null },
  ]
  for (const task of tasks) await expect(parse(task)).rejects.toMatchObject({ code: 'source_too_short' })
  await expect(parse({ kind: 'text', content, minWords: 1 })).resolves.toMatchObject({ kind: 'text' })
})

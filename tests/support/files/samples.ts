import { tidePools } from '../texts.ts'
import { buildDoc } from './build-doc.ts'
import { buildDocx, paragraph } from './build-docx.ts'
import { buildEpub } from './build-epub.ts'
import { buildPdf } from './build-pdf.ts'

/** A file as a person chooses it. */
export interface SampleFile {
  name: string
  mimeType: string
  buffer: Buffer
}

const title = 'Counting the tide pools of Carrow'
const paragraphs = tidePools.split('\n\n')

/** A PDF of two pages. */
export const report: SampleFile = {
  name: 'carrow-report.pdf',
  mimeType: 'application/pdf',
  buffer: buildPdf(title, [paragraphs.slice(0, 2), paragraphs.slice(2)]),
}

/** A Word document of paragraphs. */
export const wordDocument: SampleFile = {
  name: 'carrow-pools.docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: Buffer.from(buildDocx({ body: [title, ...paragraphs].map((text) => paragraph(text)).join('') })),
}

/** The same as Word 97 kept it. */
export const oldDocument: SampleFile = {
  name: 'carrow-pools.doc',
  mimeType: 'application/msword',
  buffer: buildDoc({ paragraphs: [title, ...paragraphs].map((text) => ({ runs: [{ text }] })) }),
}

const chapters = [
  { heading: 'The first count', texts: paragraphs.slice(0, 2) },
  { heading: 'Heat and feet', texts: paragraphs.slice(2) },
]

/** An e-book of two chapters. */
export const book: SampleFile = {
  name: 'carrow.epub',
  mimeType: 'application/epub+zip',
  buffer: Buffer.from(
    buildEpub({
      parts: chapters.map(({ heading, texts }) => ({
        body: `<h1>${heading}</h1>${texts.map((text) => `<p>${text}</p>`).join('')}`,
      })),
      contents: chapters.map(({ heading }, index) => ({ title: heading, href: `ch${index + 1}.xhtml` })),
    }),
  ),
}

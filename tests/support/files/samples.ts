import { makePdf, pdfPicture } from '../pdf.ts'
import { tidePools } from '../texts.ts'
import { buildDoc } from './build-doc.ts'
import { buildDocx, paragraph } from './build-docx.ts'
import { buildEpub } from './build-epub.ts'
import { buildOdt } from './build-odt.ts'
import { buildPdf } from './build-pdf.ts'
import { buildPptx, shape, textParagraph } from './build-pptx.ts'

/** A file as chosen in a file dialog. */
export interface SampleFile {
  name: string
  mimeType: string
  buffer: Buffer
}

const title = 'Counting the tide pools of Carrow'
const paragraphs = tidePools.split('\n\n')

const pages = [paragraphs.slice(0, 2), paragraphs.slice(2)]
const pdf = (name: string, buffer: Uint8Array): SampleFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(buffer),
})

/** A PDF of two pages. */
export const report = pdf('carrow-report.pdf', buildPdf(title, pages))

/** A PDF that requires a password. */
export const lockedReport = pdf(
  'locked.pdf',
  buildPdf(title, pages, { passwords: { user: 'low water', owner: 'high water' } }),
)

/** A PDF whose page is an image. */
export const scan = pdf('scan.pdf', makePdf({ pages: [pdfPicture] }))

/** A Word document of paragraphs. */
export const wordDocument: SampleFile = {
  name: 'carrow-pools.docx',
  mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  buffer: Buffer.from(buildDocx({ body: [title, ...paragraphs].map((text) => paragraph(text)).join('') })),
}

/** The same as an OpenDocument text. */
export const openDocument: SampleFile = {
  name: 'carrow-pools.odt',
  mimeType: 'application/vnd.oasis.opendocument.text',
  buffer: Buffer.from(buildOdt({ body: [title, ...paragraphs].map((text) => `<text:p>${text}</text:p>`).join('') })),
}

/** The same in Word 97 format. */
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

/** A presentation of two slides. */
export const slides: SampleFile = {
  name: 'carrow.pptx',
  mimeType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  buffer: Buffer.from(
    buildPptx(
      chapters.map(({ heading, texts }) => ({
        shapes: shape('title', textParagraph(heading)) + shape(null, texts.map((text) => textParagraph(text)).join('')),
      })),
    ),
  ),
}

const article = paragraphs.map((text) => `<p>${text}</p>`).join('')

/** A page as a browser saves it. */
export const savedPage: SampleFile = {
  name: 'carrow.html',
  mimeType: 'text/html',
  buffer: Buffer.from(
    `<!doctype html><html lang="en"><head><title>${title}</title><link rel="canonical" href="https://carrow.example/pools"></head><body><article><h1>${title}</h1>${article}</article></body></html>`,
  ),
}

const cues = paragraphs.join(' ').match(/\S+(?: \S+){0,9}/gu) ?? []
const cueTime = (second: number): string =>
  `00:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')},000`

/** Subtitles of a video. */
export const subtitles: SampleFile = {
  name: 'carrow-talk.en.srt',
  mimeType: 'application/x-subrip',
  buffer: Buffer.from(
    cues.map((words, n) => `${n + 1}\n${cueTime(n * 4)} --> ${cueTime(n * 4 + 4)}\n${words}\n`).join('\n'),
  ),
}

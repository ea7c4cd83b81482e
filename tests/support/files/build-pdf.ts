import { makePdf, type PdfOptions, pdfLines, pdfText } from '../pdf.ts'

const LINE_POINTS = 12

/** Lines of at most 90 characters. */
const wrap = (text: string): string[] => text.match(/.{1,90}(?:\s|$)/gu)?.map((line) => line.trim()) ?? []

/** A page of paragraphs with space between them. */
function setPage(texts: readonly string[]): string {
  let y = 720
  return texts
    .map((text) => {
      const lines = wrap(text)
      const set = pdfLines(50, y, lines)
      y -= (lines.length + 1.5) * LINE_POINTS
      return set
    })
    .join('')
}

/**
 * Builds a PDF of Latin text, one page for each list of paragraphs.
 * @param title used in the document information and above the first page
 */
export function buildPdf(
  title: string,
  pages: readonly (readonly string[])[],
  options: Pick<PdfOptions, 'passwords'> = {},
): Buffer {
  const [first = '', ...others] = pages.map(setPage)
  const heading = pdfText(50, 760, title, { font: 'bold', size: 20 })
  return Buffer.from(makePdf({ pages: [heading + first, ...others], info: { Title: title }, ...options }))
}

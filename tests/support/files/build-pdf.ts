const LINE_CHARACTERS = 88
const LINE_POINTS = 15

function wrap(paragraph: string): string[] {
  const lines: string[] = []
  for (const word of paragraph.split(/\s+/u)) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < LINE_CHARACTERS) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const literal = (text: string): string => `(${text.replace(/[\\()]/gu, '\\$&')})`

/** The operators that set a page: a larger first line, then paragraphs with room between them. */
function pageContent(heading: string, paragraphs: readonly string[]): string {
  const body = paragraphs.flatMap((paragraph) => [...wrap(paragraph).map((line) => `${literal(line)} '`), "() '"])
  return `BT /F1 22 Tf 64 760 Td ${literal(heading)} Tj ET\nBT /F1 11 Tf ${LINE_POINTS} TL 64 730 Td\n${body.join('\n')}\nET`
}

/**
 * Builds a PDF of ASCII text, one page for each list of paragraphs.
 *
 * @param title stands in the document's own facts and above the first page
 */
export function buildPdf(title: string, pages: readonly (readonly string[])[]): Buffer {
  const pageIds = pages.map((_, index) => 5 + index * 2)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Title ${literal(title)} >>`,
    ...pages.flatMap((paragraphs, index) => {
      const content = pageContent(index === 0 ? title : `Part ${index + 1}`, paragraphs)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${6 + index * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1')
}

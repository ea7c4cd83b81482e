/** A part of a summary: its title, where it has one, and what stands under it. */
export interface SummaryPart {
  title: string | null
  paragraphs: string[]
}

const TITLE_MARK = '## '

/**
 * The parts of a summary's text. Paragraphs have a blank line between them; one that begins with "## " is the title of
 * the part that follows. Text before the first title is a part without one.
 */
export function summaryParts(text: string): SummaryPart[] {
  const parts: SummaryPart[] = []
  for (const paragraph of text.split(/\n{2,}/u).map((line) => line.trim())) {
    if (paragraph === '') continue
    const last = parts.at(-1)
    if (paragraph.startsWith(TITLE_MARK)) {
      parts.push({ title: paragraph.slice(TITLE_MARK.length).trim(), paragraphs: [] })
    } else if (last === undefined) {
      parts.push({ title: null, paragraphs: [paragraph] })
    } else {
      last.paragraphs.push(paragraph)
    }
  }
  return parts
}

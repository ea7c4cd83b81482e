/** The foot of a page in texts that are set for printing (RFC 7994 and its forebears): "Doe   Informational   [Page 3]". */
const pageFoot = /\[Page \d{1,4}\]$|^\s{0,80}(?:-\s?\d{1,4}\s?-|page \d{1,4}(?: of \d{1,4})?)$/iu

/** Longer lines are no lines of a page. */
const MAX_LINE_CHARACTERS = 160

const isFoot = (line: string): boolean => line.length <= MAX_LINE_CHARACTERS && pageFoot.test(line)

/** Fewer feet than these are lines that happen to look like one. */
const MIN_PAGES = 2

/** The first line that says something after a page has ended, or on the first page. */
function isTop(lines: readonly string[], at: number): boolean {
  let above = at - 1
  while (above >= 0 && (lines[above] ?? '').trim() === '') above -= 1
  return above < 0 || isFoot(lines[above] ?? '')
}

/**
 * Takes the heads and feet of pages out of a text that was set in pages. A head is known by standing on several pages;
 * its numbers and spaces differ, and are left out of the comparison.
 */
export function dropPageLines(lines: readonly string[]): readonly string[] {
  if (lines.filter(isFoot).length < MIN_PAGES) return lines
  const kindOf = (line: string): string =>
    line
      .slice(0, MAX_LINE_CHARACTERS)
      .replace(/[\d\s]+/gu, ' ')
      .trim()
  const tops = lines.map((line, at) => (line.trim() !== '' && isTop(lines, at) ? kindOf(line) : null))
  const counts = new Map<string, number>()
  for (const kind of tops) if (kind !== null) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return lines.filter((line, at) => !isFoot(line) && (counts.get(tops[at] ?? '') ?? 0) < MIN_PAGES)
}

/** Whether lines are a drawing made of characters, whose line breaks carry it. */
export function isDrawing(lines: readonly string[]): boolean {
  const strokes = lines.filter(
    (line) =>
      line.length <= MAX_LINE_CHARACTERS && /[+|][-=+|\s]{3,}|[-=]{3,}[+>]|[\u2500-\u257f]{2}|^\s*\|.*\|$/u.test(line),
  )
  return lines.length >= 2 && strokes.length >= lines.length * 0.5
}

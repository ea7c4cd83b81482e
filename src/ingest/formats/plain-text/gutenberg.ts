/** Marks around the text of an e-book by Project Gutenberg, in its wordings since 1991. */
export const gutenbergStart =
  /^\s{0,9}\*{3}\s?START OF (?:THE|THIS)(?: COPYRIGHTED)? PROJECT GUTENBERG E-?(?:BOOK|TEXT)\b|^\*END\*?\s?THE SMALL PRINT!/iu
export const gutenbergEnd =
  /^\s{0,9}\*{3}\s?END OF (?:THE|THIS)(?: COPYRIGHTED)? PROJECT GUTENBERG E-?(?:BOOK|TEXT)\b|^\s{0,9}(?:End of (?:the |this )?Project Gutenberg(?:'s|’s| e-?(?:book|text))|Ende dieses Proje[ck]t Gutenberg|Fin d[eu] (?:ce )?Proje[ct]{1,2} Gutenberg|Fine di questo Project Gutenberg|Fin de este Project Gutenberg|Einde van (?:het|dit) Project Gutenberg)/iu

/** The head of such a file: its first line, or the fields of its title. */
const firstLine = /^\W{0,5}(?:the )?project gutenberg(?:'s|’s|\s.{0,40}\be-?(?:book|text)\b)/iu
const titleField = /^title:\s/iu

/** Credits and notes between the mark and the book. */
const credit = /^(?:produced by|e-?text prepared by|this e-?text was|transcribed by|\[?transcriber['’]s note)\b/iu

/** Marks around words in italics. */
const italics = /(?<![\p{L}\p{N}_])_(?=[^\s_])|(?<=[^\s_])_(?![\p{L}\p{N}_])/gu

/** The marks are within this many lines of the beginning. */
const MAX_HEAD_LINES = 600

/** Whether lines above the mark are those of Project Gutenberg's files, rather than of a text about them. */
function isHead(lines: readonly string[]): boolean {
  const top = lines.find((line) => line.trim() !== '')
  if (top === undefined || firstLine.test(top.slice(0, 200))) return true
  return lines.some((line) => titleField.test(line)) && lines.some((line) => line.includes('Project Gutenberg'))
}

const field = (head: readonly string[], name: string): string | null => {
  const at = head.findIndex((line) => line.toLowerCase().startsWith(`${name}:`))
  if (at === -1) return null
  // A long title goes on in the next, indented lines.
  const more = head.slice(at + 1, at + 4)
  const ends = more.findIndex((line) => !/^\s+\S/u.test(line))
  const value = [head[at]?.slice(name.length + 1), ...more.slice(0, ends === -1 ? more.length : ends)].join(' ')
  return value.replace(/\s+/gu, ' ').trim() || null
}

/**
 * The book in a text by Project Gutenberg, without its preface and license; null for other texts, also those that mention
 * Project Gutenberg.
 */
export function readGutenberg(lines: readonly string[]) {
  const first = lines.slice(0, MAX_HEAD_LINES).findIndex((line) => gutenbergStart.test(line.slice(0, 200)))
  if (first === -1 || !isHead(lines.slice(0, first))) return null
  const last = lines.findIndex((line, at) => at > first && gutenbergEnd.test(line.slice(0, 200)))
  const body = lines.slice(first + 1, last === -1 ? undefined : last)
  // The mark may go on in the next line.
  const marked = (lines[first] ?? '').trimEnd().endsWith('***') || !/^\s{0,3}\*{3}/u.test(lines[first] ?? '')
  const rest = marked ? body : body.slice(body.findIndex((line) => line.trimEnd().endsWith('***')) + 1)
  const head = lines.slice(0, first)
  const text = withoutCredits(rest).filter((line) => line.trim() !== '[Illustration]')
  return {
    lines: text.map((line) => line.replace(italics, '')),
    title: field(head, 'title'),
    author: field(head, 'author'),
  }
}

const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
/** Where a story was first printed, as volunteers of Project Gutenberg note it: "produced from Galaxy, May 1951." */
const printedIn = new RegExp(
  String.raw`^\[Transcriber['’]s Note: This etext was produced from (?:the )?([^.,[\]\d]{3,80}?),?(?: (${months}|Spring|Summer|Fall|Autumn|Winter))? (?:\d{1,2},? )?(\d{4})(?!\d)`,
  'u',
)

/** The magazine in which a text says that it was printed, and the month or year; null for what it doesn't say. */
export function readFirstPrint(texts: readonly string[]): { site: string | null; publishedAt: string | null } {
  const [, site, season = '', year] = texts.map((text) => printedIn.exec(text.slice(0, 200))).find(Boolean) ?? []
  if (site === undefined || year === undefined) return { site: null, publishedAt: null }
  const month = months.split('|').indexOf(season) + 1
  return { site: site.trim(), publishedAt: month === 0 ? year : `${year}-${String(month).padStart(2, '0')}` }
}

/** Drops the paragraphs before the book that credit the file's makers. */
function withoutCredits(lines: readonly string[]): readonly string[] {
  let at = 0
  for (;;) {
    while (at < lines.length && lines[at]?.trim() === '') at += 1
    if (!credit.test((lines[at] ?? '').trim())) return lines.slice(at)
    while (at < lines.length && lines[at]?.trim() !== '') at += 1
  }
}

import { decodeWords } from 'postal-mime'
import { joinsWithoutSpace } from '../../../shared/text/words.ts'
import { authorOf } from '../author.ts'
import wordings from './wordings.json' with { type: 'json' }

const MAX_HEADING_CHARACTERS = 90

/** Minimum length of the text under a title; a shorter line may be a heading too. */
const MIN_TEXT_CHARACTERS = 60

/** "2.1 Methods", "3. Results", "IV. Discussion", "A.2 Tables". */
const numbered = /^\s{0,3}((?:\d{1,2}\.){0,4}\d{1,2}\.?|[IVX]{1,5}\.|[A-Z](?:\.\d{1,2}){1,3}\.?)\s{1,4}(\p{L}.*)$/u

/** "Chapter 3", "Teil II: …", "第3章", "Глава 4". */
const part = new RegExp(
  `^\\s{0,3}(?:(?:${wordings.parts.join('|')})\\s{1,3}(?:\\d{1,3}|[IVXLC]{1,6}|\\p{L}{3,12})(?:[\\s.:–—-].{0,60})?|第[\\d一二三四五六七八九十百]{1,4}[章节節部回話].{0,40})$`,
  'iu',
)

const endsLikeText = (line: string): boolean => /[.,;:…。，；]$/u.test(line)

function isCapitals(line: string): boolean {
  const letters = line.match(/\p{L}/gu)?.length ?? 0
  const upper = line.match(/\p{Lu}/gu)?.length ?? 0
  return letters >= 3 && upper === letters && letters >= line.length * 0.5
}

/** Level of a heading by its number: 2 for "2.", 3 for "2.1". */
const levelOf = (number: string): number => Math.min(6, number.replace(/\.$/u, '').split('.').length + 1)

/**
 * Recognizes a heading in a text without markup: alone between blank lines, short, without a sentence's end, and numbered,
 * called a chapter, or in capitals.
 *
 * @param above the line before it, empty at the start of the text
 * @param below the lines after it
 * @returns its level, or null
 */
export function plainHeading(line: string, above: string, below: readonly string[]): number | null {
  const text = line.trim()
  if (text === '' || text.length > MAX_HEADING_CHARACTERS || endsLikeText(text) || above.trim() !== '') return null
  const [next = '', afterNext = ''] = below
  const follows = next.trim() === '' ? afterNext : next
  if (part.test(text)) return 2
  const number = numbered.exec(line)
  if (number?.[1] !== undefined) {
    // A list of short items is numbered too: its next line has a number, or there is no text below.
    if (next.trim() !== '' || numbered.test(follows) || follows.trim() === '') return null
    return /^\p{Ll}/u.test(number[2] ?? '') ? null : levelOf(number[1])
  }
  return isCapitals(text) && follows.trim() !== '' ? 2 : null
}

/**
 * Whether the first line of a text is its title: short, not a sentence, with prose below.
 *
 * @param below the first line of the text below
 */
export function isTitleLine(line: string, below: string): boolean {
  const text = line.trim()
  if (text === '' || text.length > MAX_HEADING_CHARACTERS || /[.,;:…。，；!?！？]$/u.test(text)) return false
  return below.trim().length >= MIN_TEXT_CHARACTERS
}

/** The first line of a chat message: "[12:41] Ada: …", "12/03/2024, 12:41 - Ada: …", "Ada: …". */
const stamped =
  /^\s{0,3}[[(]?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s{1,2})?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?[\])]?(?:\s{0,2}[-–])?\s{1,2}[<]?\p{L}[^:<>\n]{0,40}[:>]\s?\S/iu
const named = /^\p{Lu}[\p{L}\p{M}.'’-]{0,20}(?: \p{Lu}[\p{L}\p{M}.'’-]{0,20}){0,2}: \S/u

/** From this share of such lines on, a text is a chat or a conversation. */
const MESSAGE_SHARE = 0.5

export const isMessage = (line: string): boolean => stamped.test(line) || named.test(line)

/** Whether a line of a chat log has a time of its own: a message, or an action such as "[10:02] * ben waves". */
export const isEvent = (line: string): boolean => /^\s{0,3}[[(]?\d{1,2}:\d{2}(?::\d{2})?[\])]?\s/u.test(line)

/** Whether a text is a chat log or a transcribed conversation: most of its lines begin with the speaker. */
export function isConversation(lines: readonly string[]): boolean {
  const full = lines.filter((line) => line.trim() !== '')
  return full.length >= 4 && full.filter(isMessage).length >= full.length * MESSAGE_SHARE
}

const headerOf = (names: readonly string[]): RegExp =>
  new RegExp(`^(?:${names.join('|')})\\s{0,2}[:：]\\s{0,3}(\\S.*)$`, 'iu')
const subject = headerOf(wordings.subjects)
const sender = headerOf(wordings.senders)
const emailHeader = headerOf([...wordings.subjects, ...wordings.headers])

/** Headers for programs (RFC 5322 and others). */
const machineHeader =
  /^(?:x-[\w-]{1,40}|arc-[\w-]{1,40}|content-[\w-]{1,40}|list-[\w-]{1,40}|thread-[\w-]{1,40}|received|return-path|delivered-to|mime-version|message-id|in-reply-to|references|user-agent|precedence|sender|errors-to|path|newsgroups|followup-to|organi[sz]ation|lines|xref|nntp-[\w-]{1,40}|importance|priority|authentication-results|dkim-signature)\s?:/iu

/** The line above a mail in an archive: "From ada@sea.example Tue Mar  5 10:00:00 2024". */
const archiveLine = /^From \S{1,100}(?: at \S{1,100})? .{0,60}\d{4}$/u

const MAX_HEADERS = 80

/** Reads the headers of an email, without those for programs; null if the text does not begin with at least two. */
export function readEmailHead(lines: readonly string[]) {
  const headers: string[] = []
  let end = archiveLine.test(lines[0] ?? '') ? 1 : 0
  let isShown: boolean | null = null
  for (; end < lines.length && end < MAX_HEADERS; end += 1) {
    const line = lines[end] ?? ''
    const isMachine = machineHeader.test(line)
    if (isShown !== null && /^[ \t]+\S/u.test(line)) {
      // A long header goes on in the next, indented lines.
      if (isShown) headers.push(`${headers.pop() ?? ''} ${line.trim()}`)
    } else if (isMachine || emailHeader.test(line)) {
      isShown = !isMachine
      if (isShown) headers.push(line)
    } else break
  }
  if (headers.length < 2) return null
  const shown = headers.map((line) => decodeWords(line))
  const valueOf = (header: RegExp): string | undefined => shown.map((line) => header.exec(line)?.[1]).find(Boolean)
  const author = authorOf(valueOf(sender)?.replace(/^"(.*)"(?= <)/u, '$1') ?? null)
  return { lines: end, subject: valueOf(subject), author, headers: shown.filter((line) => !subject.test(line)) }
}

/** The footer of a page in texts formatted for printing (RFC 7994): "Doe   Informational   [Page 3]". */
const pageFoot = /\[Page \d{1,4}\]$|^\s{0,80}(?:-\s?\d{1,4}\s?-|page \d{1,4}(?: of \d{1,4})?)$/iu

/** Longer lines don't belong to a formatted page. */
const MAX_LINE_CHARACTERS = 160

const isFoot = (line: string): boolean => line.length <= MAX_LINE_CHARACTERS && pageFoot.test(line)

/** Fewer footers are lines that happen to look like one. */
const MIN_PAGES = 2

/** A header of a page: number, short title and date. */
const threeColumns = /^\S.{0,60}\S {3,}\S.{0,60}\S {3,}\S.{0,60}$/u

/** Whether a line is the first one with text on a page. */
function isTop(lines: readonly string[], at: number): boolean {
  let above = at - 1
  while (above >= 0 && (lines[above] ?? '').trim() === '') above -= 1
  return above < 0 || isFoot(lines[above] ?? '')
}

/**
 * Drops the headers and footers of pages from a text formatted for printing. A header recurs on several pages, apart from
 * numbers and spaces.
 */
export function dropPageLines(lines: readonly string[]): readonly string[] {
  if (lines.filter(isFoot).length < MIN_PAGES && !lines.some((line) => line.endsWith(']') && isFoot(line))) return lines
  const kindOf = (line: string): string =>
    line
      .slice(0, MAX_LINE_CHARACTERS)
      .replace(/[\d\s]+/gu, ' ')
      .trim()
  const tops = lines.map((line, at) => (line.trim() !== '' && isTop(lines, at) ? kindOf(line) : null))
  const counts = new Map<string, number>()
  for (const kind of tops) if (kind !== null) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const isHeader = (line: string, at: number): boolean =>
    (counts.get(tops[at] ?? '') ?? 0) >= MIN_PAGES || (tops[at] !== null && threeColumns.test(line))
  return lines.filter((line, at) => !isFoot(line) && !isHeader(line, at))
}

/** Whether lines are a drawing made of characters, which depends on its line breaks. */
export function isDrawing(lines: readonly string[]): boolean {
  const strokes = lines.filter(
    (line) =>
      line.length <= MAX_LINE_CHARACTERS && /[+|][-=+|\s]{3,}|[-=]{3}[+>]|[\u2500-\u257f]{2}|^\s*\|.*\|$/u.test(line),
  )
  return lines.length >= 2 && strokes.length >= lines.length * 0.5
}

/** Width of wrapped prose, in columns, as in emails or terminals. */
const WRAP_MIN = 45
const WRAP_MAX = 100
/**
 * Narrower columns, as in magazines: their width and number of lines, and shares of their lines that have no room for the
 * next word, begin in lower case, and contain the end of a sentence. Ragged ones, which may be verse, need many lines
 * and more of the latter two.
 */
const MIN_COLUMN_WIDTH = 25
const columnShares = [
  { lines: 6, full: 0.75, continued: 0.45, ended: 0.1 },
  { lines: 100, full: 0.4, continued: 0.55, ended: 0.2 },
]

/** Number of lines that are tested for wrapping. */
const SAMPLE_LINES = 5000

/** Characters that take two columns (UAX #11). */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/gu

const widthOf = (line: string): number => line.length + (line.match(wide)?.length ?? 0)

/** Whether lines are those of narrow columns: verse and lists have room for the next word, or no sentence ends in a line. */
function isColumn(lines: readonly string[]): boolean {
  const width = wrapWidth(lines)
  const inner = lines
    .slice(0, SAMPLE_LINES)
    .map((line, at) => ({ line: line.trim(), next: (lines[at + 1] ?? '').trim() }))
    .filter(({ line, next }) => line !== '' && next !== '')
  const full = inner.filter(({ line, next }) => widthOf(`${line} ${/^\S*/u.exec(next)?.[0] ?? ''}`) > width)
  const continued = inner.filter(({ line }) => /^\p{Ll}/u.test(line))
  const ended = inner.filter(({ line }) => /[.!?]["”’»)]? \S/u.test(line))
  const reaches = (found: readonly unknown[], share: number): boolean => found.length >= inner.length * share
  return (
    width >= MIN_COLUMN_WIDTH &&
    columnShares.some(
      (share) =>
        inner.length >= share.lines &&
        reaches(full, share.full) &&
        reaches(continued, share.continued) &&
        reaches(ended, share.ended),
    )
  )
}

const endsSentence = (line: string): boolean => /[.!?:;。！？：；…"”’」』）)]\s*$/u.test(line)

/**
 * Whether single line breaks only wrap lines and don't end paragraphs: most lines have about the same medium width, and
 * few end a sentence.
 */
export function isWrapped(lines: readonly string[]): boolean {
  const full = lines.filter((line) => line.trim() !== '').slice(0, SAMPLE_LINES)
  if (full.length < 2) return true
  const widths = full.map(widthOf)
  if (Math.max(...widths) > WRAP_MAX + 20) return false
  const inner = widths.slice(0, -1).filter((width) => width >= WRAP_MIN && width <= WRAP_MAX)
  const open = full.filter((line) => !endsSentence(line))
  return (inner.length >= full.length * 0.5 || isColumn(lines)) && open.length >= full.length * 0.5
}

/** Narrower lines may be verse. */
const PROSE_MIN = 55

/** Whether a paragraph of a text that isn't wrapped as a whole is, such as one of an email: its lines are full. */
export function isWrappedParagraph(lines: readonly string[]): boolean {
  const inner = lines.slice(0, -1)
  const isFull = (line: string): boolean => widthOf(line) >= PROSE_MIN && widthOf(line) <= WRAP_MAX
  return inner.length > 0 && inner.every(isFull) && inner.some((line) => !endsSentence(line))
}

/** Share of the text's width that wrapped prose reaches. */
const PROSE_SHARE = 0.7

/** The width at which a text is wrapped, in columns. */
export function wrapWidth(lines: readonly string[]): number {
  const widths = lines.slice(0, SAMPLE_LINES).flatMap((line) => (line.trim() === '' ? [] : [widthOf(line)]))
  return widths.sort((one, other) => one - other)[Math.floor(widths.length * 0.9)] ?? 0
}

/** Whether lines end on purpose, as in verse: all are clearly shorter than a wrapped text's width, or end in marks. */
export const isVerse = (lines: readonly string[], width: number): boolean =>
  lines.length > 1 &&
  ((width >= PROSE_MIN && lines.every((line) => widthOf(line.trim()) < width * PROSE_SHARE)) ||
    (lines.length > 3 && lines.every((line) => /[,.;:!?…—]["”’»]?$/u.test(line.trim()))))

/** The pairs of parts of words that a text contains with a hyphen: "well-known". */
export const compoundsIn = (text: string): ReadonlySet<string> =>
  new Set(
    Array.from(text.matchAll(/(?<!\p{Ll})(\p{Ll}{2,40})(?=-(\p{Ll}{2,40}))/gu), ([, one, two]) => `${one}-${two}`),
  )

/**
 * Joins the lines of a wrapped paragraph: with a space, or without one in scripts that use none. Rejoins a hyphenated
 * word, unless the text contains it with the hyphen elsewhere.
 *
 * @param compounds words that the text contains with a hyphen
 */
export function joinWrapped(lines: readonly string[], compounds: ReadonlySet<string>): string {
  let text = ''
  for (const line of lines) {
    const next = line.trim()
    const tail = text.slice(-50)
    if (text === '') text = next
    else if (joinsWithoutSpace(tail, next)) text += next
    else {
      const parted = /(\p{Ll}{2,40})-$/u.exec(tail)?.[1]
      const rest = /^\p{Ll}{2,40}/u.exec(next)?.[0]
      if (parted === undefined || rest === undefined) text += ` ${next}`
      else text = compounds.has(`${parted}-${rest}`) ? text + next : text.slice(0, -1) + next
    }
  }
  return text
}

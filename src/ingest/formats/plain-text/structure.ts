/** A heading is no longer than this. */
const MAX_HEADING_CHARACTERS = 90

/** Text under a heading is longer than this, as a rule; a line as short may be a heading too. */
const MIN_TEXT_CHARACTERS = 60

/** "2.1 Methods", "3. Results", "IV. Discussion", "A.2 Tables". */
const numbered = /^\s{0,3}((?:\d{1,2}\.){0,4}\d{1,2}\.?|[IVX]{1,5}\.|[A-Z](?:\.\d{1,2}){1,3}\.?)\s{1,4}(\p{L}.*)$/u

/** "Chapter 3", "Teil II: …", "第3章", "Глава 4". */
const part =
  /^\s{0,3}(?:(?:chapter|part|section|appendix|act|scene|kapitel|teil|abschnitt|chapitre|partie|capítulo|parte|capitolo|hoofdstuk|rozdział|глава|часть|розділ|bölüm|الفصل|פרק|अध्याय)\s{1,3}(?:\d{1,3}|[IVXLC]{1,6}|\p{L}{3,12})(?:[\s.:–—-].{0,60})?|第[\d一二三四五六七八九十百]{1,4}[章节節部回話].{0,40})$/iu

const endsLikeText = (line: string): boolean => /[.,;:…。，；]$/u.test(line)

/** Letters in capitals only, in a script that has them. */
function isCapitals(line: string): boolean {
  const letters = line.match(/\p{L}/gu)?.length ?? 0
  const upper = line.match(/\p{Lu}/gu)?.length ?? 0
  return letters >= 3 && upper === letters && letters >= line.length * 0.5
}

/** How deep a number of "2.1" kind stands: 2 for "2.", 3 for "2.1". */
const levelOf = (number: string): number => Math.min(6, number.replace(/\.$/u, '').split('.').length + 1)

/**
 * Whether a line is a heading of a text without marks: alone between blank lines, short, not ended like a sentence, and
 * numbered, called a chapter, or in capitals.
 *
 * @param above the line before it, empty at the start of the text
 * @param below the lines after it
 * @returns its level; null where it is none
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
 * Whether the first line of a text is its title: alone, short, not a sentence, with prose below.
 *
 * @param below the lines after it
 */
export function isTitleLine(line: string, below: readonly string[]): boolean {
  const text = line.trim()
  if (text === '' || text.length > MAX_HEADING_CHARACTERS || /[.,;:…。，；!?！？]$/u.test(text)) return false
  const [next = '', afterNext = ''] = below
  return next.trim() === '' && afterNext.trim().length >= MIN_TEXT_CHARACTERS
}

/** A line that opens a message of a chat: "[12:41] Ada: …", "12/03/2024, 12:41 - Ada: …", "Ada: …". */
const stamped =
  /^\s{0,3}[[(]?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s{1,2})?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?[\])]?(?:\s{0,2}[-–])?\s{1,2}[<]?\p{L}[^:<>\n]{0,40}[:>]\s?\S/iu
const named = /^\p{Lu}[\p{L}\p{M}.'’-]{0,20}(?: \p{Lu}[\p{L}\p{M}.'’-]{0,20}){0,2}: \S/u

/** From this share of lines on a text is a log of what several people wrote or said. */
const MESSAGE_SHARE = 0.5

export const isMessage = (line: string): boolean => stamped.test(line) || named.test(line)

/** Whether a text is a chat's log or a written conversation: most of its lines open with who says them. */
export function isConversation(lines: readonly string[]): boolean {
  const full = lines.filter((line) => line.trim() !== '')
  return full.length >= 4 && full.filter(isMessage).length >= full.length * MESSAGE_SHARE
}

/** A header of a mail, in the languages that mail programs write it in. */
const mailHeader =
  /^(?:from|to|cc|bcc|date|sent|subject|reply-to|message-id|von|an|gesendet|datum|betreff|de|à|envoyé|objet|para|enviado|fecha|asunto|data|assunto|da|a|inviato|oggetto|van|aan|verzonden|onderwerp|от|кому|дата|тема|差出人|宛先|日時|件名|发件人|收件人|日期|主题)\s{0,2}[:：]\s{0,3}(\S.*)$/iu
const subject = /^(?:subject|betreff|objet|asunto|assunto|oggetto|onderwerp|тема|件名|主题)\s{0,2}[:：]\s{0,3}(\S.*)$/iu

interface MailHead {
  /** How many lines the headers take. */
  lines: number
  subject: string | null
  headers: readonly string[]
}

/** The headers that a pasted mail begins with; null where the text does not begin with at least two. */
export function readMailHead(lines: readonly string[]): MailHead | null {
  let end = 0
  while (end < lines.length && end < 20 && mailHeader.test(lines[end] ?? '')) end += 1
  if (end < 2) return null
  const headers = lines.slice(0, end)
  const named = headers.map((line) => subject.exec(line)?.[1]).find((text) => text !== undefined)
  return { lines: end, subject: named ?? null, headers: headers.filter((line) => !subject.test(line)) }
}

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

/** Lines of wrapped prose are about as wide as a mail's or a terminal's, in columns. */
const WRAP_MIN = 45
const WRAP_MAX = 100

/** More lines tell no more about how a text is wrapped. */
const SAMPLE_LINES = 5000

/** Characters that take two columns (UAX #11). */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/gu

const widthOf = (line: string): number => line.length + (line.match(wide)?.length ?? 0)

const endsSentence = (line: string): boolean => /[.!?:;。！？：；…"”’」』）)]\s*$/u.test(line)

/**
 * Whether single line breaks are only there because an editor wrapped the lines, rather than to end paragraphs: most
 * lines are of about the same middling width, and few end a sentence.
 */
export function isWrapped(lines: readonly string[]): boolean {
  const full = lines.filter((line) => line.trim() !== '').slice(0, SAMPLE_LINES)
  if (full.length < 2) return true
  const widths = full.map(widthOf)
  if (Math.max(...widths) > WRAP_MAX + 20) return false
  const inner = widths.slice(0, -1).filter((width) => width >= WRAP_MIN && width <= WRAP_MAX)
  const open = full.filter((line) => !endsSentence(line))
  return inner.length >= full.length * 0.5 && open.length >= full.length * 0.5
}

/** Scripts without spaces between words, and their punctuation. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uff60]`
const unspacedEnd = new RegExp(`${unspaced}$`, 'u')
const unspacedStart = new RegExp(`^${unspaced}`, 'u')

/**
 * Joins the lines of a wrapped paragraph: with a space, or without one between scripts that use none. A word that was
 * parted by a hyphen is put together, unless the text has it with a hyphen elsewhere.
 *
 * @param whole the whole text, in which the word is looked for
 */
export function joinWrapped(lines: readonly string[], whole: string): string {
  let text = ''
  for (const line of lines) {
    const next = line.trim()
    if (text === '') text = next
    else if (unspacedEnd.test(text) && unspacedStart.test(next)) text += next
    else {
      const parted = /(\p{Ll}{2,40})-$/u.exec(text)?.[1]
      const rest = /^\p{Ll}{2,40}/u.exec(next)?.[0]
      if (parted === undefined || rest === undefined) text += ` ${next}`
      else text = whole.includes(`${parted}-${rest}`) ? text + next : text.slice(0, -1) + next
    }
  }
  return text
}

import { countWords } from '../text/words.ts'
import type { PageHeadings } from './page-headings.ts'
import type { PagePart } from './summary-page.ts'

/** A task, who has it, and its date; empty for no date. */
type Step = readonly [what: string, who: string, when: string]

const MIN_TASK_WORDS = 2
const MAX_OWNER_WORDS = 6

/** English words of dates without a number or a name. */
const dateWords =
  /\b(?:today|tomorrow|tonight|day|week|weekend|month|quarter|year|meeting|session|now|soon|asap|immediately|ongoing)s?\b/iu

const datePatterns = new Map<string, RegExp>()

/** Recognizes dates: by a digit, or the name of a month or a weekday in a language. */
function datePattern(language: string): RegExp {
  let pattern = datePatterns.get(language)
  if (pattern === undefined) {
    const inUtc = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    const months = inUtc({ month: 'long' })
    const days = inUtc({ weekday: 'long' })
    const names = Array.from({ length: 12 }, (_, at) => [
      months.format(Date.UTC(2026, at, 1)),
      days.format(Date.UTC(2026, 0, at + 1)),
    ])
    pattern = new RegExp(String.raw`\p{Nd}|(?<!\p{L})(?:${names.flat().join('|')})(?!\p{L})`, 'iu')
    datePatterns.set(language, pattern)
  }
  return pattern
}

/** Reads "Price the tower: Ada, by Friday". Null for other lines. */
function readStep(line: string, language: string): Step | null {
  const colon = Math.max(line.lastIndexOf(': '), line.lastIndexOf('：'))
  if (colon < 0) return null
  const what = line.slice(0, colon).trim()
  const rest = line
    .slice(colon + 1)
    .trim()
    .replace(/[.。]$/u, '')
  if (countWords(what) < MIN_TASK_WORDS || /[?!;]|\p{Ll}{2}\. /u.test(rest)) return null
  const pattern = datePattern(language)
  const isDate = (text: string): boolean => pattern.test(text) || (language === 'en' && dateWords.test(text))
  const pieces = rest.split(/[,，、،]/u)
  const at = pieces.findIndex(isDate)
  const owners = at < 0 ? pieces : pieces.slice(0, at)
  // A name begins with a capital, in scripts that have them. What else is after a comma may be a date in other words.
  const areOwners =
    owners.every((owner) => /^\s*\p{Lu}/u.test(owner)) || (owners.length === 1 && /^\s*\p{Lo}/u.test(owners[0] ?? ''))
  const who = owners.join(',').trim()
  if (owners.length === 0 || !areOwners || countWords(who) > MAX_OWNER_WORDS) return null
  return [what, who, rest.slice(owners.join(',').length + 1).trim()]
}

/**
 * A meeting's next steps as a table, if every line has the form that language models write: "task: owner, date". Other
 * parts stay as they are.
 *
 * @param isWriting whether the last line may be unfinished, because it is being written
 */
export function stepsAsTable(
  part: PagePart,
  { language, steps: header }: Pick<PageHeadings, 'language' | 'steps'>,
  isWriting = false,
): PagePart {
  if (part.form !== 'bullets' || part.lines.length < 2) return part
  const steps = part.lines.map(({ cells }) => readStep(cells.join(' '), language))
  const isStep = steps.map((step, at) => step !== null || (isWriting && at === steps.length - 1))
  if (isStep.includes(false)) return part
  const lines = part.lines.map((line, at) => ({ ...line, cells: [...(steps[at] ?? [line.cells.join(' '), '', ''])] }))
  return { ...part, form: 'table', header: [...header], lines }
}

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

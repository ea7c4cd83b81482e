import { isBylineLabel, parseByline, startsWithLabel } from './formats/html/metadata/byline.ts'
import { dates } from './formats/html/metadata/byline-patterns.ts'

/** Longest line that may be a byline or a title. */
const MAX_CHARACTERS = 120

/** Lines about a text rather than its title: the head of a memo, a date, a page, a chapter's number, a copyright. */
const aboutText = new RegExp(
  `^(?:${[
    'network working group|internet[- ](?:draft|engineering task force)\\b.*|request for comments\\b.*|rfc \\d{1,5}',
    '(?:page|seite|página|pagina|стр\\.) \\d{1,4}(?: (?:of|von|de|di|из) \\d{1,4})?|[-–—]? ?\\d{1,4} ?[-–—]?|第\\d{1,4}[页頁]',
    '(?:chapter|part|kapitel|teil|chapitre|partie|cap[ií]tulo|capitolo|parte|hoofdstuk|rozdział|глава|часть)\\.? (?:\\d{1,3}|[ivxlc]{1,6})\\.?',
    '(?:chapter|part) (?:one|two|three|four|five|six|seven|eight|nine|ten|the first)\\.?|erstes kapitel|chapitre premier',
    '第[\\d一二三四五六七八九十百]{1,4}[章節节回話]',
    '(?:copyright|©).*',
    '(?:for immediate release|press release|news release|pressemitteilung|pressemeldung|communiqué de presse|comunicado de prensa|nota de prensa|comunicato stampa|persbericht):?',
  ].join('|')})$`,
  'iu',
)
/** Fields of the head of a mail or a memo. */
const field =
  /^(?:date|datum|fecha|data|дата|日期|日付|from|von|de|to|an|para|status|category|updated|published|version)\s?[:：]/iu
const romanNumber = /^[IVXL]{1,5}\.?$/u

/** A label of the title itself. */
const titleLabel =
  /^(?:subject|title|betreff|titel|objet|titre|asunto|título|assunto|oggetto|titolo|тема|件名|主题|标题|题目)\s?[:：]\s{0,5}/iu

/** A line of a date, with or without its place: "Lisboa, 5 de março de 2024". */
function isDate(text: string): boolean {
  const rest = text.replace(dates, '').trim()
  return rest !== text && /^(?:[\p{Lu}\p{Lo}]\S{0,30}(?: \p{Lu}\S{0,30})?,)?$/u.test(rest)
}

/** Credits for the text that are a byline only with a colon: "Text: Anna Berg". */
const textCredit = /^(?:text|texte|texto|testo|tekst|story|reportage|bericht)\s?[:：]\s{0,5}/iu

/** Marks that stay of a page's layout: "By . Ada Lind .". */
const strayMarks = /\s[.|•·,;:–—-]+(?=\s|$)/gu

/** Words that join things rather than names: "By Land and Sea". */
const joined = /\s(?:and|und|or|of|for|&)\s/iu

const anyLine = { siteNames: [], language: null, trust: 'line' } as const

/** Authors named by a line of their own: "BY KRIS NEVILLE", "Von Anna Berg"; none in other lines. */
export function authorsIn(line: string): string[] {
  const text = line
    .trim()
    .slice(0, MAX_CHARACTERS + 1)
    .replace(textCredit, 'By ')
    .replace(strayMarks, '')
  if (text.length > MAX_CHARACTERS || !startsWithLabel(text)) return []
  // A name that begins with the label isn't introduced by it: "Von der Biene".
  return parseByline(text, anyLine).people.filter((name) => !joined.test(name) && !text.startsWith(name))
}

/**
 * Whether a line can't be a text's title: a byline, or a line about the text.
 *
 * @param isHeading whether the text marks the line as a heading, which is no field: "# From: the desk of Ann"
 */
export const isNoTitle = (line: string, isHeading = false): boolean => {
  const text = line.trim()
  if (text === '' || text.length > MAX_CHARACTERS) return text === ''
  return (
    aboutText.test(text) ||
    (!isHeading && field.test(text)) ||
    romanNumber.test(text) ||
    isDate(text) ||
    isBylineLabel(text) ||
    authorsIn(text).length > 0
  )
}

/** The end of a sentence within a line, as in the teaser of a story; after a short word, a period may end an abbreviation. */
const sentenceWithin = /\p{L}{5}[.…]\s+\p{Lu}/u

/** Whether a line above a byline or the first section is a title: short, and no sentence. */
export const isTitleAbove = (line: string): boolean => {
  const text = line.trim()
  const isSentence = /[.;:,…。，；]$/u.test(text) || sentenceWithin.test(text)
  return text.length <= MAX_CHARACTERS && /\p{L}/u.test(text) && !isSentence && !isNoTitle(text)
}

/** "KRIS NEVILLE" as a name. */
const titleCase = (name: string): string =>
  name.toLowerCase().replace(/(?<![\p{L}\p{M}])\p{Ll}/gu, (letter) => letter.toUpperCase())

/**
 * Finds the byline among the first lines of a text, which may have its label in a line of its own, and the title above it.
 *
 * @returns the names of the authors, and null for what isn't there
 */
export function readTitleLines(lines: readonly string[]): { title: string | null; author: string | null } {
  for (const [at, line] of lines.entries()) {
    const names = authorsIn(isBylineLabel(line) ? `${line} ${lines[at + 1] ?? ''}` : line)
    if (names.length === 0) continue
    const author = names.map((name) => (name === name.toUpperCase() ? titleCase(name) : name)).join(', ')
    return { title: lines.slice(0, at).find(isTitleAbove) ?? null, author }
  }
  return { title: null, author: null }
}

/** A title without a label before it: "Subject: The new quay". */
export const withoutTitleLabel = (line: string): string => line.replace(titleLabel, '')

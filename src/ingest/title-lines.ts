import { parseByline, startsWithLabel } from './formats/html/metadata/byline.ts'

/** Longest line that may be a byline or a title. */
const MAX_CHARACTERS = 120

/** Lines about a text rather than its title: the head of a memo, a date, a page, a chapter's number, a copyright. */
const aboutText =
  /^(?:network working group|internet[- ](?:draft|engineering task force)\b.*|request for comments\b.*|rfc \d{1,5}|page \d{1,4}(?: of \d{1,4})?|[-–—]? ?\d{1,4} ?[-–—]?|(?:chapter|part|kapitel|teil|chapitre|cap[ií]tulo|capitolo|глава|часть)\.? (?:\d{1,3}|[ivxlc]{1,6})\.?|第[\d一二三四五六七八九十百]{1,4}[章節节回話]|(?:copyright|©).*|(?:date|datum|fecha|data|дата|日期|日付|from|von|de|to|an|para|status|category|updated|published|version)\s?[:：].*)$/iu

const anyLine = { siteNames: [], language: null, trust: 'line' } as const

/** Authors named by a line of their own: "BY KRIS NEVILLE", "Von Anna Berg"; none in other lines. */
export function authorsIn(line: string): string[] {
  const text = line.trim()
  if (text.length > MAX_CHARACTERS || !startsWithLabel(text)) return []
  return [...parseByline(text, anyLine).people]
}

/** Whether a line can't be a text's title: a byline, or a line about the text. */
export const isNoTitle = (line: string): boolean => {
  const text = line.trim()
  return text === '' || (text.length <= MAX_CHARACTERS && aboutText.test(text)) || authorsIn(text).length > 0
}

/** Whether a line above a byline is a title: short, and no sentence. */
export const isTitleAbove = (line: string): boolean => {
  const text = line.trim()
  return text.length <= MAX_CHARACTERS && /\p{L}/u.test(text) && !/[.;:,…。，；]$/u.test(text) && !isNoTitle(text)
}

/** A name and its number, as in "April 14", "April 6–10", "14. April" and "Chapter 3"; no year, and no time of day. */
export const numbered =
  /(?<![\p{L}\d])(?:\p{Lu}\p{L}{2,8}\.? \d{1,2}(?:–\d{1,2})?(?![\d:–]| [ap]\.m\.)|\d{1,2}\.? \p{Lu}\p{L}{2,8}(?!\p{L}))/u
    .source

const related = String.raw`${numbered}|\d{1,4}–\d{1,4}(?: [ap]\.m\.)?|\d{1,2}(?::\d\d)? [ap]\.m\.|(?:« )?\S{1,24} [»:;?!]+|« \S{1,24}`
const amount = /(?<![^\s(“"'])\p{Sc}?(?:\d{1,3}(?:[.,]\d{1,3})*|\d{4,}[.,]\d+) \p{L}{1,12}(?!\p{L})/u.source
const short = /(?<![^\s(“"'])[\p{L}\d]{1,3}-\p{L}{1,12}(?!\p{L})/u.source

/**
 * Dates, ranges, times and French marks, as in "April 14", "6–10 a.m." and "« oui »": a line would be broken after a dash
 * or a space. Longer words may break, so that they fit on phones. For `split`, which then returns them as well.
 */
export const relatedWords = new RegExp(`(${related})`, 'u')

/**
 * A number and its unit, as in "23 percent", "$4 million" and "3.5 km"; no year before a word, as in "in 2025 and". For
 * `split`, like `relatedWords`.
 */
export const amounts = new RegExp(`(${amount})`, 'u')

const unbreakable = new RegExp(`${related}|${amount}|${short}`, 'gu')

/** A text whose related words, amounts and words such as "Wi-Fi" stay on one line, by characters that prevent a break. */
export const unbroken = (text: string): string =>
  text.replace(unbreakable, (words) => words.replaceAll(' ', '\u00a0').replaceAll(/[-–]/gu, '$&\u2060'))

/** Longest focus of a summary, in UTF-16 code units. In a file without schemas, which browsers load. */
export const MAX_FOCUS_CHARACTERS = 300

export const FOCUS_TOO_LONG = `Please use at most ${MAX_FOCUS_CHARACTERS} characters to say what it should be about.`

/** Control characters, marks that change the direction of the text around them, and any white space. */
const separators = /[\p{Cc}\p{Z}\u202A-\u202E\u2066-\u2069]+/gu
const visible = /[^\p{C}\p{Z}]/u

/** Cleans the topic of a summary into one line; empty if it has no visible character. */
export function cleanFocus(typed: string): string {
  const focus = typed.replace(separators, ' ').trim()
  return visible.test(focus) ? focus : ''
}

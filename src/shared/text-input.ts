import { z } from 'zod'

/** Makes text storable: no NUL characters, which PostgreSQL rejects, and U+FFFD for lone surrogates. */
export function cleanInput(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** A string from outside, cleaned and trimmed; bounds go on top. */
export function textInput(messageIfMissing?: string) {
  return z.string(messageIfMissing).overwrite(cleanInput).trim()
}

const visible = /[^\p{C}\p{Z}]/u

/** Whether a text has a character that can be seen. */
export const hasVisible = (text: string): boolean => visible.test(text)

/** A string like that of `textInput`, with at least one character that can be seen. */
export function visibleInput(messageIfEmpty: string) {
  return textInput(messageIfEmpty).regex(visible, { error: messageIfEmpty })
}

import { z } from 'zod'

/** Makes text storable: no NUL characters, which PostgreSQL rejects, and U+FFFD for lone surrogates. */
export function cleanInput(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** A string from outside, cleaned and trimmed; bounds go on top. */
export function textInput(messageIfMissing?: string) {
  return z.string(messageIfMissing).overwrite(cleanInput).trim()
}

/** The same, with at least one character that can be seen. */
export function visibleInput(messageIfEmpty: string) {
  return textInput(messageIfEmpty).regex(/[^\p{C}\p{Z}]/u, { error: messageIfEmpty })
}

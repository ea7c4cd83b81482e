import { z } from 'zod'

/**
 * Makes typed or pasted text storable: removes NUL characters (common in text copied from PDFs, rejected by PostgreSQL)
 * and replaces lone surrogates by U+FFFD.
 */
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

import { stem, words } from '../text/tokens.ts'
import { perSource } from './source-text.ts'

/** A short name that a source defines in parentheses: (WHO), (“ENA”), (the “Company”). */
const definition = /[(（](?:the\s)?(["“„«]?)(\p{Lu}[\p{L}\p{N}&-]{1,24})["”“»]?[)）]/gu
/** UTF-16 units before it in which the long name is looked for, and most words of that. */
const BEFORE = 120
const MAX_WORDS = 6

const small = /^(?:of|the|and|for|in|on|de|des|du|la|le|der|die|das|und|für|y|e|di|by)$/u
const capital = /^\p{Lu}/u

/** The words with capitals right before a definition, the last ones of its sentence. */
function longName(before: string): string[] {
  const name: string[] = []
  for (const word of before.trim().split(/\s+/u).toReversed()) {
    const bare = word.replace(/^["“„«(]|(?<![",.”“»])[",.”“»]{1,4}$/gu, '')
    if (name.length === MAX_WORDS || !(capital.test(bare) || (name.length > 0 && small.test(bare)))) break
    // A sentence or an item ends before the name.
    if (name.length > 0 && /[;:]$/u.test(word)) break
    if (capital.test(bare)) name.unshift(bare)
  }
  return name
}

/** Whether a short name has the initials of the words of a long one, or of all but its last: ENA, Enron North America Corp. */
function hasInitials(short: string, long: readonly string[]): boolean {
  const initials = long.map((word) => word.charAt(0)).join('')
  return short.length > 1 && (initials.endsWith(short) || initials.slice(0, -1).endsWith(short))
}

/**
 * Stems of words by the stems of names that a source defines as the same: a sentence about “ENA” is one about Enron North
 * America. Abbreviations need the initials of the long name; terms in quotation marks define themselves.
 */
export const definedNames = perSource(({ blocks }) => {
  const names = new Map<string, Set<string>>()
  const link = (one: string, other: string): void => {
    if (one === other) return
    names.set(one, (names.get(one) ?? new Set()).add(other))
  }
  for (const { text } of blocks) {
    for (const { index, 1: quote, 2: short = '' } of text.matchAll(definition)) {
      const long = longName(text.slice(Math.max(0, index - BEFORE), index))
      if (quote === '' && !hasInitials(short, long)) continue
      for (const one of words(short).map(stem)) {
        for (const other of long.flatMap((word) => words(word).map(stem))) {
          link(one, other)
          link(other, one)
        }
      }
    }
  }
  return names
})

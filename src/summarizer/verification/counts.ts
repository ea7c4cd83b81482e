import { type NumberMention, NumberReader } from './read-numbers.ts'
import { isCurrency, unitOf } from './source-numbers.ts'
import type { Word } from './source-sentences.ts'
import type { TokenRow } from './tokens.ts'

/** A number and what it counts: 15, % and “discount” of “a 15% discount”. */
export interface Count {
  mention: NumberMention
  /** As `unitOf`. */
  unit: string | null
  /** Stem of the word right after the number, a sign aside. */
  noun: string
}

const clauseEnd = /[.;:!?,()\n]/u

function nounAfter(words: readonly Word[], to: number): string | null {
  const at = words[to]?.stem === null && !/\p{L}/u.test(words[to].form) ? to + 1 : to
  const noun = words[at]
  const isNext = words.slice(to, at + 1).every(({ gap }) => !clauseEnd.test(gap))
  // "Three changes: …" counts what follows.
  const isOwnList = words[at + 1]?.gap.includes(':') === true
  return noun === undefined || !isNext || isOwnList || noun.isNumber || noun.form.length < 2 ? null : noun.stem
}

/** The things that a row counts: no ranks, no fractions, no prices, which may be written in parts, and no “one”, which may be a pronoun. */
export function countsIn(row: TokenRow, words: readonly Word[], language: string): Count[] {
  return [...new NumberReader(row, language).read()].flatMap((mention) => {
    const { from, to, values, form, ordinal } = mention
    if (ordinal || form === 'fraction' || (form === 'words' && values[0] === 1)) return []
    const noun = nounAfter(words, to)
    const unit = unitOf(row, from, to, language)
    return noun === null || isCurrency(unit) ? [] : [{ mention, unit, noun }]
  })
}

/** All numbers of a row, parts of dates and the like included. */
export function valuesIn(row: TokenRow, language: string): Set<number> {
  const found = new Set<number>()
  for (const { values, parts } of new NumberReader(row, language).read()) {
    for (const value of [...values, ...parts]) found.add(value)
  }
  return found
}

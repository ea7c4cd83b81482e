import { wordsByLanguage } from '../text/language-tables.ts'
import type { Match } from './match-tokens.ts'
import { numberScales } from './number-words.ts'
import tables from './quote-edges.json' with { type: 'json' }
import { blockOf, SourceRow, type SourceText } from './source-index.ts'

/** Folded words that negate or restrict their neighbors: a quote cut off beside one changes its meaning. */
const listed = wordsByLanguage(tables.negators)

/** Count in every language, because texts contain sentences of others; they mean nothing else in any. */
const everywhere = ['not', 'never', 'cannot', 'nicht', 'kein', 'keine', 'jamais', 'nunca']

/** Of the unspaced scripts, what negates before a verb (Chinese) and after it (Japanese, Thai before). */
const negatingCharacters = /[不没沒无無未非否勿莫別别]|ない|なかっ|なく|ません|ぬ|ずに|だけ|のみ|まい|ไม่|มิ|ຢ່າ|ບໍ່|មិន|မ/u

const cache = new Map<string, ReadonlySet<string>>()

/**
 * Negators of a language; those of English where there is no list.
 *
 * @param language primary subtag, lower case
 */
function negatorsOf(language: string): ReadonlySet<string> {
  const known = cache.get(language)
  if (known !== undefined) return known
  const own = listed(language)
  const words = new Set([...(own.size === 0 ? listed('en') : own), ...everywhere])
  // Portuguese says "in the" with it.
  if (language !== 'pt') words.add('no')
  cache.set(language, words)
  return words
}

/** Endings and beginnings that negate within a word: English n't, Korean 않-, 못-, 없-, Turkish -me- forms stand whole. */
function negatesInside(form: string): boolean {
  return form.endsWith("n't") || /^n'\p{L}/u.test(form) || /[않못없]|아니/u.test(form) || /^안$/u.test(form)
}

/** Tokens of the same sentence that are looked at on each side of a quote. */
const MOST_TOKENS = 40

/** Ends a sentence: nothing before it changes what comes after. */
const strongStop = /[.!?…。！？｡؟۔।॥։;；:：]/u
/** Ends a clause, or opens one. */
const anyStop = /[.!?…。！？｡؟۔।॥։;；:：,，、،؛—–()（）"“”„«»「」『』[\]\n]|\s-\s/u

let segmenter: Intl.Segmenter | undefined

/** Whether a place between two characters of a script without spaces is a word's end, by UAX #29 with dictionaries. */
function isWordEnd(text: string, at: number): boolean {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  const from = Math.max(0, at - 40)
  for (const part of segmenter.segment(text.slice(from, at + 40))) if (part.index + from === at) return true
  return false
}

/** Whether a token begins in the middle of what the one before it says. */
function isTornFrom(source: SourceText, row: SourceRow, token: number): boolean {
  if (token <= 0 || token >= row.length) return false
  const gap = row.gapBefore(token)
  const [before, after] = [row.kind(token - 1), row.kind(token)]
  if (gap === '') {
    if (before === 'number' || before === 'sign' || after === 'sign') return true
    if (before !== 'character' && after !== 'character') return true
    return !isWordEnd(source.blocks[blockOf(source, token)]?.text ?? '', source.starts[token] ?? 0)
  }
  // Half a compound: "free" of "sugar-free"; and a number without its unit or scale.
  if (/^[-‐‑\u00AD]$/u.test(gap) || (source.torn.has(token - 1) && /^[-‐\u00AD]\s/u.test(gap))) return true
  if (!/^\s+$/u.test(gap)) return false
  if (before === 'sign' && after === 'number') return true
  return before === 'number' && (after === 'sign' || numberScales.has(row.form(token)))
}

function negates(form: string, words: ReadonlySet<string>): boolean {
  return words.has(form) || negatesInside(form)
}

/** Words that tie a clause to the one it is said in: "it is not true, he said, that the bridge is safe". */
const complementizers: ReadonlySet<string> = new Set(
  "that dass daß que qu' che dat at att że ze że že что що ότι πως hogy että ki كون أن إن ש כי कि bahwa bahawa rằng".split(
    ' ',
  ),
)

/** Whether what a quote leaves out of its first clause, or of those that this one hangs on, turns the rest. */
function turnedBefore(row: SourceRow, from: number, words: ReadonlySet<string>): boolean {
  let gap = row.gapBefore(from)
  if (from === 0 || gap.includes('\n')) return false
  if (anyStop.test(gap)) return isAnswer(row, from - 1, words)
  let characters = ''
  let hangsOn = true
  for (let token = from - 1; token >= 0 && token > from - MOST_TOKENS; token -= 1) {
    const form = row.form(token)
    if (negates(form, words)) return true
    if (row.kind(token) === 'character') characters = form + characters
    hangsOn &&= complementizers.has(form)
    gap = row.gapBefore(token)
    if (strongStop.test(gap) || gap.includes('\n') || (anyStop.test(gap) && !hangsOn)) break
  }
  return negatingCharacters.test(characters)
}

/** "No, the bridge is safe": the one word that a quote leaves out is a clause by itself. */
function isAnswer(row: SourceRow, token: number, words: ReadonlySet<string>): boolean {
  return negates(row.form(token), words) && (token === 0 || anyStop.test(row.gapBefore(token)))
}

/** The same for what follows, up to the end of the clause. */
function turnedAfter(row: SourceRow, to: number, words: ReadonlySet<string>): boolean {
  const gap = row.gapBefore(to)
  // "… , no?"
  if (!strongStop.test(gap) && !gap.includes('\n') && negates(row.form(to), words)) return true
  let characters = ''
  for (let token = to; token < row.length && token < to + MOST_TOKENS; token += 1) {
    if (anyStop.test(row.gapBefore(token))) break
    if (negates(row.form(token), words)) return true
    if (row.kind(token) === 'character') characters += row.form(token)
  }
  return negatingCharacters.test(characters)
}

/**
 * Whether a passage is torn out of its sentence so that it says something else: it begins or ends inside a word or a
 * compound, leaves the sign, unit or scale of a number behind, or a negation or condition of its own clause.
 */
export function hasOpenEdges(source: SourceText, { from, to }: Match): boolean {
  const row = new SourceRow(source)
  if (isTornFrom(source, row, from) || isTornFrom(source, row, to)) return true
  const words = negatorsOf(source.language)
  return turnedBefore(row, from, words) || turnedAfter(row, to, words)
}

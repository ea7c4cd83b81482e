import { wordSet, wordsByLanguage } from '../text/language-tables.ts'
import { numberScales } from './number-words.ts'
import tables from './quote-edges.json' with { type: 'json' }
import { blockOf, type SourceText } from './source-text.ts'
import type { TokenRange } from './tokens.ts'

/** Folded words that negate or restrict their neighbors: a quote cut off beside one changes its meaning. */
const negatorsOf = wordsByLanguage(tables.negators)
/** Negations checked in every language, because texts may contain sentences in another one. */
const anyLanguage = wordSet(tables.anyLanguage)
/** Words that join a clause to the one that reports it: "it is not true, he said, that the bridge is safe". */
const complementizers = wordSet(tables.complementizers)

/** Negations before a verb (Chinese, Thai and related scripts) and after it (Japanese). */
const negatingCharacters = /[不没沒無无無未非否勿莫別别]|ない|なかっ|なく|ません|ぬ|ずに|だけ|のみ|まい|ไม่|มิ|ຢ່າ|ບໍ່|មិន|မ/u
/** Endings and beginnings that negate within a word, in English and Korean. */
const negatingPart = /n't$|^n'\p{L}|[않못없]|아니|^안$/u

type Negates = (form: string) => boolean

/** Returns a test for negations. Languages without a list use the English one. */
export function negationOf(language: string): Negates {
  const own = negatorsOf(language)
  const words = own.size === 0 ? negatorsOf('en') : own
  return (form) =>
    words.has(form) ||
    anyLanguage.has(form) ||
    negatingPart.test(form) ||
    // In Portuguese it is a preposition.
    (form === 'no' && language !== 'pt')
}

/** Tokens of the same sentence that are examined on each side of a quote. */
const MAX_TOKENS = 40
/** The limit for evidence that the second read quotes: speech may have no full stops within forty tokens. */
const EVIDENCE_TOKENS = 6

/** Ends a sentence: nothing before it changes the meaning of the text after it. */
const strongStop = /[.!?…。！？｡؟۔।॥։;；:：\n]/u
/** Ends or begins a clause. */
const anyStop = /[.!?…。！？｡؟۔।॥։;；:：,，、،؛—–()（）"“”„«»「」『』[\]\n]|\s-\s/u

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Whether a word of a script without spaces ends at an offset, by UAX #29 with dictionaries. */
function isWordEnd(text: string, at: number): boolean {
  const from = Math.max(0, at - 40)
  return [...segmenter.segment(text.slice(from, at + 40))].some(({ index }) => index + from === at)
}

/** Whether a token is inseparable from the one before it. */
function isInside(row: SourceText, token: number): boolean {
  if (token <= 0 || token >= row.length) return false
  const gap = row.gapBefore(token)
  const [before, after] = [row.kind(token - 1), row.kind(token)]
  if (gap === '') {
    if (before === 'number' || before === 'sign' || after === 'sign') return true
    if (before !== 'character' && after !== 'character') return true
    return !isWordEnd(row.blocks[blockOf(row, token)]?.text ?? '', row.starts[token] ?? 0)
  }
  // Half a compound ("free" of "sugar-free"), or a number without its unit or scale.
  if (/^[-‐‑\u00AD]$/u.test(gap)) return true
  if (!/^\s+$/u.test(gap)) return false
  if (before === 'sign' && after === 'number') return true
  return before === 'number' && (after === 'sign' || numberScales.has(row.form(token)))
}

/** Whether the words that a quote leaves out of its first clause, or of the clauses that govern it, negate it. */
function isNegatedBefore(row: SourceText, from: number, reach: number, negates: Negates): boolean {
  let gap = row.gapBefore(from)
  if (from === 0 || gap.includes('\n')) return false
  // "No, the bridge is safe": the omitted word is a clause by itself.
  if (anyStop.test(gap)) return negates(row.form(from - 1)) && (from === 1 || anyStop.test(row.gapBefore(from - 1)))
  let characters = ''
  let isGoverned = true
  for (let token = from - 1; token >= 0 && token > from - reach; token -= 1) {
    const form = row.form(token)
    if (negates(form)) return true
    if (row.kind(token) === 'character') characters = form + characters
    isGoverned &&= complementizers.has(form)
    gap = row.gapBefore(token)
    if (strongStop.test(gap) || (anyStop.test(gap) && !isGoverned)) break
  }
  return negatingCharacters.test(characters)
}

/** Whether the words after a quote, up to the end of the clause, negate it. */
function isNegatedAfter(row: SourceText, to: number, reach: number, negates: Negates): boolean {
  // "… , no?"
  if (!strongStop.test(row.gapBefore(to)) && negates(row.form(to))) return true
  let characters = ''
  for (let token = to; token < row.length && token < to + reach; token += 1) {
    if (anyStop.test(row.gapBefore(token))) break
    if (negates(row.form(token))) return true
    if (row.kind(token) === 'character') characters += row.form(token)
  }
  return negatingCharacters.test(characters)
}

/** Whether a passage begins or ends inside a compound, or lacks a number's unit or a negation of its own clause. */
export function hasOpenEdges(source: SourceText, { from, to }: TokenRange, isEvidence: boolean): boolean {
  const negates = negationOf(source.language)
  const reach = isEvidence ? EVIDENCE_TOKENS : MAX_TOKENS
  if (isInside(source, from) || isInside(source, to)) return true
  // Evidence for a negative statement contains the negation itself; only a clause that governs it can turn it.
  const denies = isEvidence && Array.from({ length: to - from }, (_, at) => source.form(from + at)).some(negates)
  if (denies) return complementizers.has(source.form(from - 1)) && isNegatedBefore(source, from, reach, negates)
  return isNegatedBefore(source, from, reach, negates) || isNegatedAfter(source, to, reach, negates)
}

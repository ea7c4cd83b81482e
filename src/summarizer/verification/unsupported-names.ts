import { type NameContext, nameCandidates } from './name-candidates.ts'
import type { SourceText } from './source-index.ts'
import { bareName, namesOf, type SourceNames } from './source-names.ts'
import { numbersOf } from './source-numbers.ts'
import type { TextRow } from './tokens.ts'

const roman = /^(?=..)X{0,3}(?:IX|IV|V?I{0,3})$/u
const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 }

/** Value of a Roman numeral of two letters or more, up to 39: kings, wars and chapters; null for anything else. */
function readRoman(raw: string): number | null {
  if (!roman.test(raw)) return null
  const digits = Array.from(raw, (letter) => values[letter] ?? 0)
  return digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0)
}

const kept = new WeakMap<SourceText, ReadonlySet<string>>()

/** Words that initials leave out. */
const small = /^(?:of|the|and|for|in|on|de|des|du|la|le|der|die|das|und|für|y|e|di)$/u
const MOST_WORDS = 6
/** Most initials that are kept; a hostile text is all capitals. */
const MOST_INITIALS = 100_000

/** Initials of every run of two to six words with capitals in a document: "World Health Organization" → who. */
function initialsOf(source: SourceText): ReadonlySet<string> {
  const known = kept.get(source)
  if (known !== undefined) return known
  const found = new Set<string>()
  for (const [at, block] of source.blocks.entries()) {
    let run: string[] = []
    for (let token = source.first[at] ?? 0; token < (source.first[at + 1] ?? 0); token += 1) {
      const form = source.forms[source.ids[token] ?? -1] ?? ''
      const start = source.starts[token] ?? 0
      const capital = /^\p{Lu}/u.test(block.text.slice(start, start + 2))
      if (!capital && small.test(form) && run.length > 0) continue
      // "U.K." is two tokens of one letter each.
      run = capital ? [...run.slice(1 - MOST_WORDS), form.charAt(0)] : []
      if (found.size > MOST_INITIALS) break
      for (let length = 2; length <= run.length; length += 1) found.add(run.slice(-length).join(''))
    }
  }
  kept.set(source, found)
  return found
}

/** Shortest run of Katakana that is a name or a foreign word rather than a sound. */
const LEAST_KATAKANA = 3
/** Characters before a form of address that may be the name. */
const MOST_NAME = 3

const katakana = /^[\p{Script=Katakana}ー]/u
const han = /^\p{Script=Han}/u
/** Forms of address that follow a name. */
const addresses = ['先生', '女士', '小姐', '同志', '氏', 'さん', '様', 'さま', '君', 'くん', 'ちゃん']

/** Tokens of a row, from one up to but without another. */
interface Run {
  from: number
  to: number
}

/** End of the run of tokens without gaps that fit a pattern. */
function runEnd(row: TextRow, from: number, pattern: RegExp): number {
  let to = from
  while (row.kind(to) === 'character' && pattern.test(row.form(to)) && (to === from || row.gapBefore(to) === ''))
    to += 1
  return to
}

function isAddressAt(row: TextRow, at: number): boolean {
  const ahead = [0, 1, 2].map((step) => (row.kind(at + step) === 'character' ? row.form(at + step) : '\n')).join('')
  return addresses.some((address) => ahead.startsWith(address))
}

/**
 * Names that Chinese and Japanese writing shows: foreign words in Katakana, and what stands before a form of address
 * (王小明先生, 田中さん).
 */
function eastAsianNames(row: TextRow): Run[] {
  const runs: Run[] = []
  for (let at = 0; at < row.length; at += 1) {
    if (row.kind(at) !== 'character') continue
    const to = runEnd(row, at, katakana)
    if (to > at) {
      if (to - at >= LEAST_KATAKANA) runs.push({ from: at, to })
      at = to - 1
    } else if (isAddressAt(row, at)) {
      let from = at
      while (from > 0 && at - from < MOST_NAME && han.test(row.form(from - 1)) && row.gapBefore(from) === '') from -= 1
      if (at - from >= 2) runs.push({ from, to: at })
    }
  }
  return runs
}

/** Whether a document has tokens with these forms, one behind the other. */
function hasSequence(source: SourceText, forms: readonly string[]): boolean {
  const wanted = forms.map((form) => source.vocabulary.get(form) ?? -1)
  const [first] = wanted
  if (first === undefined || wanted.includes(-1)) return false
  for (let at = source.ids.indexOf(first); at >= 0; at = source.ids.indexOf(first, at + 1)) {
    if (wanted.every((id, step) => source.ids[at + step] === id)) return true
  }
  return false
}

/** The names of a Chinese or Japanese sentence that stand nowhere in a source; of a name the last two characters count. */
function unsupportedEastAsianNames(source: SourceText, row: TextRow): Run[] {
  return eastAsianNames(row).filter(({ from, to }) => {
    const start = katakana.test(row.form(from)) ? from : to - 2
    const forms = Array.from({ length: to - start }, (_, step) => row.form(start + step))
    return !hasSequence(source, forms)
  })
}

const acronym = /^\p{Lu}{2,6}s?$/u

/** The names of a sentence that stand nowhere in a source, runs of them together. */
export function unsupportedNames(source: SourceText, row: TextRow, context: NameContext): Run[] {
  const names = namesOf(source)
  const runs: Run[] = []
  for (const at of nameCandidates(row, context)) {
    if (stands(source, names, row, at, context.language)) continue
    const last = runs.at(-1)
    if (last !== undefined && last.to === at && /^\s$/u.test(row.gapBefore(at))) last.to = at + 1
    else runs.push({ from: at, to: at + 1 })
  }
  // Between Chinese and Japanese the same name is written differently.
  const eastAsian = context.language === source.language ? unsupportedEastAsianNames(source, row) : []
  return [...runs.filter((run) => !isSpelledOut(names, row, run)), ...eastAsian]
}

function stands(source: SourceText, names: SourceNames, row: TextRow, at: number, language: string): boolean {
  const form = row.form(at)
  if (names.has(form, language) || !names.canJudge(form, language)) return true
  const raw = row.tokens[at]?.raw ?? ''
  const numeral = readRoman(raw)
  if (numeral !== null) return numbersOf(source).all.has(numeral)
  return acronym.test(raw) && initialsOf(source).has(bareName(form).replace(/s$/u, ''))
}

/** Whether a run of names is what an acronym of the source stands for. */
function isSpelledOut(names: SourceNames, row: TextRow, { from, to }: Run): boolean {
  if (to - from < 2) return false
  let initials = ''
  for (let at = from; at < to; at += 1) initials += row.form(at).charAt(0)
  return names.hasExactly(initials)
}

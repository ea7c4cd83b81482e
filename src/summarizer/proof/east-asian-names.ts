import type { SourceText } from './source-index.ts'
import type { TextRow } from './token-row.ts'

/** Shortest run of Katakana that is a name or a foreign word rather than a sound. */
const LEAST_KATAKANA = 3
/** Characters before a form of address that may be the name. */
const MOST_NAME = 3

const katakana = /^[\p{Script=Katakana}ー]/u
const han = /^\p{Script=Han}/u
/** Forms of address that follow a name. */
const addresses = ['先生', '女士', '小姐', '同志', '氏', 'さん', '様', 'さま', '君', 'くん', 'ちゃん']

/** Tokens of a row, from one up to but without another. */
export interface Run {
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
export function doubtedEastAsian(source: SourceText, row: TextRow): Run[] {
  return eastAsianNames(row).filter(({ from, to }) => {
    const start = katakana.test(row.form(from)) ? from : to - 2
    const forms = Array.from({ length: to - start }, (_, step) => row.form(start + step))
    return !hasSequence(source, forms)
  })
}

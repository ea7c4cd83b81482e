import { doubtedEastAsian, type Run } from './east-asian-names.ts'
import { initialsOf } from './initials.ts'
import { type NameContext, nameCandidates } from './name-candidates.ts'
import { bareName } from './name-forms.ts'
import { readRoman } from './roman.ts'
import type { SourceText } from './source-index.ts'
import { namesOf, type SourceNames } from './source-names.ts'
import { numbersOf } from './source-numbers.ts'
import type { TextRow } from './token-row.ts'

const acronym = /^\p{Lu}{2,6}s?$/u

/** The names of a sentence that stand nowhere in a source, runs of them together. */
export function doubtedNames(source: SourceText, row: TextRow, context: NameContext): Run[] {
  const names = namesOf(source)
  const runs: Run[] = []
  for (const at of nameCandidates(row, context)) {
    if (stands(source, names, row, at, context.language)) continue
    const last = runs.at(-1)
    if (last !== undefined && last.to === at && /^\s$/u.test(row.gapBefore(at))) last.to = at + 1
    else runs.push({ from: at, to: at + 1 })
  }
  // Between Chinese and Japanese the same name is written differently.
  const eastAsian = context.language === source.language ? doubtedEastAsian(source, row) : []
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

import { type NameContext, nameCandidates } from './name-candidates.ts'
import { namesOf } from './source-names.ts'
import type { SourceText } from './source-text.ts'
import type { TextRow } from './token-row.ts'

/** The names of a sentence that stand nowhere in a source, runs of them together. */
export function doubtedNames(source: SourceText, row: TextRow, context: NameContext): { from: number; to: number }[] {
  const names = namesOf(source)
  const runs: { from: number; to: number }[] = []
  for (const at of nameCandidates(row, context)) {
    if (names.has(row.form(at), context.language)) continue
    const last = runs.at(-1)
    if (last !== undefined && last.to === at && /^\s$/u.test(row.gapBefore(at))) last.to = at + 1
    else runs.push({ from: at, to: at + 1 })
  }
  return runs
}

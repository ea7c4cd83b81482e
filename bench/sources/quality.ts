import type { Item } from './items.ts'
import { foldForSearch, scoreText, type TextScore } from './score.ts'

/** Result of a reader for an item: its text, or an error. */
export interface Outcome {
  text: string
  /** Code of the error, or its message without one; null for success. */
  error: string | null
}

export interface ItemScore extends TextScore {
  id: string
  /** The best F1 with or without a part that the reference's source lists separately. */
  f1WithParts: number
}

/** Scores of the items with one kind of reference, and their means. */
interface KindScore {
  kind: string
  items: ItemScore[]
  f1: number
  shingleF1: number
}

export interface Quality {
  kinds: KindScore[]
  /** Passages that must be found, and those that were. */
  passages: { found: number; of: number; missing: string[] }
  /** Outcomes of items that aren't plain text, by expected outcome. */
  behavior: Map<string, Map<string, number>>
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function scoreItem({ id, reference }: Item, { text }: Outcome): { kind: string; score: ItemScore } | null {
  if (reference === null) return null
  const optional = reference.firstPageOnly ? '' : reference.optional
  const score = scoreText(text, reference.text, optional)
  // Beyond the first page only recall is known, and replaces F1.
  const adjusted = reference.firstPageOnly ? { ...score, f1: score.recall, shingleF1: 0 } : score
  const withParts = reference.apart.map((part) => scoreText(text, `${reference.text}\n${part}`, optional).f1)
  const f1WithParts = Math.max(adjusted.f1, ...withParts)
  return { kind: reference.kind, score: { id, ...adjusted, f1WithParts } }
}

function behaviorOf(items: readonly Item[], outcomes: readonly Outcome[]): Quality['behavior'] {
  const behavior: Quality['behavior'] = new Map()
  for (const [at, item] of items.entries()) {
    if (item.expect.startsWith('text')) continue
    const expected = item.expect.split(':')[0] ?? ''
    const outcome = outcomes[at]
    const actual = outcome?.error ?? 'text'
    const counts = behavior.get(expected) ?? new Map<string, number>()
    behavior.set(expected, counts.set(actual, (counts.get(actual) ?? 0) + 1))
  }
  return behavior
}

/** Scores a reader's results for all items. */
export function judge(items: readonly Item[], outcomes: readonly Outcome[]): Quality {
  const byKind = new Map<string, ItemScore[]>()
  const missing: string[] = []
  for (const [at, item] of items.entries()) {
    const outcome = outcomes[at] ?? { text: '', error: null }
    const scored = scoreItem(item, outcome)
    if (scored !== null) byKind.set(scored.kind, [...(byKind.get(scored.kind) ?? []), scored.score])
    const text = item.passages.length === 0 ? '' : foldForSearch(outcome.text)
    missing.push(...item.passages.filter((passage) => !text.includes(foldForSearch(passage))).map(() => item.id))
  }
  const of = items.reduce((sum, item) => sum + item.passages.length, 0)
  return {
    kinds: [...byKind]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([kind, scores]) => ({
        kind,
        items: scores,
        f1: mean(scores.map((score) => score.f1)),
        shingleF1: mean(scores.map((score) => score.shingleF1)),
      })),
    passages: { found: of - missing.length, of, missing },
    behavior: behaviorOf(items, outcomes),
  }
}

import type { Page, Scope } from '../page.ts'

/** Blocks that follow each other: the index of the first, and of the one after the last. */
export interface BlockRange {
  from: number
  to: number
}

/** The blocks that every part of a page holds. */
export function rangesOf(page: Page): ReadonlyMap<Scope, BlockRange> {
  const ranges = new Map<Scope, BlockRange>()
  for (const { scope, index } of page.blocks) {
    for (let at: Scope | null = scope; at !== null; at = at.parent) {
      const range = ranges.get(at)
      if (range === undefined) ranges.set(at, { from: index, to: index + 1 })
      else range.to = index + 1
    }
  }
  return ranges
}

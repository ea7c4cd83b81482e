import type { Glyphs, PageBox, Turn } from '../pdfium/glyphs.ts'
import { toRegions } from './columns.ts'
import type { Fragment } from './fragments.ts'
import { type Line, toLines } from './lines.ts'

/** A page as it was read. */
export interface ReadPage {
  /** Counted from 1. */
  number: number
  box: PageBox
  fragments: Fragment[]
  /** Kept where letters run to the left. */
  glyphs: Glyphs | null
}

/** Stretches of a page that run one way, if there are no more than these, are read in the order of painting. */
const MAX_STRETCHES = 5

/** Consecutive fragments that run the same way. */
function stretchesOf(fragments: readonly Fragment[]): Fragment[][] {
  const stretches: Fragment[][] = []
  for (const fragment of fragments) {
    const last = stretches.at(-1)
    if (last?.[0]?.turn === fragment.turn) last.push(fragment)
    else stretches.push([fragment])
  }
  return stretches
}

/** Fragments by the way they run, each way in one group, the one with the most text first. */
function byTurn(fragments: readonly Fragment[]): Fragment[][] {
  const stretches = stretchesOf(fragments)
  if (stretches.length <= MAX_STRETCHES) return stretches
  const groups = new Map<Turn, Fragment[]>()
  for (const fragment of fragments) {
    const group = groups.get(fragment.turn)
    if (group === undefined) groups.set(fragment.turn, [fragment])
    else group.push(fragment)
  }
  const characters = (group: readonly Fragment[]): number => group.reduce((sum, { text }) => sum + text.length, 0)
  return [...groups.values()].sort((a, b) => characters(b) - characters(a))
}

/** The lines of a page in reading order, without what is in `left`. */
export function pageLines({ number, fragments, glyphs }: ReadPage, left: ReadonlySet<Fragment>): Line[] {
  const lines: Line[] = []
  let region = 0
  for (const group of byTurn(fragments.filter((fragment) => !left.has(fragment)))) {
    for (const part of toRegions(group)) {
      lines.push(...toLines(part, glyphs, number, region))
      region += 1
    }
  }
  return lines
}

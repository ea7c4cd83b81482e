import { z } from 'zod'
import type { SourceBlock } from './document.ts'
import { citationsOfPage } from './summary/partial-page.ts'
import type { SummaryPage } from './summary/summary-page.ts'
import { findSpeakers } from './text/speakers.ts'

/** The outline of a source, by which a map of it is drawn to scale. Blocks are named by their number, from 0. */
export const sourceMapSchema = z.object({
  /** Ids of all blocks, in reading order, and the length of each in characters. */
  ids: z.array(z.string()),
  lengths: z.array(z.int().min(0)),
  headings: z.array(z.object({ index: z.int().min(0), text: z.string() })),
  /** Names before the turns of a transcript; empty for other sources. */
  speakers: z.array(z.string()),
})
export type SourceMap = z.infer<typeof sourceMapSchema>

/** A source drawn to scale: where its sections begin, and the start and end of cited passages, in thousandths of it. */
export const sourceStripSchema = z.object({
  sections: z.array(z.int().min(0).max(1000)),
  cited: z.array(z.tuple([z.int().min(0).max(1000), z.int().min(0).max(1000)])),
})
export type SourceStrip = z.infer<typeof sourceStripSchema>

const MAX_HEADINGS = 400
const MAX_HEADING_CHARACTERS = 120

/** Headings of the level that divides a source: the highest one with at least two, and those above it. */
function sectionHeadings(blocks: readonly SourceBlock[]): SourceMap['headings'] {
  const headings = blocks.flatMap(({ type, level = 2, text }, index) =>
    type === 'heading' ? [{ index, level, text: text.slice(0, MAX_HEADING_CHARACTERS).toWellFormed() }] : [],
  )
  for (let level = 1; level <= 6; level += 1) {
    const found = headings.filter((heading) => heading.level <= level)
    if (found.length < 2 && level < 6) continue
    return found.slice(0, MAX_HEADINGS).map(({ index, text }) => ({ index, text }))
  }
  return []
}

export const sourceMapOf = (blocks: readonly SourceBlock[]): SourceMap => ({
  ids: blocks.map(({ id }) => id),
  lengths: blocks.map(({ text }) => text.length),
  headings: sectionHeadings(blocks),
  speakers: [...findSpeakers(blocks.map(({ text }) => text))],
})

/** Where each block of a source begins, as a share of its text from 0 to 1, and last, where the text ends: 1. */
export function startsOf({ lengths }: Pick<SourceMap, 'lengths'>): number[] {
  const total = lengths.reduce((sum, length) => sum + length, 0) || 1
  const starts = [0]
  let before = 0
  for (const length of lengths) {
    before += length
    starts.push(before / total)
  }
  return starts
}

const SCALE = 1000

/** The strip of a source with the passages that a page of it cites. */
export function stripOf(map: Pick<SourceMap, 'ids' | 'lengths' | 'headings'>, cited: ReadonlySet<string>): SourceStrip {
  const starts = startsOf(map)
  const at = (index: number): number => Math.round((starts[index] ?? 1) * SCALE)
  const ticks: [number, number][] = []
  for (const [index, id] of map.ids.entries()) {
    if (!cited.has(id)) continue
    const last = ticks.at(-1)
    // Passages that touch are one.
    if (last !== undefined && at(index) <= last[1]) last[1] = Math.max(last[1], at(index + 1))
    else ticks.push([at(index), at(index + 1)])
  }
  return { sections: [...new Set(map.headings.map(({ index }) => at(index)))], cited: ticks }
}

const citedIds = (page: SummaryPage): ReadonlySet<string> =>
  new Set(citationsOfPage(page).map(({ blockId }) => blockId))

/** The strip of a source that a summary was just made of. */
export const stripOfPage = (blocks: readonly SourceBlock[], page: SummaryPage): SourceStrip =>
  stripOf(
    {
      ids: blocks.map(({ id }) => id),
      lengths: blocks.map(({ text }) => text.length),
      headings: sectionHeadings(blocks),
    },
    citedIds(page),
  )

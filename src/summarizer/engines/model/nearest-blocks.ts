import type { Block } from '../../../shared/document.ts'
import { PACE_EVERY, type Pace } from '../../pace.ts'
import { stopWordsOf } from '../extractive/stop-words.ts'
import { stem, words } from '../extractive/tokens.ts'

/** Longest stretch of a block that is looked at, in characters. */
const MOST_CHARACTERS = 8000

function termsOf(text: string, stops: ReadonlySet<string>): Set<string> {
  const found = words(text.slice(0, MOST_CHARACTERS)).filter((word) => !stops.has(word))
  return new Set(found.map(stem))
}

/**
 * For each text the blocks that share most with it, by terms weighted with how few blocks hold them, best first.
 * One walk over the document for all texts together.
 */
export async function nearestBlocks(
  blocks: readonly Block[],
  texts: readonly string[],
  count: number,
  language: string | null,
  pace: Pace,
): Promise<Block[][]> {
  const stops = stopWordsOf(language?.toLowerCase().split('-')[0] ?? '')
  const wanted = texts.map((text) => termsOf(text, stops))
  const all = new Set(wanted.flatMap((terms) => [...terms]))
  const holders = new Map<string, Block[]>()
  for (const [at, block] of blocks.entries()) {
    if (at % PACE_EVERY === 0) await pace()
    for (const term of termsOf(block.text, stops)) {
      if (!all.has(term)) continue
      const known = holders.get(term)
      if (known === undefined) holders.set(term, [block])
      else known.push(block)
    }
  }
  return wanted.map((terms) => {
    const scores = new Map<Block, number>()
    for (const term of terms) {
      const held = holders.get(term) ?? []
      const weight = Math.log(1 + blocks.length / Math.max(1, held.length))
      for (const block of held) scores.set(block, (scores.get(block) ?? 0) + weight)
    }
    return [...scores]
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, count)
      .map(([block]) => block)
  })
}

import type { SourceQuery } from './api/contract.ts'
import type { SourceBlock, SourceMatches, SourcePage } from './document.ts'
import { findPattern, rangesOf } from './summary/find-text.ts'

const MAX_MATCHES = 1000

function pageStart(blocks: readonly SourceBlock[], id: string, limit: number): number {
  const index = blocks.findIndex((block) => block.id === id)
  return index === -1 ? 0 : index - (index % limit)
}

export function sourcePageOf(blocks: readonly SourceBlock[], { from, limit, at }: SourceQuery): SourcePage {
  const start = at === undefined ? from : pageStart(blocks, at, limit)
  return { total: blocks.length, from: start, blocks: blocks.slice(start, start + limit) }
}

export function matchesIn(blocks: readonly SourceBlock[], text: string): SourceMatches {
  const pattern = findPattern(text)
  const matches = blocks.flatMap((block, index) => rangesOf(block.text, pattern).map(() => index))
  return { total: matches.length, matches: matches.slice(0, MAX_MATCHES) }
}

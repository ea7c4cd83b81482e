import type { SourceQuery } from './api/contract.ts'
import type { SourceBlock, SourceMatches, SourcePage } from './document.ts'

const MAX_MATCHES = 1000

function pageStart(blocks: readonly SourceBlock[], id: string, limit: number): number {
  const index = blocks.findIndex((block) => block.id === id)
  return index === -1 ? 0 : index - (index % limit)
}

export function sourcePageOf(blocks: readonly SourceBlock[], { from, limit, at }: SourceQuery): SourcePage {
  const start = at === undefined ? from : pageStart(blocks, at, limit)
  return { total: blocks.length, from: start, blocks: blocks.slice(start, start + limit) }
}

/** Folds what `findPattern` doesn't distinguish: case, white space and the shape of quotation marks. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/[‘’]/gu, "'")
    .replace(/[“”]/gu, '"')
    .replace(/ς/gu, 'σ')
    .replace(/ſ/gu, 's')

/** For each prefix of a text, the length of its longest border: the table of Knuth, Morris and Pratt (1977). */
function bordersOf(text: string): number[] {
  const borders = [0]
  let length = 0
  for (let at = 1; at < text.length; at += 1) {
    while (length > 0 && text[at] !== text[length]) length = borders[length - 1] ?? 0
    if (text[at] === text[length]) length += 1
    borders.push(length)
  }
  return borders
}

/** Counts the occurrences of a text, without overlaps, in linear time whatever the texts are. */
function countIn(text: string, wanted: string, borders: readonly number[]): number {
  let count = 0
  let matched = 0
  for (let at = 0; at < text.length; at += 1) {
    while (matched > 0 && text[at] !== wanted[matched]) matched = borders[matched - 1] ?? 0
    if (text[at] === wanted[matched]) matched += 1
    if (matched < wanted.length) continue
    count += 1
    matched = 0
  }
  return count
}

/** Occurrences of a text as typed; those that `findPattern` finds, which takes long for a near match of many repeats. */
export function matchesIn(blocks: readonly SourceBlock[], text: string): SourceMatches {
  const wanted = fold(text.trim())
  const borders = bordersOf(wanted)
  const matches: number[] = []
  let total = 0
  for (const [index, block] of wanted === '' ? [] : blocks.entries()) {
    const count = countIn(fold(block.text), wanted, borders)
    total += count
    for (let n = 0; n < count && matches.length < MAX_MATCHES; n += 1) matches.push(index)
  }
  return { total, matches }
}

import type { CitedText } from '../../shared/citation.ts'
import { placeOf } from '../citations.ts'
import { words } from '../text/tokens.ts'
import { type FoundQuote, findQuote } from '../verification/find-quote.ts'
import type { SourceText } from '../verification/source-text.ts'
import type { Draft } from './draft.ts'
import type { MachineOrders } from './machine-orders.ts'
import { hasAddress } from './plain-text.ts'

export interface SpokenQuote extends CitedText {
  /** As the source names them near the quote; null if it doesn't. */
  speaker: string | null
}

const fold = (text: string): string => words(text).join(' ')

/** Blocks around a quote in which its speaker must be named. */
const BEFORE = 10
const AFTER = 3

/** The speaker, if the source names them near the quote or as its author; else null. */
function verifySpeaker(source: SourceText, speaker: string, [first]: FoundQuote['blocks']): string | null {
  const { author, site, title } = source.document
  const at = source.blockAt.get(first.id) ?? 0
  const near = source.blocks.slice(Math.max(0, at - BEFORE), at + AFTER + 1).map(({ text }) => text)
  const known = new Set(words([...near, ...first.headingPath, author, site, title].join(' ')))
  const name = words(speaker)
  return name.length > 0 && name.every((word) => known.has(word)) ? speaker.trim() : null
}

/** The quotes that the source contains, verbatim and without duplicates. */
export function verifyQuotes(
  source: SourceText,
  quotes: Draft['quotes'],
  most: number,
  url: string | null,
  orders: MachineOrders,
): SpokenQuote[] {
  const found: SpokenQuote[] = []
  for (const { text, speaker, block } of quotes) {
    const quote = findQuote(source, text, [block])
    if (quote === null || hasAddress(quote.text)) continue
    if (quote.blocks.some((from) => orders.taints(from, quote.text))) continue
    const folded = fold(quote.text)
    if (found.some((other) => fold(other.text).includes(folded) || folded.includes(fold(other.text)))) continue
    const places = [placeOf(quote.blocks[0], quote.text, url)]
    found.push({ text: quote.text, places, speaker: verifySpeaker(source, speaker, quote.blocks) })
  }
  return found.slice(0, most)
}

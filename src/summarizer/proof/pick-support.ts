import type { Block } from '../../shared/document.ts'
import { stem } from '../engines/extractive/tokens.ts'
import { blockOf, type SourceText } from './source-text.ts'
import { TextRow } from './token-row.ts'

/** Places that one takeaway shows at most. */
const MOST_PLACES = 3
/** Share of the best block's worth that another needs to be shown beside it. */
const LEAST_OF_BEST = 0.45
/** Share of a takeaway's weight that a block has to carry to support it at all. */
const LEAST_SUPPORT = 0.12
/** The same for a block that was not claimed, and what it must be better than the next best by. */
const CLEAR_SUPPORT = 0.5
const CLEAR_LEAD = 1.25
/** Names and numbers say where something stands better than other words do. */
const NAME_WEIGHT = 2

/** Weight of each form of a document that a text uses, by the form's number. */
function weightsOf(
  source: SourceText,
  text: string,
): { weights: Map<number, { key: string; weight: number }>; total: number } {
  const row = new TextRow(text)
  const total = source.blocks.length
  const byKey = new Map<string, number>()
  row.tokens.forEach(({ raw }, at) => {
    const kind = row.kind(at)
    if (kind === 'sign') return
    const special = kind === 'number' || (at > 0 && /^\p{Lu}/u.test(raw))
    const key = stem(row.form(at))
    byKey.set(key, Math.max(byKey.get(key) ?? 0, special ? NAME_WEIGHT : 1))
  })
  const found = new Map<number, { key: string; weight: number }>()
  const rarest = new Map<string, number>()
  source.forms.forEach((form, id) => {
    const key = stem(form)
    const special = byKey.get(key)
    if (special === undefined) return
    const rarity = Math.log(1 + total / Math.max(1, source.blockCounts[id] ?? 1))
    const weight = rarity * special
    found.set(id, { key, weight })
    rarest.set(key, Math.max(rarest.get(key) ?? 0, weight))
  })
  // Words that the source does not have weigh as much as its rarest would.
  const unknown = Math.log(1 + total)
  let all = 0
  for (const [key, special] of byKey) all += rarest.get(key) ?? unknown * special
  return { weights: found, total: all }
}

/** Share of a text's weight that each block carries, by the block's position; blocks without any are left out. */
function supportOf(source: SourceText, text: string): Map<number, number> {
  const { weights, total } = weightsOf(source, text)
  const shares = new Map<number, number>()
  if (total === 0) return shares
  let block = -1
  let seen = new Set<string>()
  for (let token = 0; token < source.ids.length; token += 1) {
    const weight = weights.get(source.ids[token] ?? -1)
    if (weight === undefined) continue
    const at = blockOf(source, token)
    if (at !== block) {
      block = at
      seen = new Set()
    }
    if (seen.has(weight.key)) continue
    seen.add(weight.key)
    shares.set(at, (shares.get(at) ?? 0) + weight.weight / total)
  }
  return shares
}

const isPlace = (block: Block | undefined) => block !== undefined && block.type !== 'heading'

/**
 * Of the blocks that a takeaway is said to rest on, the one to three that carry it, best first: those that share its
 * rare words, names and numbers. When none does, a block elsewhere that clearly does; when there is none either (the
 * takeaway may be in another language than the source), the first three as claimed.
 *
 * @param claimed blocks of the document
 */
export function pickSupport(source: SourceText, text: string, claimed: readonly Block[]): Block[] {
  const shares = supportOf(source, text)
  const shareOf = (block: Block) => shares.get(source.blockAt.get(block.id) ?? -1) ?? 0
  const ranked = claimed
    .map((block) => ({ block, share: shareOf(block) }))
    .filter(({ share }) => share >= LEAST_SUPPORT)
    .sort((one, other) => other.share - one.share)
  const best = ranked[0]?.share ?? 0
  if (best > 0) {
    return ranked
      .filter(({ share }) => share >= best * LEAST_OF_BEST)
      .slice(0, MOST_PLACES)
      .map(({ block }) => block)
  }
  const clear = clearest(source, shares)
  return clear === null ? claimed.slice(0, MOST_PLACES) : [clear]
}

function clearest(source: SourceText, shares: ReadonlyMap<number, number>): Block | null {
  const ranked = [...shares].filter(([at]) => isPlace(source.blocks[at])).sort((one, other) => other[1] - one[1])
  const [first, second] = ranked
  if (first === undefined || first[1] < CLEAR_SUPPORT || first[1] < (second?.[1] ?? 0) * CLEAR_LEAD) return null
  return source.blocks[first[0]] ?? null
}

import type { Block } from '../../shared/document.ts'
import { stopWordsOf } from '../text/languages.ts'
import { stem } from '../text/tokens.ts'
import { blockOf, type SourceText } from './source-index.ts'
import { TextRow } from './tokens.ts'

/** Places that one takeaway shows at most. */
const MOST_PLACES = 3
/** Share of the best block's worth that another needs to be shown beside it. */
const LEAST_OF_BEST = 0.45
/** Share of a takeaway's weight that a block has to carry to support it at all. */
const LEAST_SUPPORT = 0.12
/** Below this a block may share a few words by chance: worth a look whether another clearly does better. */
const WEAK_SUPPORT = 0.25
/** The same for a block that was not claimed, and what it must be better than the next best by. */
const CLEAR_SUPPORT = 0.5
const CLEAR_LEAD = 1.25
/** Names and numbers say where something stands better than other words do. */
const NAME_WEIGHT = 2

const stems = new WeakMap<SourceText, ReadonlyMap<string, readonly number[]>>()

/** Numbers of the forms of a document by their stem. */
function stemsOf(source: SourceText): ReadonlyMap<string, readonly number[]> {
  const known = stems.get(source)
  if (known !== undefined) return known
  const found = new Map<string, number[]>()
  source.forms.forEach((form, id) => {
    const key = stem(form)
    const alike = found.get(key)
    if (alike === undefined) found.set(key, [id])
    else alike.push(id)
  })
  stems.set(source, found)
  return found
}

/** By the number of a form: what share of a takeaway's weight its words carry where a document has them. */
type Weights = ReadonlyMap<number, { key: string; share: number }>

/** Shares of a text's weight by the forms of a document: rare words weigh more, names and numbers twice as much. */
function weightsOf(source: SourceText, text: string): Weights {
  const row = new TextRow(text)
  const skipped = stopWordsOf(source.language)
  const special = new Map<string, number>()
  row.tokens.forEach(({ raw }, at) => {
    const kind = row.kind(at)
    if (kind === 'sign' || skipped.has(row.form(at))) return
    const key = stem(row.form(at))
    const named = kind === 'number' || (at > 0 && /^\p{Lu}/u.test(raw))
    special.set(key, Math.max(special.get(key) ?? 0, named ? NAME_WEIGHT : 1))
  })
  const blocks = source.blocks.length
  const weights = [...special].map(([key, factor]) => {
    const ids = stemsOf(source).get(key) ?? []
    const holding = ids.reduce((sum, id) => sum + (source.blockCounts[id] ?? 0), 0)
    // A word that the document does not have weighs as much as the rarest that it has.
    return { key, ids, weight: factor * Math.log(1 + blocks / Math.max(1, holding)) }
  })
  const total = weights.reduce((sum, { weight }) => sum + weight, 0)
  return new Map(
    weights.flatMap(({ key, ids, weight }) => ids.map((id) => [id, { key, share: weight / total }] as const)),
  )
}

/** Adds up, block by block, the shares of the words that stand in some of a document's tokens. */
function addShares(source: SourceText, weights: Weights, from: number, to: number, shares: Map<number, number>): void {
  let block = -1
  let seen = new Set<string>()
  for (let token = from; token < to; token += 1) {
    const weight = weights.get(source.ids[token] ?? -1)
    if (weight === undefined) continue
    const at = blockOf(source, token)
    if (at !== block) {
      block = at
      seen = new Set()
    }
    if (seen.has(weight.key)) continue
    seen.add(weight.key)
    shares.set(at, (shares.get(at) ?? 0) + weight.share)
  }
}

/**
 * Of the blocks that a takeaway is said to rest on, the one to three that carry it, best first: those that share its
 * rare words, names and numbers. When none does by more than chance, a block elsewhere that clearly does; when there is none either (the
 * takeaway may be in another language than the source), the first three as claimed.
 *
 * @param claimed blocks of the document
 */
export function pickSupport(source: SourceText, text: string, claimed: readonly Block[]): Block[] {
  const weights = weightsOf(source, text)
  const ranked = claimed
    .map((block) => ({ block, share: shareOf(source, weights, block) }))
    .filter(({ share }) => share >= LEAST_SUPPORT)
    .sort((one, other) => other.share - one.share)
  const best = ranked[0]?.share ?? 0
  const clear = best < WEAK_SUPPORT ? clearest(source, weights) : null
  if (clear !== null) return [clear]
  const carrying =
    best === 0 ? claimed : ranked.filter(({ share }) => share >= best * LEAST_OF_BEST).map(({ block }) => block)
  return carrying.slice(0, MOST_PLACES)
}

function shareOf(source: SourceText, weights: Weights, block: Block): number {
  const at = source.blockAt.get(block.id)
  if (at === undefined) return 0
  const shares = new Map<number, number>()
  addShares(source, weights, source.first[at] ?? 0, source.first[at + 1] ?? 0, shares)
  return shares.get(at) ?? 0
}

/** The one block, headings apart, that carries a text and no other nearly as well; null where there is none. */
function clearest(source: SourceText, weights: Weights): Block | null {
  if (weights.size === 0) return null
  const shares = new Map<number, number>()
  addShares(source, weights, 0, source.ids.length, shares)
  let best: { block: Block; share: number } | null = null
  let second = 0
  for (const [at, share] of shares) {
    const block = source.blocks[at]
    if (block === undefined || block.type === 'heading') continue
    if (best === null || share > best.share) {
      second = best?.share ?? 0
      best = { block, share }
    } else if (share > second) {
      second = share
    }
  }
  return best !== null && best.share >= CLEAR_SUPPORT && best.share >= second * CLEAR_LEAD ? best.block : null
}

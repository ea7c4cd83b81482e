import type { Block } from '../../shared/document.ts'
import { countWords } from '../../shared/text/words.ts'
import { languageOf, stopWordsOf } from '../text/languages.ts'
import { stem } from '../text/tokens.ts'
import { completeSupport, isQuestion } from './complete-support.ts'
import { NumberReader } from './read-numbers.ts'
import { itemNumbersOf } from './source-numbers.ts'
import { perSource, type SourceText } from './source-text.ts'
import { TextRow } from './tokens.ts'
import { isExactRounding } from './unsupported-numbers.ts'

/** Maximum blocks that one sentence cites. */
export const MAX_BLOCKS = 3
/** Minimum share of a takeaway's weight that a further block must add: a word or two. */
const MIN_GAIN = 0.08
/** Models cite a run of short blocks by its first id: the blocks that follow within this many words may add support. */
const RUN_WORDS = 80
/** Minimum share that a following block must add, and the share of the claimed blocks below which it is tried. */
const MIN_RUN_GAIN = 0.15
const RUN_SUPPORT = 0.5
/** Below this share the claimed blocks may match by chance. */
const WEAK_SUPPORT = 0.25
/** Minimum share of a block that replaces the claimed ones, and its factor over the next best. */
const CLEAR_SUPPORT = 0.5
const CLEAR_LEAD = 1.25
/** Names and numbers identify a passage better than other words do. */
const NAME_WEIGHT = 2

/** Stems of the forms of a document, by their numbers, and the number of blocks that contain each. */
const stemsOf = perSource(({ forms, blockCounts }) => {
  const keys = forms.map(stem)
  const counts = new Map<string, number>()
  for (const [id, key] of keys.entries()) counts.set(key, (counts.get(key) ?? 0) + (blockCounts[id] ?? 0))
  return { keys, counts }
})

/** Words of speakers' labels. */
const labelsOf = perSource(({ labels, ids, forms }) => new Set(labels.values().map((at) => forms[ids[at] ?? -1] ?? '')))

/** Gap before the first word of a cell, which has a capital though it names nothing. */
const beginsCell = /\|/u

const isCapitalized = (word: string): boolean => /^\p{Lu}/u.test(word)

/** Shares of a text's weight by stem: rare words weigh more; names, numbers and a speaker's label twice as much. */
type Weights = ReadonlyMap<string, number>

function weightsOf(source: SourceText, text: string) {
  const row = new TextRow(text)
  const skipped = stopWordsOf(source.language)
  const { counts } = stemsOf(source)
  const labels = labelsOf(source)
  const items = itemNumbersOf(source)
  const weights = new Map<string, number>()
  /** Words other than those of speakers' labels; among them, names and numbers. */
  const content = new Set<string>()
  const marks = new Set<string>()
  const figures = new Set<string>()
  row.tokens.forEach(({ raw, end }, at) => {
    const kind = row.kind(at)
    if (kind === 'sign' || skipped.has(row.form(at)) || (at <= 1 && items.has(row.form(at)))) return
    const key = stem(row.form(at))
    const isLabel = labels.has(row.form(at))
    const named = kind === 'number' || (at > 0 && isCapitalized(raw) && !beginsCell.test(row.gapBefore(at)))
    // The last word of a name identifies it: others bear the first name.
    const next = row.tokens[at + 1]
    const isFirstName = next !== undefined && kind !== 'number' && next.start === end + 1 && isCapitalized(next.raw)
    // A word that the document lacks weighs as much as its rarest.
    const rarity = Math.log(1 + source.blocks.length / Math.max(1, counts.get(key) ?? 0))
    weights.set(key, Math.max(weights.get(key) ?? 0, named || isLabel ? NAME_WEIGHT * rarity : rarity))
    if (!isLabel) content.add(key)
    if (named && !isLabel && !isFirstName) marks.add(key)
    if (kind === 'number') figures.add(key)
  })
  const total = sumOf(weights)
  const shares: Weights = new Map([...weights].map(([key, weight]) => [key, weight / total]))
  return { weights: shares, content, marks, figures }
}

/** The shares of a text's weight that a block has, by word. */
function sharesOf(source: SourceText, weights: Weights, position: number): Map<string, number> {
  const { keys } = stemsOf(source)
  const ids = source.ids.subarray(source.first[position] ?? 0, source.first[position + 1] ?? 0)
  const own = new Set(Array.from(ids, (id) => keys[id] ?? ''))
  return new Map([...weights].filter(([key]) => own.has(key)))
}

const numbersIn = (text: string, language: string) => {
  const row = new TextRow(text)
  return [...new NumberReader(row, language).read()].map(({ from, form, values }) => ({
    key: row.form(from),
    form,
    values,
  }))
}

/** Weights of the digits that a block writes in words, with more decimals, or with zeros that fill a column. */
function numberShares(source: SourceText, text: string, weights: Weights) {
  const digits = numbersIn(text, source.language).filter(({ form }) => form === 'digits')
  return (position: number): [string, number][] => {
    if (digits.length === 0) return []
    const block = numbersIn(source.blocks[position]?.text ?? '', source.language)
    const known = new Set(block.flatMap(({ values }) => values))
    return digits
      .filter(({ values }) => values.some((value) => known.has(value) || isExactRounding(value, known)))
      .map(({ key }) => [key, weights.get(key) ?? 0])
  }
}

const sumOf = (shares: ReadonlyMap<string, number>) => shares.values().reduce((sum, share) => sum + share, 0)

/** Positions of the short blocks after a claimed one, within `RUN_WORDS`. */
function runAfter({ blocks }: SourceText, position: number): number[] {
  const run: number[] = []
  let words = countWords(blocks[position]?.text ?? '')
  for (let at = position + 1; at < blocks.length; at += 1) {
    words += countWords(blocks[at]?.text ?? '')
    if (words > RUN_WORDS || blocks[at]?.type === 'heading') break
    run.push(at)
  }
  return run
}

/**
 * Picks the blocks that support a takeaway, the best first: those that together cover its rare words, names and numbers.
 * Up to `most` citations are kept if they share any word with it: the whole block, or the best of a run. If they share
 * little, the blocks that follow them are tried, or another block that clearly supports it. Figures, names and clauses
 * that they lack are looked for in their neighbors, then in the whole source. Words of another language than the source's
 * can't be compared: blocks with the takeaway's names and numbers come first.
 *
 * @param citations the blocks of each: one, or those of a run
 * @param language of the takeaway, as a BCP 47 tag
 * @param most maximum of blocks; more than three where each citation was judged together with the text
 */
export function pickSupport(
  source: SourceText,
  text: string,
  citations: readonly (readonly Block[])[],
  language: string | null,
  most = MAX_BLOCKS,
): Block[] {
  const { weights, content, marks, figures } = weightsOf(source, text)
  const isForeign = source.language !== '' && language !== null && languageOf(language, []) !== source.language
  const numbers = numberShares(source, text, weights)
  const known = new Map<number, Weights>()
  const sharesAt = (position: number): Weights => {
    const shares = known.get(position) ?? new Map([...sharesOf(source, weights, position), ...numbers(position)])
    known.set(position, shares)
    return shares
  }
  const shareAt = (position: number): number => sumOf(sharesAt(position))
  const bestFirst = (some: readonly number[]): number[] => some.toSorted((one, other) => shareAt(other) - shareAt(one))
  const coverage = (some: readonly number[]): number =>
    sumOf(new Map(some.flatMap((position) => [...sharesAt(position)])))

  const cited = citations.map((blocks) => blocks.flatMap(({ id }) => source.blockAt.get(id) ?? []))
  const positions = [...new Set(cited.flat())]
  // In a dialogue, an answer may share no word with the takeaway.
  const mayBeAnswer = source.labels.size > 0
  const hasAny = (shares: Weights, keys: ReadonlySet<string>): boolean => shares.keys().some((key) => keys.has(key))
  const isRelated = (position: number): boolean => isForeign || hasAny(sharesAt(position), content)
  const kept = cited.flatMap((run) =>
    run.length > 1
      ? bestFirst(run).filter(isRelated).slice(0, 1)
      : run.filter((position) => mayBeAnswer || isRelated(position)),
  )
  const chosen = cited.length > most ? [] : bestFirst([...new Set(kept)])
  /** Chooses further blocks, the best first, by what no chosen one has. */
  const choose = (some: readonly number[], isWorthIt: (gain: Weights) => boolean): void => {
    while (chosen.length < most) {
      const covered = new Set(chosen.flatMap((position) => [...sharesAt(position).keys()]))
      const gains = some
        .filter((position) => !chosen.includes(position))
        .map((position) => ({
          position,
          gain: new Map([...sharesAt(position)].filter(([key]) => !covered.has(key))),
        }))
      const [best] = gains
        .filter(({ gain }) => isWorthIt(gain))
        .toSorted((one, other) => sumOf(other.gain) - sumOf(one.gain))
      if (best === undefined) return
      chosen.push(best.position)
    }
  }
  const isUseful = (gain: Weights): boolean =>
    hasAny(gain, marks) || (hasAny(gain, content) && (chosen.length === 0 || sumOf(gain) >= MIN_GAIN))
  choose(positions, (gain) => isForeign || isUseful(gain))
  // Of one citation too many, the least related goes. More are chosen by what each adds.
  if (cited.length === most + 1)
    chosen.push(
      ...bestFirst([...new Set(kept)].filter((position) => !chosen.includes(position))).slice(0, most - chosen.length),
    )
  if (!isForeign && coverage(chosen) < RUN_SUPPORT) {
    const clear = coverage(chosen) < WEAK_SUPPORT ? clearest(source, weights) : null
    if (clear !== null) return [clear]
    const following = [...new Set(positions.flatMap((position) => runAfter(source, position)))]
    choose(following, (gain) => hasAny(gain, content) && sumOf(gain) >= MIN_RUN_GAIN)
    if (coverage(chosen) === 0) return []
  }
  const need = {
    content,
    marks,
    figures,
    sharesAt,
    most: Math.max(MAX_BLOCKS, chosen.length),
    isForeign,
    isQuestion: isQuestion(text),
  }
  const complete = chosen.length === 0 ? chosen : completeSupport(source, chosen, need)
  return complete.flatMap((position) => source.blocks[position] ?? [])
}

/**
 * The citations of each sentence of a paragraph, which a model cites as a whole: each citation belongs to the sentence
 * of which it has the largest share. A sentence without one may rest on any of them, as those of a paragraph with few do,
 * and so may all on those without a word of any: the answers of a dialogue, or what is told in another language.
 *
 * @param citations the blocks of each: one, or those of a run
 */
export function citationsBySentence(
  source: SourceText,
  texts: readonly string[],
  citations: readonly (readonly Block[])[],
): (readonly (readonly Block[])[])[] {
  if (texts.length < 2 || citations.length <= MAX_BLOCKS) return texts.map(() => citations)
  const weights = texts.map((text) => weightsOf(source, text).weights)
  const own: (readonly Block[])[][] = texts.map(() => [])
  const unclear: (readonly Block[])[] = []
  for (const blocks of citations) {
    const positions = blocks.flatMap(({ id }) => source.blockAt.get(id) ?? [])
    const shares = weights.map((each) => Math.max(0, ...positions.map((at) => sumOf(sharesOf(source, each, at)))))
    const best = Math.max(...shares)
    const owner = best > 0 ? own[shares.indexOf(best)] : unclear
    owner?.push(blocks)
  }
  return own.map((each) => (each.length === 0 ? citations : each.concat(unclear)))
}

/** The block, except headings, that supports a text clearly better than all others; null if there is none. */
function clearest(source: SourceText, weights: Weights): Block | null {
  if (weights.size === 0) return null
  const ranked = source.blocks
    .map((block, position) => ({ block, share: sumOf(sharesOf(source, weights, position)) }))
    .filter(({ block }) => block.type !== 'heading')
    .sort((one, other) => other.share - one.share)
  const [best, second] = ranked
  if (best === undefined || best.share < CLEAR_SUPPORT) return null
  return best.share >= (second?.share ?? 0) * CLEAR_LEAD ? best.block : null
}

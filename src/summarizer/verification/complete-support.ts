import { splitSentences } from '../text/sentences.ts'
import { stem, words } from '../text/tokens.ts'
import { perSource, type SourceText } from './source-text.ts'

/** Citations are searched for what they lack in this many blocks before and after them. */
const NEAR = 3
/** Minimum share of a statement's weight that a neighbor, and another block, must add for a clause. */
const NEAR_GAIN = 0.2
const FAR_GAIN = 0.3
/** Minimum words of a clause that a neighbor, and another block, must add. */
const NEAR_WORDS = 2
const FAR_WORDS = 3
/** Below this share a cited block adds nothing to the others; a question, if they contain its answer. */
const NO_GAIN = 0.08
const QUESTION_GAIN = 0.5
/** A name in more blocks, and in a larger share of them, is the topic: passages about it need not contain it. */
const TOPIC_BLOCKS = 6
const TOPIC_SHARE = 0.1

/** Characters that may follow a question mark: closing quotation marks and parentheses, in UTF-16 units. */
const MAX_CLOSING = 12

/** Whether a sentence ends with a question mark. */
export function isQuestion(sentence: string): boolean {
  const end = sentence.slice(-MAX_CLOSING)
  const marks = end.slice(Math.max(0, end.search(/[^\p{L}\p{N}]{0,12}$/u)))
  // The Greek question mark is a semicolon.
  return /[?？؟\u037e]/u.test(marks) || (marks.includes(';') && /\p{Script=Greek}/u.test(sentence))
}

/** Positions of the blocks that contain each stem, ascending. */
const holdersOf = perSource(({ blocks, first, ids, forms }) => {
  const keys = forms.map(stem)
  const holders = new Map<string, number[]>()
  for (const [position] of blocks.entries()) {
    const own = new Set(
      Array.from(ids.subarray(first[position] ?? 0, first[position + 1] ?? 0), (id) => keys[id] ?? ''),
    )
    for (const key of own) {
      const known = holders.get(key)
      if (known === undefined) holders.set(key, [position])
      else known.push(position)
    }
  }
  return holders
})

/** Content that a statement's citations must have. */
export interface Need {
  /** Stems of its words, except those of speakers' labels; among them its figures and names. */
  content: ReadonlySet<string>
  marks: ReadonlySet<string>
  /** Those marks that are figures. */
  figures: ReadonlySet<string>
  /** Share of its weight by stem that a block has. */
  sharesAt: (position: number) => ReadonlyMap<string, number>
  /** Maximum number of citations. */
  most: number
  /** Whether its language differs from the source's, so that only figures and names can be compared. */
  isForeign: boolean
  /** Whether it is a question, which rests on who asks it. */
  isQuestion: boolean
}

const sumOf = (shares: ReadonlyMap<string, number>): number => shares.values().reduce((sum, share) => sum + share, 0)

/**
 * Completes citations: adds a neighbor, or else another block, with a figure, name or clause that they lack, and the
 * answer to a question that is cited instead of it. Then drops those that the added ones make superfluous, so that a
 * citation one paragraph off moves. Changes nothing if the citations have everything.
 *
 * @param chosen positions of the cited blocks, the best first
 */
export function completeSupport(source: SourceText, chosen: readonly number[], need: Need): number[] {
  const { content, marks, figures, sharesAt, most, isForeign } = need
  const kept = [...chosen]
  const gainOver = (others: readonly number[], position: number): Map<string, number> => {
    const covered = new Set(others.flatMap((other) => [...sharesAt(other).keys()]))
    return new Map([...sharesAt(position)].filter(([key]) => !covered.has(key)))
  }
  const marginOf = (position: number) =>
    gainOver(
      kept.filter((other) => other !== position),
      position,
    )
  const holders = holdersOf(source)
  const mostHolders = Math.max(1, Math.min(TOPIC_BLOCKS, source.blocks.length * TOPIC_SHARE))
  const needsCitation = (key: string): boolean => figures.has(key) || (holders.get(key)?.length ?? 0) <= mostHolders
  const hasMark = (gain: ReadonlyMap<string, number>): boolean =>
    gain.keys().some((key) => marks.has(key) && needsCitation(key))
  const wordsIn = (gain: ReadonlyMap<string, number>): number =>
    gain
      .keys()
      .filter((key) => content.has(key))
      .toArray().length
  const isText = (position: number): boolean => {
    const block = source.blocks[position]
    return block !== undefined && block.type !== 'heading'
  }
  /** Adds a position, in place of one that adds nothing to the others if there are too many. */
  const add = (position: number): boolean => {
    if (kept.length >= most) {
      const idle = kept.findIndex((each) => !hasMark(marginOf(each)) && sumOf(marginOf(each)) < NO_GAIN)
      if (idle < 0) return false
      kept.splice(idle, 1)
    }
    kept.push(position)
    return true
  }
  const bestOf = (positions: readonly number[], isWorthIt: (gain: Map<string, number>, position: number) => boolean) =>
    positions
      .filter((position) => !kept.includes(position) && isText(position))
      .map((position) => ({ position, gain: gainOver(kept, position) }))
      .filter(({ gain, position }) => isWorthIt(gain, position))
      .toSorted((one, other) => sumOf(other.gain) - sumOf(one.gain))[0]?.position

  const questions = need.isQuestion ? [] : chosen.filter((position) => asks(source, position, sharesAt(position)))
  // The question's own words don't count as support unless the answer adds to them, or is bare, such as "Yes".
  const answers = questions
    .map((position) => position + 1)
    .filter((position) => isText(position) && (isBare(source, position) || wordsIn(gainOver(questions, position)) > 0))
  for (const answer of answers) if (!kept.includes(answer)) add(answer)
  let isChanged = answers.some((answer) => kept.includes(answer))

  // The neighbors, then the whole source; each round adds the block with most of what is lacking.
  const near = chosen.flatMap((at) => Array.from({ length: NEAR }, (_, step) => [at + step + 1, at - step - 1]).flat())
  const distance = (position: number): number => Math.min(...chosen.map((at) => Math.abs(at - position)))
  for (let round = 0; round < most; round += 1) {
    const covered = new Set(kept.flatMap((position) => [...sharesAt(position).keys()]))
    const lacking = [...content].filter((key) => !covered.has(key))
    if (lacking.length === 0) break
    const found =
      bestOf([...new Set(near)], (gain, position) => {
        const isClause = !isForeign && sumOf(gain) >= NEAR_GAIN && wordsIn(gain) >= NEAR_WORDS
        // A figure farther away needs another word of the statement beside it.
        return isClause || (hasMark(gain) && (distance(position) === 1 || sharesAt(position).size > 1))
      }) ??
      bestOf(holding(holders, lacking), (gain, position) => {
        const isClause = !isForeign && sumOf(gain) >= FAR_GAIN && wordsIn(gain) >= FAR_WORDS
        return (
          isClause || (hasMark(gain) && sharesAt(position).size >= NEAR_WORDS && sumOf(sharesAt(position)) >= FAR_GAIN)
        )
      })
    if (found === undefined || !add(found)) break
    isChanged = true
  }
  if (!isChanged) return kept
  const added = kept.filter((position) => !chosen.includes(position))
  for (const position of chosen) {
    if (!kept.includes(position) || kept.length === 1) continue
    // A block whose words another cited block has, too, was cited on purpose: only added blocks replace it.
    const gain = gainOver(added, position)
    // A bare answer says nothing without its question.
    const isAnswered =
      questions.includes(position) &&
      kept.includes(position + 1) &&
      !isBare(source, position + 1) &&
      sumOf(gain) < QUESTION_GAIN
    if (!hasMark(gain) && (isAnswered || sumOf(gain) < NO_GAIN)) kept.splice(kept.indexOf(position), 1)
  }
  return kept
}

/** Blocks looked at for each lacking word: a word in more blocks identifies none. */
const MAX_HOLDERS = 40

const holding = (holders: ReadonlyMap<string, readonly number[]>, keys: readonly string[]): number[] => [
  ...new Set(
    keys.flatMap((key) => {
      const positions = holders.get(key) ?? []
      return positions.length <= MAX_HOLDERS ? positions : []
    }),
  ),
]

/** Maximum words of an answer, after the speaker's label, that has no content of its own. */
const BARE_WORDS = 5

const isBare = ({ blocks }: SourceText, position: number): boolean =>
  words(blocks[position]?.text.replace(/^[^:：]{1,80}[:：]/u, '') ?? '').length <= BARE_WORDS

/** Whether a block supports a statement with a question, and no other sentence of it does as well. */
function asks({ blocks }: SourceText, position: number, shares: ReadonlyMap<string, number>): boolean {
  const text = blocks[position]?.text ?? ''
  const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end))
  const last = sentences.at(-1)
  if (last === undefined || !isQuestion(last)) return false
  const told = new Set(
    sentences.filter((sentence) => !isQuestion(sentence)).flatMap((sentence) => words(sentence).map(stem)),
  )
  const said = new Map([...shares].filter(([key]) => told.has(key)))
  return sumOf(said) * 2 < sumOf(shares)
}

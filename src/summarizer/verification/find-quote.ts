import type { Block, BlockType } from '../../shared/document.ts'
import { type Match, type Pattern, patternOf, TokenMatcher } from './match-tokens.ts'
import { hasOpenEdges } from './quote-edges.ts'
import { blockOf, type SourceText } from './source-index.ts'

export interface FoundQuote {
  /** The source's own characters. */
  text: string
  /** The blocks it stands in, in order. */
  blocks: readonly [Block, ...Block[]]
}

/** A longer text is no quote any more, but a copy. */
const MOST_CHARACTERS = 2000
/** Neighbouring blocks that a quote may run over. */
const MOST_BLOCKS = 3
/** Speech is cut into captions by the clock, and prose into paragraphs by pages: sentences go on over the cut. */
const mayRunOn: ReadonlySet<BlockType> = new Set<BlockType>(['paragraph', 'caption', 'quote'])

/**
 * Words that a quote has at least: fewer are found by chance. A character of Chinese or Japanese says half a word, one
 * of Thai and its neighbours less, a word of Korean more.
 */
const LEAST_WORDS = 4
const hanOrKana = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const hangul = /\p{Script=Hangul}/u

function weightOf({ text, tokens }: Pattern): number {
  return tokens.reduce((sum, { start, end, kind }) => {
    if (kind === 'sign') return sum
    const raw = text.slice(start, end)
    if (kind === 'character') return sum + (hanOrKana.test(raw) ? 0.5 : 0.35)
    return sum + (hangul.test(raw) ? 4 / 3 : 1)
  }, 0)
}

/** The blocks of a match, or null where they are not neighbours that a sentence runs over. */
function blocksOf(source: SourceText, { from, to }: Match): { firstBlock: number; lastBlock: number } | null {
  const firstBlock = blockOf(source, from)
  const lastBlock = blockOf(source, to - 1)
  if (firstBlock === lastBlock) return { firstBlock, lastBlock }
  if (lastBlock - firstBlock >= MOST_BLOCKS) return null
  const type = source.blocks[firstBlock]?.type
  if (type === undefined || !mayRunOn.has(type)) return null
  const alike = source.blocks.slice(firstBlock, lastBlock + 1).every((block) => block.type === type)
  return alike ? { firstBlock, lastBlock } : null
}

/** Closing punctuation of a sentence. */
const sentenceEnd = /^[.!?…。！？｡؟۔।॥։]+/u
const closers: Readonly<Record<string, string>> = {
  '”': '“„',
  '’': '‘‚',
  '»': '«',
  '«': '»',
  '“': '„',
  '‘': '‚',
  '"': '"',
  ')': '(',
  ']': '[',
  '」': '「',
  '』': '『',
  '）': '（',
  '》': '《',
}

const count = (text: string, characters: string) =>
  Array.from(text).reduce((sum, character) => sum + (characters.includes(character) ? 1 : 0), 0)

/** End of a quote in its block: with the marks that end its sentence, and those that close what it opens. */
function endWithMarks(text: string, start: number, end: number): number {
  let at = end
  for (let round = 0; round < 3; round += 1) {
    const stop = sentenceEnd.exec(text.slice(at, at + 4))
    if (stop !== null) at += stop[0].length
    const closer = text.charAt(at)
    const openers = closers[closer]
    if (openers === undefined) continue
    const inside = text.slice(start, at)
    const open = openers === closer ? count(inside, closer) % 2 === 1 : count(inside, openers) > count(inside, closer)
    if (open) at += 1
  }
  return at
}

/** Start of a quote in its block: with the mark before it when what it opens is closed within the quote. */
function startWithMarks(text: string, start: number, end: number): number {
  const opener = text.charAt(start - 1)
  const inside = text.slice(start, end)
  for (const [closer, openers] of Object.entries(closers)) {
    if (opener === '' || !openers.includes(opener)) continue
    const missing =
      openers === closer ? count(inside, closer) % 2 === 1 : count(inside, closer) > count(inside, openers)
    if (missing) return start - 1
  }
  return start
}

const edgeSpace = /\s+/gu

function textOf(source: SourceText, match: Match, firstBlock: number, lastBlock: number): string {
  const startAt = source.starts[match.from] ?? 0
  const endAt = source.ends[match.to - 1] ?? 0
  const parts = source.blocks.slice(firstBlock, lastBlock + 1).map(({ text }, at) => {
    const isFirst = at === 0
    const isLast = at === lastBlock - firstBlock
    const start = isFirst ? startAt : 0
    const end = isLast ? endWithMarks(text, start, endAt) : text.length
    return text.slice(isFirst ? startWithMarks(text, start, end) : start, end)
  })
  return parts.join(' ').replace(edgeSpace, ' ').trim()
}

/** Tokens that may stand before a speaker's label in what a quote took for one ("Hon."). */
const BEFORE_LABEL = 2

/** Token behind the speaker's label a match begins with: who speaks is no part of what is said. Null for two voices. */
function afterLabel({ labels }: SourceText, { from, to }: Match): number | null {
  let start = from
  let said = 0
  for (let token = from; token < to; token += 1) {
    if (labels[token] !== 1) said += 1
    else if (said > BEFORE_LABEL) return null
    else start = token + 1
  }
  return start === to ? null : start
}

/** A match as a quote, or null where it only looks like one. */
function asQuote(source: SourceText, found: Match): FoundQuote | null {
  const from = afterLabel(source, found)
  if (from === null) return null
  const match = { from, to: found.to }
  const span = blocksOf(source, match)
  // A title says what something is about; nobody says it.
  if (span === null || source.blocks[span.firstBlock]?.type === 'heading' || hasOpenEdges(source, match)) return null
  const [first, ...rest] = source.blocks.slice(span.firstBlock, span.lastBlock + 1)
  if (first === undefined) return null
  return { text: textOf(source, match, span.firstBlock, span.lastBlock), blocks: [first, ...rest] }
}

/**
 * Finds the passage that a quote repeats, word for word: writing may differ (Unicode, case, white space, punctuation,
 * hyphens at line ends), words, their order, numbers and signs may not. A passage whose omitted neighbours would turn
 * its meaning ("not", half a compound, a sign or unit of a number) is no match. Where it stands more than once, the
 * place nearest to the claimed blocks counts.
 *
 * @param claimed ids of the blocks it is said to stand in; unknown ones do no harm
 * @returns null where the source does not say it, or where it is too short or too long to be a quote
 */
export function findQuote(source: SourceText, quote: string, claimed: readonly string[]): FoundQuote | null {
  if (quote.length > MOST_CHARACTERS) return null
  const pattern = patternOf(source, quote)
  if (weightOf(pattern) < LEAST_WORDS) return null
  const matcher = new TokenMatcher(source, pattern)
  const positions = claimed.map((id) => source.blockAt.get(id)).filter((position) => position !== undefined)
  for (const position of positions) {
    for (const match of matcher.matches(source.first[position] ?? 0, source.first[position + 1] ?? 0)) {
      const found = asQuote(source, match)
      if (found !== null) return found
    }
  }
  return nearest(source, matcher, positions)
}

/** Farther than any block is from another. */
const MOST_DISTANCE = 1e9
/** Most places of one passage that are looked at: a refrain stands more often, but no place is better then. */
const MOST_PLACES = 200

function nearest(source: SourceText, matcher: TokenMatcher, positions: readonly number[]): FoundQuote | null {
  let best: FoundQuote | null = null
  let bestDistance = Number.POSITIVE_INFINITY
  let seen = 0
  for (const match of matcher.matches(0, source.ids.length)) {
    seen += 1
    if (seen > MOST_PLACES) break
    const at = blockOf(source, match.from)
    const distance = positions.reduce((least, position) => Math.min(least, Math.abs(position - at)), MOST_DISTANCE)
    if (distance >= bestDistance) continue
    const found = asQuote(source, match)
    if (found === null) continue
    best = found
    bestDistance = distance
    if (positions.length === 0) break
  }
  return best
}

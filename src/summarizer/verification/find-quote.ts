import type { Block, BlockType } from '../../shared/document.ts'
import { isReadByModel } from '../../shared/summary/location-label.ts'
import { wordlessMarks } from '../../shared/text/speakers.ts'
import { hasOpenEdges } from './quote-edges.ts'
import { blockOf, occurrences, type SourceText } from './source-text.ts'
import { TextRow, type TokenRange } from './tokens.ts'

export interface FoundQuote {
  /** The source's own characters. */
  text: string
  /** The blocks that contain it, in order. */
  blocks: readonly [Block, ...Block[]]
}

/** Maximum length of a quote: longer texts are copies. */
const MAX_CHARACTERS = 2000
/** Adjacent blocks that a quote may cross. */
const MAX_BLOCKS = 3
/** Sentences may continue in the next block: captions are cut by time and paragraphs by page breaks. */
const mayContinue: ReadonlySet<BlockType> = new Set<BlockType>(['paragraph', 'caption', 'quote'])

/** Shorter quotes match by chance. A character counts for less than a word, a Korean word for more. */
const MIN_WORDS = 4
const MIN_EVIDENCE_WORDS = 2
const hanOrKana = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const hangul = /\p{Script=Hangul}/u

function countWords({ tokens }: TextRow): number {
  return tokens.reduce((sum, { raw, kind }) => {
    if (kind === 'sign') return sum
    if (kind === 'character') return sum + (hanOrKana.test(raw) ? 0.5 : 0.35)
    return sum + (hangul.test(raw) ? 4 / 3 : 1)
  }, 0)
}

/** The blocks of a match; none if a sentence can't cross them. */
function blocksOf(source: SourceText, { from, to }: TokenRange): readonly Block[] {
  const blocks = source.blocks.slice(blockOf(source, from), blockOf(source, to - 1) + 1)
  const [first] = blocks
  if (first === undefined || blocks.length === 1) return blocks
  const areJoined = mayContinue.has(first.type) && blocks.every(({ type }) => type === first.type)
  return areJoined && blocks.length <= MAX_BLOCKS ? blocks : []
}

const sentenceEnd = /^[.!?…。！？｡؟۔।॥։]$/u
/** Opening and closing marks. */
const pairs = ['“”', '„”', '„“', '‘’', '‚’', '‚‘', '«»', '»«', '""', '()', '[]', '「」', '『』', '（）', '《》']

/** A mark between letters. In scripts without spaces it closes a quotation instead. */
const apostrophe =
  /(?<=[\p{L}--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Hang}]])’(?=\p{L})/gv

/** Whether a text has more of one mark than of another, or an odd number of marks that open and close. */
function hasUnmatched(text: string, mark = '', other = ''): boolean {
  const withoutApostrophes = text.replace(apostrophe, '')
  const count = (character: string) => withoutApostrophes.split(character).length - 1
  return mark === other ? count(mark) % 2 === 1 : count(mark) > count(other)
}

/** End of a quote in its block, including the marks that end its sentence or close what it opens. */
function endWithMarks(text: string, start: number, end: number): number {
  let at = end
  // Transcripts put a space before the mark.
  if (/^\s[.!?…](?:\s|$)/u.test(text.slice(at))) at += 1
  for (let mark = text.charAt(at); mark !== ''; mark = text.charAt(at)) {
    const inside = text.slice(start, at)
    const isCloser = pairs.some(([opening, closing]) => closing === mark && hasUnmatched(inside, opening, closing))
    if (!isCloser && !sentenceEnd.test(mark)) break
    at += 1
  }
  return at
}

/** Start of a quote in its block, including the mark before it if the quote closes it: (, “ or ¡. */
function startWithMarks(text: string, start: number, end: number): number {
  const mark = text.charAt(start - 1)
  const inside = text.slice(start, end)
  const isOpener = [...pairs, '¡!', '¿?'].some(
    ([opening, closing]) => opening === mark && hasUnmatched(inside, closing, opening),
  )
  return isOpener ? start - 1 : start
}

function textOf({ starts, ends }: SourceText, { from, to }: TokenRange, blocks: readonly Block[]): string {
  const parts = blocks.map(({ text }, at) => {
    const start = at === 0 ? (starts[from] ?? 0) : 0
    const end = at === blocks.length - 1 ? endWithMarks(text, start, ends[to - 1] ?? 0) : text.length
    return text.slice(at === 0 ? startWithMarks(text, start, end) : start, end)
  })
  return parts
    .join(' ')
    .replace(/\s+/gu, ' ')
    .replace(/ (?=[.!?…]$)/u, '')
    .trim()
}

/** Tokens before a speaker's label that may belong to it ("Hon."). */
const BEFORE_LABEL = 2

/** First token after the speaker's label that a match begins with, or its end. Null if the match has two speakers. */
function afterLabel({ labels }: SourceText, { from, to }: TokenRange): number | null {
  let start = from
  let spoken = 0
  for (let token = from; token < to; token += 1) {
    if (!labels.has(token)) spoken += 1
    else if (spoken > BEFORE_LABEL) return null
    else start = token + 1
  }
  return start
}

/**
 * The quote at a match; null if it has two speakers, crosses blocks it can't, or is cut off at an edge. A speaker's label
 * is no part of a quote, but of evidence: it may be the only place with a name or party.
 */
function asQuote(source: SourceText, { from, to }: TokenRange, isEvidence: boolean): FoundQuote | null {
  const start = afterLabel(source, { from, to })
  if (start === null || (start === to && !isEvidence)) return null
  const match = { from: isEvidence ? from : start, to }
  const [first, ...others] = blocksOf(source, match)
  if (first === undefined || (!isEvidence && [first, ...others].some(isReadByModel))) return null
  if ((first.type === 'heading' && !isEvidence) || hasOpenEdges(source, match, isEvidence)) return null
  return { text: textOf(source, match, [first, ...others]), blocks: [first, ...others] }
}

/** Maximum occurrences examined: a refrain has more, but none is a better citation. */
const MAX_OCCURRENCES = 200

/**
 * Finds the passage nearest to the claimed blocks that a quote repeats word for word, whatever its case, white space
 * and punctuation. Null if what it leaves out would change its meaning ("not", the unit of a number), or if it is too
 * short or too long.
 *
 * @param isEvidence whether it supports a statement and is not displayed: headings and shorter passages count, too
 */
export function findQuote(
  source: SourceText,
  quote: string,
  claimed: readonly string[],
  isEvidence = false,
): FoundQuote | null {
  const spoken = source.labels.size === 0 ? quote : quote.replaceAll(wordlessMarks, ' ')
  const row = new TextRow(spoken.slice(0, MAX_CHARACTERS + 1))
  if (quote.length > MAX_CHARACTERS || countWords(row) < (isEvidence ? MIN_EVIDENCE_WORDS : MIN_WORDS)) return null
  const forms = row.tokens.map(({ form }) => form)
  const positions = claimed.flatMap((id) => source.blockAt.get(id) ?? [])
  const distanceOf = ({ from }: TokenRange): number =>
    Math.min(source.blocks.length, ...positions.map((position) => Math.abs(position - blockOf(source, from))))
  const matches = [...occurrences(source, forms).take(MAX_OCCURRENCES)]
  const nearestFirst = matches.toSorted((one, other) => distanceOf(one) - distanceOf(other))
  for (const match of nearestFirst) {
    const found = asQuote(source, match, isEvidence)
    if (found !== null) return found
  }
  return null
}

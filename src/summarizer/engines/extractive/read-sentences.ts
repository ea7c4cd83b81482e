import type { Block } from '../../../shared/document.ts'
import { countWords } from '../../../shared/words.ts'
import { type Span, splitSentences } from './sentences.ts'
import { findTurns } from './turns.ts'

/** One sentence of the source: `block.text.slice(start, end)`, so it is verbatim by construction. */
export interface Sentence {
  /** Position in reading order among all sentences of the document. */
  readonly index: number
  readonly section: number
  readonly block: Block
  readonly start: number
  readonly end: number
  readonly text: string
  /** Length in words: as `countWords` counts or as white space separates, whichever is more. */
  readonly words: number
  /** Who says it, in a transcript. */
  readonly speaker: string | null
  /** Whether the sentence before it stands in the same block and turn. */
  readonly follows: boolean
  /** Share of its characters inside quotation marks, 0 to 1. */
  readonly quotedShare: number
}

/** What is known of the document before its sentences are read. */
export interface ReadingContext {
  speakers: ReadonlySet<string>
  /** Punctuation is too rare to mark sentences (automatic captions): long runs are cut into passages. */
  unpunctuated: boolean
}

/** Longest passage, in words, that is made of text without punctuation. */
const PASSAGE_WORDS = 28

/** Place and agency before the first words of a news item: "(CNN) -- ", "LONDON, Jan. 5 (Reuters) - ". */
const dateline =
  /^(?:\p{Lu}[\p{Lu} .,'’-]+(?:,? \p{L}{3,9}\.? \d{1,2})?,? ?)?(?:\([\p{L}][\p{L} .]{1,20}\)|(?<=\p{Lu}{4},? )) ?[-–—]{1,2} +(?=\P{Ll})/u

const prose: ReadonlySet<string> = new Set(['paragraph', 'list-item', 'quote'])
const opening = '“„«「『《〈'
const closing = '”»」』》〉'

/** Marks the characters of a text that stand inside quotation marks (1), straight double quotes toggling. */
export function quotedCharacters(text: string): Uint8Array {
  const inside = new Uint8Array(text.length)
  let depth = 0
  // After a low mark (German, Czech and others) the high one that opens in English closes.
  let low = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    const straight = character === '"'
    const closesLow = low && character === '“'
    if (!closesLow && (opening.includes(character) || (straight && depth === 0))) {
      depth = 1
      low = character === '„'
      inside[index] = 1
    } else {
      if (depth > 0) inside[index] = 1
      if (closing.includes(character) || straight || closesLow) {
        depth = 0
        low = false
      }
    }
  }
  return inside
}

/** White-space words and Unicode words differ ("- ,", "2-0"); the larger keeps every bound. */
export function measureWords(text: string): number {
  return Math.max(countWords(text), text.split(/\s+/u).filter(Boolean).length)
}

/** Cuts a run without punctuation into passages of at most 28 words, at white space. */
function cutPassages(text: string, span: Span): Span[] {
  const words = [...text.slice(span.start, span.end).matchAll(/\S+/gu)]
  if (words.length <= PASSAGE_WORDS * 1.5) return [span]
  const parts = Math.ceil(words.length / PASSAGE_WORDS)
  const size = Math.ceil(words.length / parts)
  const spans: Span[] = []
  for (let first = 0; first < words.length; first += size) {
    const from = words[first]
    const to = words[Math.min(first + size, words.length) - 1]
    if (from === undefined || to === undefined) break
    spans.push({ start: span.start + from.index, end: span.start + to.index + to[0].length })
  }
  return spans
}

/**
 * The sentences of a block of prose, in order; none for headings, captions, code and tables. Speaker labels are taken
 * off, and no sentence crosses a block or a change of speaker.
 */
export function readSentences(block: Block, section: number, first: number, context: ReadingContext): Sentence[] {
  if (!prose.has(block.type)) return []
  const { text } = block
  const quoted = quotedCharacters(text)
  const turns = findTurns(text, context.speakers)
  const parts = [{ start: 0, contentStart: 0, speaker: null }, ...turns]
  const found: Sentence[] = []
  parts.forEach((part, partIndex) => {
    const content = text.slice(part.contentStart, parts[partIndex + 1]?.start ?? text.length)
    let spans = splitSentences(content)
    if (context.unpunctuated) spans = spans.flatMap((span) => cutPassages(content, span))
    spans.forEach((span, spanIndex) => {
      const label = span.start === 0 ? (dateline.exec(content)?.[0].length ?? 0) : 0
      const start = part.contentStart + span.start + (span.start + label < span.end ? label : 0)
      const end = part.contentStart + span.end
      const sentence = text.slice(start, end)
      const marks = quoted.subarray(start, end).reduce((sum, mark) => sum + mark, 0)
      found.push({
        index: first + found.length,
        section,
        block,
        start,
        end,
        text: sentence,
        words: measureWords(sentence),
        speaker: part.speaker,
        follows: spanIndex > 0,
        quotedShare: marks / (end - start),
      })
    })
  })
  return found
}

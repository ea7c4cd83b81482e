import type { Block } from '../../../shared/document.ts'
import { countWords } from '../../../shared/words.ts'
import { cutPassages, type Passage } from './passages.ts'
import { quotedCharacters } from './quotations.ts'
import { splitSentences } from './sentences.ts'
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
  /** It comes from a transcript: it has a speaker, or nobody punctuated it. */
  readonly spoken: boolean
  /** Whether the sentence before it stands in the same block and turn. */
  readonly follows: boolean
  /** It stands around the text, not in it: in a list of references, an imprint, a table of contents. */
  readonly aside: boolean
  /** Whether it begins and ends as a sentence does, as far as that can be told of speech that nobody punctuated. */
  readonly whole: boolean
  /** Share of its characters inside quotation marks, 0 to 1. */
  readonly quotedShare: number
}

/** What is known of the document before its sentences are read. */
export interface ReadingContext {
  speakers: ReadonlySet<string>
  /** Punctuation is too rare to mark sentences (automatic captions): long runs are cut into passages. */
  unpunctuated: boolean
  /** Primary language subtag, lower case; unset where it is not known. */
  language?: string
  /** Blocks that stand around the text. */
  matter?: ReadonlySet<Block>
  /** Blocks that begin after a pause. */
  afterPause?: ReadonlySet<Block>
}

/**
 * Place, agency and date before the first words of a news item: "(CNN) -- ", "LONDON, Jan. 5 (Reuters) - ",
 * "Lagos (AP)", "Feb. 23, 2015 -- ".
 */
const dateline =
  /^(?:\p{Lu}\p{Ll}{2,8}\.? \d{1,2}, \d{4} ?[-–—]{1,2} +(?=\p{Lu})|(?:\p{Lu}[\p{L}.'’-]{1,20}(?:,? \p{Lu}[\p{L}.'’-]{1,20}){0,3},? )?\((?:CNN|AP|AFP|Reuters|UPI|dpa|EFE|ANSA|Xinhua|Bloomberg)(?: [\p{L}]{2,12}){0,2}\)(?: ?[-–—]{1,2} *| *)(?=\p{Lu}))|^(?:\p{Lu}[\p{Lu} .,'’-]+(?:,? \p{L}{3,9}\.? \d{1,2})?,? ?)?(?:\([\p{L}][\p{L} .]{1,20}\)|(?<=\p{Lu}{4},? )) ?[-–—]{1,2} +(?=\P{Ll})/u

/** Marks of a list, which are no part of what the item says. */
const bullet =
  /^(?:[-–—•·*▪◦‣●○■□►▶✓✔➢※◆★☆]+\s+|\(?\d{1,2}[).]\s+|\([a-z]\)\s+|[①-⑳]\s*|[一二三四五六七八九十]{1,3}[、．\s]\s*|[*＊※]\s*|>{2,3}\s*)(?=\S)/u
/** The number of a note stuck to a sentence's end. */
const noteNumber = /(?<=[\p{Ll})][.!?]["”’»)]?)(?:\d{1,3}|(?:\[\d{1,3}\]){1,4}|[¹²³⁰⁴-⁹]{1,3})$/u

const prose: ReadonlySet<string> = new Set(['paragraph', 'list-item', 'quote'])
/** White-space words and Unicode words differ ("- ,", "2-0"); the larger keeps every bound. */
export function measureWords(text: string): number {
  return Math.max(countWords(text), text.split(/\s+/u).filter(Boolean).length)
}

/** The passages of one turn: its sentences without what stands before and after their words. */
function passagesOf(content: string, block: Block, context: ReadingContext): Passage[] {
  const spans = splitSentences(content)
  if (context.unpunctuated) {
    const opens = context.afterPause?.has(block) === true
    return spans.flatMap((span) => cutPassages(content, span, opens, context.language ?? ''))
  }
  return spans.map(({ start, end }) => {
    const label = start === 0 ? (dateline.exec(content)?.[0].length ?? 0) : 0
    const mark = label > 0 ? 0 : (bullet.exec(content.slice(start, Math.min(end, start + 12)))?.[0].length ?? 0)
    const note = noteNumber.exec(content.slice(Math.max(start, end - 20), end))?.[0].length ?? 0
    const from = start + label + mark
    return { start: from < end - note ? from : start, end: end - note, whole: true }
  })
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
    passagesOf(content, block, context).forEach((span, spanIndex) => {
      const start = part.contentStart + span.start
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
        spoken: part.speaker !== null || context.unpunctuated,
        follows: spanIndex > 0,
        aside: context.matter?.has(block) === true,
        whole: span.whole,
        quotedShare: marks / (end - start),
      })
    })
  })
  return found
}

import type { Block } from '../../shared/document.ts'
import { countWords } from '../../shared/words.ts'
import { toPattern, wordSet } from '../text/language-tables.ts'
import { stopWordsOf } from '../text/languages.ts'
import { type Span, splitSentences } from '../text/sentences.ts'
import { findTurns } from '../text/speakers.ts'
import { quotedCharacters } from './quotations.ts'
import tables from './read-sentences.json' with { type: 'json' }
import { opensClause } from './references.ts'

/** A passage of speech that nobody punctuated, and whether it begins and ends where a clause does. */
export interface Passage extends Span {
  whole: boolean
}

/** Bounds and aim of a passage, in words. */
const LEAST_WORDS = 8
const WANTED_WORDS = 18
const MOST_WORDS = 30

/** What it costs to cut where the word before asks for more, and where the word after begins nothing. */
const HANGING_COST = 3
const UNOPENED_COST = 1
/** What each halving or half as much again of the wanted length costs. */
const LENGTH_COST = 1.2

/** Words that people begin to speak with and that say nothing; in speech they may be left off a passage. */
const fillers = wordSet(tables.fillers)

/** Words that begin a subject. */
const determiners = wordSet(tables.determiners)

const bare = (word: string) => word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

interface Word extends Span {
  word: string
}

function wordsOf(text: string, span: Span): Word[] {
  return Array.from(text.slice(span.start, span.end).matchAll(/\S+/gu), (match) => {
    const start = span.start + match.index
    return { start, end: start + match[0].length, word: bare(match[0]) }
  })
}

/** Cost of a cut before each word: 0 where one clause ends and the next begins. */
function cutCosts(words: readonly Word[], language: string): { cost: Float64Array; clean: Uint8Array } {
  const stops = stopWordsOf(language)
  const cost = new Float64Array(words.length + 1)
  const clean = new Uint8Array(words.length + 1)
  words.forEach((word, at) => {
    const before = words[at - 1]
    const hanging = before !== undefined && stops.has(before.word)
    const opens = opensClause([word.word, words[at + 1]?.word ?? ''], language)
    cost[at] = (hanging ? HANGING_COST : 0) + (opens ? 0 : UNOPENED_COST)
    clean[at] = !hanging && opens ? 1 : 0
  })
  // Where the stretch ends someone paused, or the caption did.
  const last = words.at(-1)
  clean[words.length] = last !== undefined && !stops.has(last.word) ? 1 : 0
  return { cost, clean }
}

/** Ends of the passages that together cost least, by dynamic programming over the words. */
function cheapestCuts(count: number, cost: Float64Array): number[] {
  const total = new Float64Array(count + 1).fill(Infinity)
  const from = new Int32Array(count + 1)
  total[0] = 0
  for (let end = 1; end <= count; end += 1) {
    for (let start = Math.max(0, end - MOST_WORDS); start < end; start += 1) {
      const length = end - start
      const scrap = length < LEAST_WORDS ? (LEAST_WORDS - length) / 2 : 0
      const own = (total[start] ?? Infinity) + LENGTH_COST * Math.abs(Math.log(length / WANTED_WORDS)) + scrap
      const sum = own + (end < count ? (cost[end] ?? 0) : 0)
      if (sum < (total[end] ?? Infinity)) {
        total[end] = sum
        from[end] = start
      }
    }
  }
  const ends: number[] = []
  for (let end = count; end > 0; end = from[end] ?? 0) ends.push(end)
  return ends.toReversed()
}

/**
 * Cuts a run of speech without punctuation into passages of 8 to 30 words that begin where a clause does, as far as
 * function words tell, and leaves off what people begin to speak with.
 *
 * @param afterPause whether the run begins after a pause, so that its first words begin something
 * @param language primary language subtag, lower case
 */
export function cutPassages(text: string, span: Span, afterPause: boolean, language: string): Passage[] {
  const words = wordsOf(text, span)
  const { cost, clean } = cutCosts(words, language)
  if (afterPause) clean[0] = 1
  const ends = cheapestCuts(words.length, cost)
  return ends.flatMap((end, at) => {
    const begin = ends[at - 1] ?? 0
    let first = begin
    while (first < end - 1 && fillers.has(words[first]?.word ?? '')) first += 1
    // "and would ask for more" has its subject before the cut.
    const [next = '', second = ''] = [words[first]?.word, words[first + 1]?.word]
    const opens = first === begin || determiners.has(next) || opensClause([next, second], language)
    const from = words[first]
    const to = words[end - 1]
    if (from === undefined || to === undefined) return []
    return [{ start: from.start, end: to.end, whole: opens && clean[begin] === 1 && clean[end] === 1 }]
  })
}

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
const dateline = toPattern(tables.dateline)

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

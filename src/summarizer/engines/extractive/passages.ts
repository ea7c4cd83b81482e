import { opensClause } from './openers.ts'
import type { Span } from './sentences.ts'
import { stopWordsOf } from './stop-words.ts'

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
const fillers = new Set(
  'so and but well okay ok now um uh oh yeah yes right hmm mm alright anyway also then und also ja nun ähm et donc alors bon ben euh y pues bueno entonces e allora então bem en dus nou och så a więc no и ну вот так так і ну ve yani'.split(
    ' ',
  ),
)

/** Words that begin a subject. */
const determiners = new Set(
  'the a an my our your his her their its some all every each no der die das ein eine kein keine mein unser le la les un une des mon ma notre nos el los las una unos unas mi nuestro nuestra il lo gli i uno o os as um uma de het een en ett den det'.split(
    ' ',
  ),
)

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

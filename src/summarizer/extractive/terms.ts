import { wordSet } from '../text/language-tables.ts'
import { stem, words } from '../text/tokens.ts'
import tables from './terms.json' with { type: 'json' }

/**
 * Words that speak to a listener or hold the floor. Summaries are written in the third person and hold next to none of
 * the first two kinds, and under half of the third, against how often the sources have them.
 */
const personal = wordSet(tables.personal)
const hesitation = wordSet(tables.hesitation)
const conversational = wordSet(tables.conversational)

const PERSONAL_SHARE = 0.05
const CONVERSATIONAL_SHARE = 0.4

export const isPersonal = (word: string): boolean => personal.has(word)
export const isHesitation = (word: string): boolean => hesitation.has(word)

/**
 * How often a word stands in summaries, against how often in what they summarize; 1 for most.
 *
 * @param word lower case
 */
export function shareInSummaries(word: string): number {
  if (personal.has(word) || hesitation.has(word)) return PERSONAL_SHARE
  return conversational.has(word) ? CONVERSATIONAL_SHARE : 1
}

/** Gives each distinct term a small number, in order of first sight. */
class Vocabulary {
  readonly #ids = new Map<string, number>()

  get size(): number {
    return this.#ids.size
  }

  get terms(): IterableIterator<string> {
    return this.#ids.keys()
  }

  id(term: string): number {
    const known = this.#ids.get(term)
    if (known !== undefined) return known
    const id = this.#ids.size
    this.#ids.set(term, id)
    return id
  }
}

/** A sentence as numbers. */
export interface SentenceTerms {
  /** Every word, stop words included, in order. */
  all: Int32Array
  /** Stemmed content words, in order. */
  content: Int32Array
  /** Distinct pairs of neighboring content words. */
  bigrams: Int32Array
  /** Shares of first and second person, and of hesitation (fillers, words said twice), among the words, 0 to 1. */
  personal: number
  hesitant: number
}

const annotations = /\{[^{}]*\}/gu

/** The terms of all sentences of a document, numbered together. */
export class TermIndex {
  readonly #words = new Vocabulary()
  readonly #content = new Vocabulary()
  readonly #bigrams = new Vocabulary()
  readonly #stopWords: ReadonlySet<string>

  constructor(stopWords: ReadonlySet<string>) {
    this.#stopWords = stopWords
  }

  get wordCount(): number {
    return this.#words.size
  }

  /** How often each word stands in summaries, against how often in what they summarize. */
  wordShares(): Float64Array {
    return Float64Array.from(this.#words.terms, shareInSummaries)
  }

  get contentCount(): number {
    return this.#content.size
  }

  get bigramCount(): number {
    return this.#bigrams.size
  }

  /** Reads one sentence. */
  read(text: string): SentenceTerms {
    const tokens = words(text.replace(annotations, ' '))
    const content: number[] = []
    const bigrams = new Set<number>()
    let persons = 0
    let hesitations = text.match(annotations)?.length ?? 0
    for (const [at, token] of tokens.entries()) {
      if (isPersonal(token)) persons += 1
      if (isHesitation(token) || token === tokens[at - 1]) hesitations += 1
      if (this.#stopWords.has(token) || (token.length < 2 && token < '\u0100')) continue
      const id = this.#content.id(stem(token))
      const before = content.at(-1)
      if (before !== undefined) bigrams.add(this.#bigrams.id(`${before} ${id}`))
      content.push(id)
    }
    return {
      all: Int32Array.from(tokens, (token) => this.#words.id(token)),
      content: Int32Array.from(content),
      bigrams: Int32Array.from(bigrams),
      personal: persons / Math.max(1, tokens.length),
      hesitant: hesitations / Math.max(1, tokens.length),
    }
  }
}

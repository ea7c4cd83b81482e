import { stopWordsOf } from '../../text/languages.ts'
import { words } from '../../text/tokens.ts'
import { negationOf } from '../../verification/quote-edges.ts'

/** Least content words: shorter lines match by chance. */
const MIN_WORDS = 3
/** Maximum Latin letters of stop words that carry little meaning: articles, "of", "was". Longer ones may decide: "before", "most". */
const LITTLE = /^\p{Script=Latin}{1,3}$/u
const shortButTelling: ReadonlySet<string> = new Set(
  'all any few off out up one two six ten dos dix elf vor ab bis'.split(' '),
)

/** A word with a capital that begins no sentence: "May" and "US" are more than stop words. */
const name = /(?<![.!?:;…]\s{1,9}["“„«]?)(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]+/gu
const firstWord = /^\P{L}*\p{Lu}(?!\p{Lu})\S*/u
const figure = /\p{N}+(?:[.,:]\p{N}+)*/gu

interface Content {
  /** All words, with spaces between them. */
  text: string
  words: ReadonlySet<string>
  denies: boolean
}

/**
 * Finds lines that add nothing to an earlier line of the same page: each of their words is in it, and both deny
 * something or neither does. One other word may be an owner or the opposite case: "Decrease the dose", "Increase the dose".
 */
export class Repeats {
  readonly #stops: ReadonlySet<string>
  readonly #denies: (word: string) => boolean
  readonly #earlier: Content[] = []

  /** @param language BCP 47 tag of the page; null if unknown */
  constructor(language: string | null) {
    const code = language?.toLowerCase().split('-')[0] ?? ''
    this.#denies = negationOf(code)
    const little = stopWordsOf(code)
      .values()
      .filter((word) => LITTLE.test(word) && !shortButTelling.has(word) && !this.#denies(word))
    this.#stops = new Set(little)
  }

  #read(line: string): Content {
    const all = words(line.replaceAll('’', "'"))
    const named = new Set(words((line.replace(firstWord, '').match(name) ?? []).join(' ')))
    const content = all.filter((word) => !this.#stops.has(word) || named.has(word))
    return {
      text: ` ${all.join(' ')} `,
      // "The bridge's pillars", "a pillar". Figures also whole: 2.1 million is not 1.2.
      words: new Set([...content.map((word) => word.replace(/(?<=\p{L}{3})'?s$/u, '')), ...(line.match(figure) ?? [])]),
      denies: all.some((word) => this.#denies(word) || word.endsWith("n't")),
    }
  }

  /** Remembers a line. */
  add(line: string): void {
    this.#earlier.push(this.#read(line))
  }

  /** Whether a line repeats an earlier one. */
  has(line: string): boolean {
    const own = this.#read(line)
    if (own.words.size < MIN_WORDS) return false
    return this.#earlier.some(
      ({ text, words: told, denies }) =>
        // The denial may concern the rest of that line.
        text.includes(own.text) || (own.denies === denies && own.words.isSubsetOf(told)),
    )
  }
}

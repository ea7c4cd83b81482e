import { stopWordsOf } from '../../text/languages.ts'
import { stem, words } from '../../text/tokens.ts'
import { isNegation } from '../../verification/contradictions.ts'
import { isNumber } from './bears-out.ts'

/** Least content words: shorter lines match by chance. */
const LEAST_WORDS = 3

interface Content {
  /** Words that mean something, numbers, and words with a capital beyond the first. */
  words: ReadonlySet<string>
  denies: boolean
}

/**
 * Finds lines that say nothing beyond an earlier line of the same page: each of their words is in it, and both deny
 * something or neither does. One other word may be an owner or the opposite case: "Decrease the dose", "Increase the dose".
 */
export class Repeats {
  readonly #stops: ReadonlySet<string>
  readonly #language: string
  readonly #earlier: Content[] = []

  /**
   * @param language BCP 47 tag of the page; null if unknown
   * @param labels words of the source's speakers' labels: two lines about what one said repeat nothing by that
   */
  constructor(language: string | null, labels: ReadonlySet<string> = new Set()) {
    this.#language = language?.toLowerCase().split('-')[0] ?? ''
    this.#stops = stopWordsOf(this.#language).union(labels)
  }

  #read(line: string): Content {
    const all = words(line)
    const content = all.filter((word) => !this.#stops.has(word) || isNumber(word, this.#language))
    const capitals = words(
      line
        .replace(/^\P{L}*\p{Lu}\S*/u, '')
        .match(/\p{Lu}[\p{L}\p{N}]*/gu)
        ?.join(' ') ?? '',
    )
    return {
      words: new Set([...content, ...capitals].map(stem)),
      denies: all.some((word) => isNegation(word, this.#language)),
    }
  }

  /** Remembers a line. */
  add(line: string): void {
    this.#earlier.push(this.#read(line))
  }

  /** Whether a line repeats an earlier one. */
  has(line: string): boolean {
    const { words: own, denies } = this.#read(line)
    if (own.size < LEAST_WORDS) return false
    return this.#earlier.some((earlier) => denies === earlier.denies && own.isSubsetOf(earlier.words))
  }
}

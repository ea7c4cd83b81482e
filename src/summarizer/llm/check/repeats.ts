import { stopWordsOf } from '../../text/languages.ts'
import { stem, words } from '../../text/tokens.ts'

/** Share of a line's content words in one earlier line from which it is a repeat. */
const REPEATED_SHARE = 0.75
/** Least content words: shorter lines match by chance. */
const LEAST_WORDS = 3

interface Content {
  words: ReadonlySet<string>
  /** Figures, and words with a capital beyond the first: both must recur for a line to be a repeat. */
  marks: ReadonlySet<string>
}

/** Finds lines that repeat an earlier line of the same page, also in other words. */
export class Repeats {
  readonly #stops: ReadonlySet<string>
  readonly #earlier: Content[] = []

  /**
   * @param language BCP 47 tag of the page; null if unknown
   * @param labels words of the source's speakers' labels: two lines about what one said repeat nothing by that
   */
  constructor(language: string | null, labels: ReadonlySet<string> = new Set()) {
    this.#stops = stopWordsOf(language?.toLowerCase().split('-')[0] ?? '').union(labels)
  }

  #read(line: string): Content {
    const content = words(line).filter((word) => !this.#stops.has(word))
    const capitals = words(
      line
        .replace(/^\P{L}*\p{Lu}\S*/u, '')
        .match(/\p{Lu}[\p{L}\p{N}]*/gu)
        ?.join(' ') ?? '',
    )
    const figures = content.filter((word) => /\p{N}/u.test(word))
    return { words: new Set(content.map(stem)), marks: new Set([...capitals, ...figures].map(stem)) }
  }

  /** Remembers a line. */
  add(line: string): void {
    this.#earlier.push(this.#read(line))
  }

  /** Whether a line repeats an earlier one. */
  has(line: string): boolean {
    const { words: own, marks } = this.#read(line)
    if (own.size < LEAST_WORDS) return false
    return this.#earlier.some((earlier) => {
      const shared = [...own].filter((word) => earlier.words.has(word)).length
      return shared >= own.size * REPEATED_SHARE && [...marks].every((mark) => earlier.words.has(mark))
    })
  }
}

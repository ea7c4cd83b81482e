import { joinsWithoutSpace } from '../../../../shared/text/words.ts'
import { type Break, KoreanBreaks } from './korean.ts'

const HYPHEN = /[-\u2010\u00ad]$/u

/** First parts of words that are usually hyphenated. */
const keepers: ReadonlySet<string> = new Set(
  'self well all half high low long short full cross non one two three four five six semi anti'.split(' '),
)
/** Compounds whose first part begins more words that are merely broken, such as "ex-plain". */
const compound = /^(?:so-called|ex-(?:wife|husband|boyfriend|girlfriend|partner|president|minister|soldier|convict))/iu

const wordBefore = /(?<![\p{L}\p{M}\p{N}'’]-?)([\p{L}\p{M}\p{N}'’]+(?:-[\p{L}\p{M}\p{N}'’]+)*)[-\u2010\u00ad]$/u
const wordAfter = /^[\p{L}\p{M}\p{N}'’]+(?:-[\p{L}\p{M}\p{N}'’]+)*/u

const trailing = /(?<![^\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/u

/** Words within the lines of a document, which show how a word broken at a line's end is written. */
export class Vocabulary {
  readonly #lines: readonly Break[]
  readonly #korean: KoreanBreaks
  #words: Set<string> | null = null

  constructor(lines: readonly Break[]) {
    this.#lines = lines
    this.#korean = new KoreanBreaks(lines)
  }

  /** Whether a line of Korean and the next one share a word. */
  isWithinWord(before: string, after: string): boolean {
    return this.#korean.isWithinWord(before, after)
  }

  /** Whether a word occurs within a line; the first and last words of lines may be parts of words. */
  has(word: string): boolean {
    this.#words ??= this.#collect()
    return this.#words.has(word.toLowerCase())
  }

  /** Collects only words that may be needed: those with the same beginning as a broken one. */
  #collect(): Set<string> {
    const beginnings = new Set<string>()
    for (const { text } of this.#lines) {
      const broken = HYPHEN.test(text.slice(-1)) ? wordBefore.exec(text.slice(-80))?.[1] : undefined
      if (broken !== undefined) beginnings.add(broken.slice(0, 2).toLowerCase())
    }
    const words = new Set<string>()
    for (const { text } of this.#lines) {
      const parts = text.split(' ')
      for (let index = 1; index < parts.length - 1; index += 1) {
        const part = parts[index] ?? ''
        if (part.length < 4 || !beginnings.has(part.slice(0, 2).toLowerCase())) continue
        words.add(part.slice(0, 80).toLowerCase().replace(trailing, ''))
      }
    }
    return words
  }
}

function joinHyphenated(before: string, after: string, vocabulary: Vocabulary): string {
  const whole = before.slice(0, -1)
  if (before.endsWith('\u00ad')) return whole + after
  const first = wordBefore.exec(before.slice(-80))?.[1]
  const second = wordAfter.exec(after)?.[0]
  // A dash, or a break in a URL.
  if (first === undefined || second === undefined)
    return /^\s/u.test(before.slice(-2)) ? `${before} ${after}` : before + after
  if (/https?:|www\.|@/iu.test(before.slice(-200).split(/\s/u).at(-1) ?? '') || !/^\p{Ll}/u.test(second))
    return before + after
  if (vocabulary.has(first + second)) return whole + after
  if (vocabulary.has(`${first}-${second}`) || /\p{Nd}$/u.test(first)) return before + after
  const isKept = keepers.has(first.toLowerCase()) || compound.test(`${first}-${second}`)
  return isKept ? before + after : whole + after
}

/**
 * Joins two lines of one paragraph. Drops a hyphen at the end of a line if it only breaks a word, by the document's other
 * words, or else if the second part is in lower case. Joins scripts without spaces without one.
 */
export function joinLines(before: string, after: string, vocabulary: Vocabulary): string {
  if (HYPHEN.test(before.slice(-1))) return joinHyphenated(before, after, vocabulary)
  if (joinsWithoutSpace(before, after) || vocabulary.isWithinWord(before, after)) return before + after
  if (/[([{]$/u.test(before)) return before + after
  // A dash or slash between two words without spaces.
  if (/[^\s–—/][–—/]$/u.test(before.slice(-2)) && /^[\p{L}\p{N}]/u.test(after)) return before + after
  if (/(?:https?:\/\/|www\.)\S*[/_=&?]$/iu.test(before.slice(-200)) && /^[\w%/?&=.-]+/u.test(after)) {
    return before + after
  }
  return `${before} ${after}`
}

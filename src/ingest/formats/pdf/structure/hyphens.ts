const HYPHEN = /[-\u2010\u00ad]$/u

/** First parts that a hyphen is usually part of, of the languages that write so. */
const keepers: ReadonlySet<string> = new Set(
  'self well ex all half high low long short full cross non one two three four five six so semi anti'.split(' '),
)

const wordBefore = /([\p{L}\p{M}\p{N}'’]+(?:-[\p{L}\p{M}\p{N}'’]+)*)[-\u2010\u00ad]$/u
const wordAfter = /^[\p{L}\p{M}\p{N}'’]+(?:-[\p{L}\p{M}\p{N}'’]+)*/u

const trailing = /[^\p{L}\p{M}\p{N}]+$/u

/** Words of a document that stand within lines, which tell how a word broken at a line's end is written. */
export class Vocabulary {
  private readonly lines: readonly { text: string }[]
  private words: Set<string> | null = null

  constructor(lines: readonly { text: string }[]) {
    this.lines = lines
  }

  /** Whether a word stands within a line; the first and last ones of lines may be parts of words. */
  has(word: string): boolean {
    this.words ??= this.collect()
    return this.words.has(word.toLowerCase())
  }

  /** Only words that may be asked for are kept: those with a hyphen, and those that begin as a broken one does. */
  private collect(): Set<string> {
    const beginnings = new Set<string>()
    for (const { text } of this.lines) {
      const broken = HYPHEN.test(text.slice(-1)) ? wordBefore.exec(text.slice(-80))?.[1] : undefined
      if (broken !== undefined) beginnings.add(broken.slice(0, 2).toLowerCase())
    }
    const words = new Set<string>()
    for (const { text } of this.lines) {
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

/** Han, kana and their punctuation: text in which no spaces stand between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u

function joinHyphenated(before: string, after: string, vocabulary: Vocabulary): string {
  const whole = before.slice(0, -1)
  if (before.endsWith('\u00ad')) return whole + after
  const first = wordBefore.exec(before.slice(-80))?.[1]
  const second = wordAfter.exec(after)?.[0]
  // A dash of its own, or a break in an address.
  if (first === undefined || second === undefined)
    return /^\s/u.test(before.slice(-2)) ? `${before} ${after}` : before + after
  if (/(?:https?:|www\.|@)\S*$/iu.test(before.slice(-200)) || !/^\p{Ll}/u.test(second)) return before + after
  if (vocabulary.has(first + second)) return whole + after
  if (vocabulary.has(`${first}-${second}`) || /\p{Nd}$/u.test(first)) return before + after
  return keepers.has(first.toLowerCase()) ? before + after : whole + after
}

/**
 * Joins two lines of one paragraph. A hyphen at the end of a line is dropped where it only breaks a word and kept
 * where it belongs to one: the document's own words tell which, or else that second parts in small letters are
 * mostly broken words. Text of scripts without spaces is joined without one.
 */
export function joinLines(before: string, after: string, vocabulary: Vocabulary): string {
  if (HYPHEN.test(before.slice(-1))) return joinHyphenated(before, after, vocabulary)
  if (unspaced.test(before.slice(-1)) && unspaced.test(after.slice(0, 1))) return before + after
  if (/(?:https?:\/\/|www\.)\S*[/_=&?]$/iu.test(before.slice(-200)) && /^[\w%/?&=.-]+/u.test(after)) {
    return before + after
  }
  return `${before} ${after}`
}

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
  private readonly words = new Set<string>()

  /** Adds the words of a line, save the first and last ones, which may be parts of words. */
  addLine(text: string): void {
    const words = text.toLowerCase().split(' ')
    for (let index = 1; index < words.length - 1; index += 1) {
      const word = words[index] ?? ''
      if (word.length > 3) this.words.add(/[a-z]$/.test(word) ? word : word.slice(-40).replace(trailing, ''))
    }
  }

  has(word: string): boolean {
    return this.words.has(word.toLowerCase())
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

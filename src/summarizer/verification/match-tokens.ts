import { blockOf, isTorn, type SourceText } from './source-index.ts'
import { foldToken, foldWord, sameWord, type Token, tokensOf } from './tokens.ts'

/** A quote ready to be looked for. */
export interface Pattern {
  text: string
  tokens: readonly Token[]
  /** Number of each token's form in the source, -1 where it has none. */
  ids: readonly number[]
  /** Folded words of two tokens that a line's end tore apart, by the position of the first. */
  torn: ReadonlyMap<number, string>
}

/** Steps of comparing that one search may take: what a text made to be slow can cost. */
const MOST_STEPS = 20_000_000

/** A way to write a token that equals another under folding. */
interface Pair {
  source: string
  quote: string
}

export function patternOf({ vocabulary }: SourceText, text: string): Pattern {
  const tokens = tokensOf(text)
  const ids = tokens.map(({ start, end, kind }) => vocabulary.get(foldToken(text.slice(start, end), kind)) ?? -1)
  const torn = new Map<number, string>()
  tokens.forEach((token, at) => {
    const next = tokens[at + 1]
    if (next === undefined || token.kind !== 'word' || next.kind !== 'word') return
    if (!isTorn(text, token.end, next.start)) return
    torn.set(at, foldWord(text.slice(token.start, token.end) + text.slice(next.start, next.end)))
  })
  return { text, tokens, ids, torn }
}

/** Tokens of the source, from one up to but without another, that say the same as a pattern. */
export interface Match {
  from: number
  to: number
}

/** Finds where a source says what a pattern says, token by token: by equal words only, never by likeness. */
export class TokenMatcher {
  private steps = 0
  private readonly source: SourceText
  private readonly pattern: Pattern
  /** Every token can be found somewhere: else no search is worth beginning. */
  private readonly possible: boolean

  constructor(source: SourceText, pattern: Pattern) {
    this.source = source
    this.pattern = pattern
    const tornForms = new Set(source.torn.values())
    this.possible = pattern.tokens.every(
      (token, at) =>
        (pattern.ids[at] ?? -1) >= 0 ||
        pattern.torn.has(at) ||
        pattern.torn.has(at - 1) ||
        tornForms.has(foldToken(pattern.text.slice(token.start, token.end), token.kind)),
    )
  }

  /** The matches that begin at a token from `from` up to but without `to`, in order. */
  *matches(from: number, to: number): Generator<Match> {
    if (!this.possible) return
    const firstId = this.pattern.ids[0] ?? -1
    const plain = firstId >= 0 && !this.pattern.torn.has(0) && this.source.torn.size === 0
    const ids = this.source.ids.subarray(0, to)
    for (let start = from; start < to && this.steps < MOST_STEPS; start += 1) {
      if (plain) {
        start = ids.indexOf(firstId, start)
        if (start < 0) return
      }
      const end = this.endOf(start, null)
      if (end === null) continue
      const pairs: Pair[] = []
      this.endOf(start, pairs)
      if (pairs.every(({ source, quote }) => sameWord(source, quote))) yield { from: start, to: end }
    }
  }

  /** Token after the match that begins at `start`, or null; the pairs of words that were held equal go to `pairs`. */
  private endOf(start: number, pairs: Pair[] | null): number | null {
    const { source, pattern } = this
    let at = start
    let wanted = 0
    while (wanted < pattern.ids.length) {
      this.steps += 1
      if (at >= source.ids.length) return null
      const id = source.ids[at]
      const torn = source.torn.get(at)
      if (id === pattern.ids[wanted]) {
        if (pairs !== null && pattern.tokens[wanted]?.kind === 'word') {
          pairs.push({ source: this.sourceWord(at), quote: this.quoteWord(wanted) })
        }
        at += 1
        wanted += 1
      } else if (torn !== undefined && torn === foldWord(this.quoteWord(wanted))) {
        at += 2
        wanted += 1
      } else if (pattern.torn.has(wanted) && pattern.torn.get(wanted) === source.forms[id ?? -1]) {
        at += 1
        wanted += 2
      } else {
        return null
      }
    }
    return at
  }

  private sourceWord(token: number): string {
    const { blocks, starts, ends } = this.source
    return blocks[blockOf(this.source, token)]?.text.slice(starts[token], ends[token]) ?? ''
  }

  private quoteWord(token: number): string {
    const { start, end } = this.pattern.tokens[token] ?? { start: 0, end: 0 }
    return this.pattern.text.slice(start, end)
  }
}

/** How many tokens a text has, without the tokenizer of any model. */
export interface TokenEstimate {
  /** Not more than any common tokenizer makes of it. */
  least: number
  /** What most make of it, rather a little more than too few. */
  likely: number
}

type Kind = 'space' | 'mark' | 'digit' | 'ascii' | 'spaced' | 'hangul' | 'ideograph' | 'unspaced'

/** Ranges of Unicode above ASCII that are not letters of a script with spaces between words: first, last, kind. */
const ranges: readonly (readonly [number, number, Kind])[] = [
  [0x00a0, 0x00a0, 'space'],
  [0x00a1, 0x00bf, 'mark'],
  [0x0e00, 0x0fff, 'unspaced'],
  [0x1000, 0x109f, 'unspaced'],
  [0x1780, 0x17ff, 'unspaced'],
  [0x2000, 0x200b, 'space'],
  [0x2010, 0x2bff, 'mark'],
  [0x2e80, 0x2fff, 'ideograph'],
  [0x3000, 0x303f, 'mark'],
  [0x3040, 0x9fff, 'ideograph'],
  [0xac00, 0xd7a3, 'hangul'],
  [0xd800, 0xdbff, 'ideograph'],
  [0xdc00, 0xdfff, 'space'],
  [0xf900, 0xfaff, 'ideograph'],
  [0xff00, 0xffef, 'mark'],
]

function asciiKind(code: number): Kind {
  if (code <= 0x20) return 'space'
  if (code >= 0x30 && code <= 0x39) return 'digit'
  const letter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
  return letter ? 'ascii' : 'mark'
}

function kindOf(code: number): Kind {
  if (code < 0x80) return asciiKind(code)
  if (code < 0x0e00)
    return code > 0x00bf ? 'spaced' : (ranges.find(([first, last]) => code >= first && code <= last)?.[2] ?? 'mark')
  return ranges.find(([first, last]) => code >= first && code <= last)?.[2] ?? 'spaced'
}

/**
 * Tokens a character, by kind, as o200k_base (200,000 entries) comes to on prose. Older vocabularies take up to three
 * times as many for scripts other than Latin.
 */
const likelyTokens: Record<Kind, number> = {
  space: 0,
  mark: 0.9,
  digit: 0.5,
  ascii: 0.27,
  spaced: 0.45,
  hangul: 0.8,
  ideograph: 1,
  unspaced: 0.7,
}

/**
 * The bound below: no token reaches across the space between two words, so each run of letters or digits is at least
 * one; of scripts without spaces, vocabularies join at most two and a half ideographs or five Thai letters on average.
 */
const leastTokens: Record<Kind, number> = {
  space: 0,
  mark: 0,
  digit: 0,
  ascii: 0,
  spaced: 0,
  hangul: 0,
  ideograph: 0.4,
  unspaced: 0.2,
}

const spelled: ReadonlySet<Kind> = new Set<Kind>(['digit', 'ascii', 'spaced', 'hangul'])

/** Words are seldom less than a token each, and the short ones of plain prose not much more. */
const LIKELY_TOKENS_A_WORD = 1.05

/** Estimates the tokens of a text in one pass over its characters. */
export function estimateTokens(text: string): TokenEstimate {
  let words = 0
  let least = 0
  let likely = 0
  let last = 0
  let inWord = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const kind = kindOf(code)
    const spells = spelled.has(kind)
    if (spells && !inWord) words += 1
    inWord = spells
    least += leastTokens[kind]
    // Lines of dashes and dots are few tokens.
    if (kind !== 'mark' || code !== last) likely += likelyTokens[kind]
    last = code
  }
  return { least: Math.floor(words + least), likely: Math.ceil(Math.max(likely, words * LIKELY_TOKENS_A_WORD)) }
}

/** Number of tokens of a text, estimated without a tokenizer. */
export interface TokenEstimate {
  /** Lower bound for every common tokenizer. */
  least: number
  /** Slightly above the count of most tokenizers. */
  likely: number
}

/**
 * Kinds of characters. `likely`: tokens per character of prose in o200k_base; older vocabularies need up to three times
 * as many beyond Latin. `least`: vocabularies join at most 2.5 ideographs or five Thai letters on average. `spelled`:
 * no token continues across the space between two words, so that each run is at least one token.
 */
const kinds = {
  space: { likely: 0, least: 0, spelled: false },
  mark: { likely: 0.9, least: 0, spelled: false },
  digit: { likely: 0.5, least: 0, spelled: true },
  ascii: { likely: 0.27, least: 0, spelled: true },
  spaced: { likely: 0.45, least: 0, spelled: true },
  hangul: { likely: 0.8, least: 0, spelled: true },
  ideograph: { likely: 1, least: 0.4, spelled: false },
  unspaced: { likely: 0.7, least: 0.2, spelled: false },
}
type Kind = keyof typeof kinds

/** Ranges of Unicode above ASCII, except letters of scripts with spaces between words: first, last, kind. */
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

function kindOf(code: number): Kind {
  if (code < 0x80) {
    if (code <= 0x20) return 'space'
    if (code >= 0x30 && code <= 0x39) return 'digit'
    return /[a-z]/i.test(String.fromCharCode(code)) ? 'ascii' : 'mark'
  }
  return ranges.find(([first, last]) => code >= first && code <= last)?.[2] ?? (code < 0xa0 ? 'mark' : 'spaced')
}

/** Short words of plain prose need few more tokens than one each. */
const LIKELY_TOKENS_A_WORD = 1.05

export function estimateTokens(text: string): TokenEstimate {
  let words = 0
  let least = 0
  let likely = 0
  let last = 0
  let inWord = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const kind = kindOf(code)
    const { spelled } = kinds[kind]
    if (spelled && !inWord) words += 1
    inWord = spelled
    least += kinds[kind].least
    // A row of dashes or dots needs few tokens.
    if (kind !== 'mark' || code !== last) likely += kinds[kind].likely
    last = code
  }
  return { least: Math.floor(words + least), likely: Math.ceil(Math.max(likely, words * LIKELY_TOKENS_A_WORD)) }
}

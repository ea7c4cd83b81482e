import words from './korean.json' with { type: 'json' }

/** A line of a document, in points; without a position, only its words count. */
export interface Break {
  text: string
  x1?: number
  right?: number
  size?: number
  page?: number
  region?: number
}

const hangul = /\p{Script=Hangul}/u
const punctuation = /(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u

/** Particles and endings that begin no word. */
const noBeginning = new RegExp(
  `^(?:${words.noBeginnings.join('|')})(?=$|[^\\p{L}])|^(?:${words.endings.join('|')})`,
  'u',
)

/** Particles and endings of whole words. */
const wordEnd = new RegExp(`.(?:${words.wordEnds.join('|')})$`, 'u')
const lone = new Set(words.lone)

/** Share of the breaks that must be within words to show that a document breaks lines at any syllable. */
const MIN_SHARE = 0.04

/** Such lines end less than a syllable before the margin, relative to the font size. */
const MAX_FREE = 1.05
const JUSTIFIED_FREE = 0.1
const MIN_TIGHT = 0.9

const lastToken = (text: string): string => text.slice(text.lastIndexOf(' ') + 1)
const firstToken = (text: string): string => /^\S+/u.exec(text.slice(0, 40))?.[0] ?? ''

/**
 * Whether lines of Korean end within words. Word processors and browsers break Korean lines after any syllable, and paint
 * no space at the end of a line, so that the words themselves must show it.
 */
export class KoreanBreaks {
  readonly #lines: readonly Break[]
  #tokens: Set<string> | null = null
  #breaksWords: boolean | undefined

  constructor(lines: readonly Break[]) {
    this.#lines = lines
  }

  /** Whether a line and the next one share a word. */
  isWithinWord(before: string, after: string): boolean {
    if (!hangul.test(before.slice(-1)) || !hangul.test(after.slice(0, 1))) return false
    this.#breaksWords ??= this.#findBreaks()
    if (!this.#breaksWords) return false
    const [first, next] = [lastToken(before), firstToken(after)]
    if (noBeginning.test(next)) return true
    this.#tokens ??= this.#collect()
    if (this.#tokens.has(first + next.replace(punctuation, ''))) return true
    if (lone.has(first) || (first.length > 1 && this.#tokens.has(first))) return false
    return !wordEnd.test(first)
  }

  /** The words within lines: neither the first nor the last, which may be parts of words. */
  #collect(): Set<string> {
    const tokens = new Set<string>()
    for (const { text } of this.#lines) {
      for (const token of text.split(' ').slice(1, -1)) tokens.add(token.replace(punctuation, ''))
    }
    return tokens
  }

  #findBreaks(): boolean {
    let [breaks, within, tight, justified] = [0, 0, 0, 0]
    for (const [index, { text, page, region, size = 1 }] of this.#lines.entries()) {
      const before = this.#lines[index - 1]
      if (before === undefined || before.page !== page || before.region !== region) continue
      if (!hangul.test(before.text.slice(-1)) || !hangul.test(text.slice(0, 1))) continue
      const { x1 = 0, right = 0 } = before
      // A heading ends before its text.
      if ((before.size ?? 1) > 1.1 * size) continue
      breaks += 1
      if (noBeginning.test(firstToken(text))) within += 1
      if (right - x1 <= MAX_FREE * size) tight += 1
      if (right - x1 <= JUSTIFIED_FREE * size) justified += 1
    }
    if (within > 0 && within >= MIN_SHARE * breaks) return true
    return breaks > 2 && tight >= MIN_TIGHT * breaks && justified < MIN_TIGHT * breaks
  }
}

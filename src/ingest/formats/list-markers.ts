import letters from './list-letters.json' with { type: 'json' }

/** Longer markers aren't shown. */
export const MAX_MARKER_CHARACTERS = 16

const romanDigits = 'm1000 cm900 d500 cd400 c100 xc90 l50 xl40 x10 ix9 v5 iv4 i1'
  .split(' ')
  .map((digit) => [Number.parseInt(digit.replace(/\D+/u, ''), 10), digit.replace(/\d+/u, '')] as const)

/** Larger roman numbers are shown in decimals. */
const MAX_ROMAN = 3999

function roman(value: number): string {
  const digit = romanDigits.find(([worth]) => worth <= value)
  return digit === undefined ? '' : digit[1] + roman(value - digit[0])
}

const alphabets: readonly (readonly [string, string])[] = Object.entries(letters.alphabets)
const sameAs: ReadonlyMap<string, string> = new Map(Object.entries(letters.sameAs))
const digits: ReadonlyMap<string, string> = new Map(Object.entries(letters.digits))

/** The letters of a number format: by its name in Word, or by its first letters in OpenDocument ("А, Б, В, ..."). */
function alphabetOf(format: string): string | undefined {
  const sample = (format.match(/\p{L}/gu) ?? []).slice(0, 2).join('')
  const name = sameAs.get(format) ?? format
  return alphabets.find(([own, all]) => own === name || (sample.length > 1 && all.startsWith(sample)))?.[1]
}

const isHanCounting = (format: string): boolean =>
  /^(?:chinese|taiwanese|japanese|ideograph|korean)(?:Legal|Counting|Digital)/u.test(format) || format.startsWith('一')

/** Chinese and Japanese numbers below a hundred. */
function hanNumber(value: number): string {
  const signs = Array.from('〇一二三四五六七八九')
  const [tens, ones] = [Math.floor(value / 10), value % 10]
  const before = tens === 0 ? '' : `${tens === 1 ? '' : signs[tens]}十`
  return before + (ones === 0 && tens > 0 ? '' : (signs[ones] ?? ''))
}

/** Whether numbers can be written in a format. */
export const isNumberFormat = (format: string): boolean =>
  /^[1aAiI]$/u.test(format) ||
  format === 'decimalZero' ||
  digits.has(format) ||
  isHanCounting(format) ||
  alphabetOf(format) !== undefined

/**
 * Writes the number of a list item. Numbers that a format can't write briefly are decimals.
 *
 * @param format 1, a, A, i or I, as HTML and OpenDocument write it; else a name of ISO/IEC 29500-1, 17.18.59, or the first
 *   letters of an alphabet
 */
export function formatNumber(value: number, format: string): string {
  const lower = format.toLowerCase()
  if (/^[ai]$/u.test(lower)) {
    let text = String(value)
    if (lower === 'a' && value >= 1 && value <= 26) text = String.fromCodePoint(96 + value)
    else if (lower === 'i' && value >= 1 && value <= MAX_ROMAN) text = roman(value)
    return format === lower ? text : text.toUpperCase()
  }
  if (format === '1' || value < 1) return String(value)
  if (format === 'decimalZero') return String(value).padStart(2, '0')
  if (isHanCounting(format)) return value < 100 ? hanNumber(value) : String(value)
  const own = digits.get(format)
  if (own !== undefined) return String(value).replace(/\d/gu, (digit) => own[Number(digit)] ?? digit)
  return Array.from(alphabetOf(format) ?? '')[value - 1] ?? String(value)
}

interface List {
  /** Number of the next item; null in lists without numbers. */
  next: number | null
  step: number
  format: string
}

type Attribute = (name: string) => string | null | undefined

const integer = (text: string | null | undefined): number | null =>
  text !== null && text !== undefined && /^\s*-?\d{1,6}\s*$/u.test(text) ? Number(text) : null

/** Numbers the items of HTML's nested lists. The first text of an item takes its number. */
export class ListMarkers {
  readonly #lists: List[] = []
  #marker: string | undefined

  open(name: string, attribute: Attribute): void {
    if (name === 'ul') this.#lists.push({ next: null, step: 1, format: '1' })
    else if (name === 'ol') {
      const reversed = (attribute('reversed') ?? null) !== null
      // The first number of a reversed list without `start` depends on all of its items.
      const next = integer(attribute('start')) ?? (reversed ? null : 1)
      this.#lists.push({ next, step: reversed ? -1 : 1, format: attribute('type') ?? '1' })
    } else if (name === 'li') this.#item(attribute('value'))
  }

  close(name: string): void {
    if (name === 'ul' || name === 'ol') this.#lists.pop()
    else if (name === 'li') this.#marker = undefined
  }

  /** Returns the number of the open item, once. */
  take(): string | undefined {
    const marker = this.#marker
    this.#marker = undefined
    return marker
  }

  #item(value: string | null | undefined): void {
    const list = this.#lists.at(-1)
    this.#marker = undefined
    if (list === undefined || list.next === null) return
    const number = integer(value) ?? list.next
    list.next = number + list.step
    this.#marker = `${formatNumber(number, list.format)}.`
  }
}

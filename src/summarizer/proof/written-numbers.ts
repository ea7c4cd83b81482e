/** What digits with separators may stand for. */
export interface WrittenNumber {
  /** Values as one number: "1.234" is 1234 or 1.234, by who writes it. */
  values: number[]
  /** Parts of a date, time, score or version, where it may be one; else empty. */
  parts: number[]
  /** Minutes since midnight, or any two numbers with a colon, as 60 times the first plus the second; else null. */
  time: number | null
}

const grouped = /^\d{1,3}(?:[.,']\d{3})+$/u
/** 12,34,567: groups of two above the last three. */
const indian = /^\d{1,2}(?:,\d{2})*,\d{3}$/u
const separators = /[.,'/:]/u

/** Longest row of digits that is a number at all; identifiers and keys are longer. */
const MOST_DIGITS = 18

/**
 * Reads digits with points, commas and other separators in every way that some language would.
 *
 * @param text folded: digits 0-9, separators . , ' : /
 */
export function readWritten(text: string): WrittenNumber {
  const parts = text.split(separators)
  if (parts.length === 1) return { values: text.length <= MOST_DIGITS ? [Number(text)] : [], parts: [], time: null }
  if (/[:/]/u.test(text))
    return { values: [], parts: parts.map(Number), time: text.includes(':') ? timeOf(text) : null }
  const values: number[] = []
  const bare = parts.join('')
  if (bare.length <= MOST_DIGITS && (grouped.test(text) || indian.test(text))) values.push(Number(bare))
  const decimal = decimalOf(text)
  if (decimal !== null) values.push(decimal)
  // A date or version (12.05.2020), or a list written without spaces; of 3.45 the parts mean nothing.
  return { values, parts: values.length === 0 ? parts.map(Number) : [], time: timeOf(text) }
}

const clock = /^(\d{1,2})[:.](\d{2})(?::\d{2})?$/u

function timeOf(text: string): number | null {
  const match = clock.exec(text)
  return match === null ? null : Number(match[1]) * 60 + Number(match[2])
}

/** The reading with the last separator before the decimals, where all others are another sign that groups thousands. */
function decimalOf(text: string): number | null {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (at < 0) return null
  const whole = text.slice(0, at)
  const others = whole.replace(/\d/gu, '')
  if (others !== '' && (others.includes(text.charAt(at)) || !(grouped.test(whole) || indian.test(whole)))) return null
  return Number(`${whole.replace(/\D/gu, '')}.${text.slice(at + 1)}`)
}

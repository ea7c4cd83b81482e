const roman = /^(?=..)X{0,3}(?:IX|IV|V?I{0,3})$/u
const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 }

/** Value of a Roman numeral of two letters or more, up to 39: kings, wars and chapters; null for anything else. */
export function readRoman(raw: string): number | null {
  if (!roman.test(raw)) return null
  const digits = Array.from(raw, (letter) => values[letter] ?? 0)
  return digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0)
}

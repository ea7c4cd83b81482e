const digits: Readonly<Record<string, number>> = {
  〇: 0,
  零: 0,
  一: 1,
  二: 2,
  两: 2,
  兩: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
}
const tens: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }
const myriads: Readonly<Record<string, number>> = { 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8, 兆: 1e12 }

export const isHanNumeral = (character: string) => character in digits || character in tens || character in myriads

/** What a character behind digits multiplies them by (3万); null where it does not. */
export const hanScale = (character: string): number | null => myriads[character] ?? tens[character] ?? null

/**
 * Value of a run of numerals: 三百二十万 → 3,200,000, 二〇二四 → 2024. Null for what is no number, like 千万 by itself.
 */
export function readHan(run: string): number | null {
  const characters = Array.from(run)
  if (characters.every((character) => character in digits)) {
    return Number(characters.map((character) => digits[character]).join(''))
  }
  if (!characters.some((character) => character in digits || character === '十')) return null
  let total = 0
  let section = 0
  let digit: number | null = null
  for (const character of characters) {
    const ten = tens[character]
    const myriad = myriads[character]
    if (ten !== undefined) {
      section += (digit ?? 1) * ten
      digit = null
    } else if (myriad !== undefined) {
      total += Math.max(1, section + (digit ?? 0)) * myriad
      section = 0
      digit = null
    } else {
      digit = digits[character] ?? 0
    }
  }
  return total + section + (digit ?? 0)
}

/** Digits of any script as 0-9. Unicode orders the ten digits of a script. */
export const asciiDigits = (text: string): string =>
  text.replace(/[\p{Nd}--[0-9]]/gv, (digit) => {
    const point = digit.codePointAt(0) ?? 0
    let value = 0
    while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(point - value - 1))) value += 1
    // The mathematical digits are five adjacent sets.
    return String(point >= 0x1d7ce && point <= 0x1d7ff ? (point - 0x1d7ce) % 10 : value)
  })

const romanValues: Readonly<Record<string, number>> = { C: 100, L: 50, X: 10, V: 5, I: 1 }

/** Value of a Roman numeral in capitals, up to 399. */
export function romanValue(numeral: string): number {
  const values = Array.from(numeral, (letter) => romanValues[letter] ?? 0)
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}

export const hanDigits: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Array.from('〇一二三四五六七八九', (character, value) => [character, value])),
  零: 0,
  两: 2,
  兩: 2,
}
export const hanTens: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }
export const hanMyriads: Readonly<Record<string, number>> = { 万: 1e4, 萬: 1e4, 亿: 1e8, 億: 1e8, 兆: 1e12 }

/** Value of a Han numeral: 三百二十万 → 3,200,000, 二〇二四 → 2024. */
export function hanValue(numeral: string): number {
  const characters = Array.from(numeral)
  if (characters.every((character) => character in hanDigits)) {
    return Number(characters.map((character) => hanDigits[character]).join(''))
  }
  let total = 0
  let section = 0
  let digit: number | null = null
  for (const character of characters) {
    const ten = hanTens[character]
    const myriad = hanMyriads[character]
    if (ten !== undefined) {
      section += (digit ?? 1) * ten
      digit = null
    } else if (myriad !== undefined) {
      total += Math.max(1, section + (digit ?? 0)) * myriad
      section = 0
      digit = null
    } else {
      digit = hanDigits[character] ?? 0
    }
  }
  return total + section + (digit ?? 0)
}

import chapterWords from './chapter-words.json' with { type: 'json' }

/** A chapter title split into the number the book gives the chapter and the name after it. */
interface ChapterTitle {
  /** In ASCII digits: "13", "1.2". */
  number: string
  /** Without its final period; empty where the title is only a number. */
  name: string
}

const units = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'.split(
  ' ',
)
units.push('seventeen', 'eighteen', 'nineteen')
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const WORD = [...new Set(Object.values(chapterWords).flat())].toSorted((a, b) => b.length - a.length).join('|')
const DIGITS = String.raw`\p{Nd}{1,3}`
const SPELLED = `(?:(?:${tens.join('|')})(?:[ -](?:${units.slice(0, 9).join('|')}))?|${units.toReversed().join('|')})`
/** Up to 399: D and M would make numbers of words such as "Mid" and "Dim". */
const ROMAN = '(?=[CLXVI])C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})'
const HAN = '[〇零一二三四五六七八九十百]{1,7}'
const END = String.raw`(?=$|[\s.,:;)\]|–—-])`

/** Forms of a numbered title, the number in the group `n`; the rest of the title follows. */
const forms: readonly RegExp[] = [
  // Chapter 13, CHAPTER XIII, Chapter Twenty-One, Chapter 1.2
  new RegExp(
    String.raw`^(?:${WORD})(?:\.\s*|\s+|(?=\p{Nd}))(?:(?:no|nr)\.\s*|№\s*|#)?(?<n>${DIGITS}(?:\.${DIGITS})*|${ROMAN}|${SPELLED})${END}`,
    'iu',
  ),
  // 3. Kapitel, 5 fejezet
  new RegExp(String.raw`^(?<n>${DIGITS}|${ROMAN})\.?\s+(?:${WORD})${END}`, 'iu'),
  // 第3章, 第二十一回, 제3장
  new RegExp(String.raw`^第?\s*(?<n>${DIGITS}|${HAN})\s*[章回課话話]`, 'u'),
  new RegExp(String.raw`^제?\s*(?<n>${DIGITS})\s*장(?!\p{L})`, 'u'),
  // 13, XIII
  new RegExp(String.raw`^(?<n>${DIGITS}|${ROMAN})[.:)]?$`, 'u'),
  // 13. Wheelbarrow, XIII: Wheelbarrow, 13 – Wheelbarrow; not 1.1, 12:41, 10-20 or an initial such as C.
  new RegExp(String.raw`^(?<n>${DIGITS}|(?![CL]\b)${ROMAN})(?:[.:)]\s+|\s+[-–—|]\s+)(?=\S)`, 'u'),
  new RegExp(String.raw`^(?<n>${DIGITS})[.:)](?=\p{L})`, 'u'),
]

/** Zeros of the decimal digits that books in the supported languages use. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xbe6, 0xe50]

/** Digits of any script as ASCII digits without leading zeros: "०३" becomes "3". */
function asciiDigits(written: string): string {
  const ascii = written.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = zeros.find((first) => code >= first && code < first + 10)
    return zero === undefined ? digit : String(code - zero)
  })
  return ascii.replace(/^0+(?=\d)/u, '')
}

const romanValues: Readonly<Record<string, number>> = { C: 100, L: 50, X: 10, V: 5, I: 1 }

function romanValue(written: string): number {
  const values = Array.from(written.toUpperCase(), (letter) => romanValues[letter] ?? 0)
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
}

/** Value of a Han numeral below 1,000: 二十一 is 21, 一〇三 is 103. */
function hanValue(written: string): number {
  let sum = 0
  let digits = 0
  for (const sign of written) {
    const scale = sign === '百' ? 100 : sign === '十' ? 10 : null
    if (scale === null) digits = digits * 10 + Math.max(0, '零一二三四五六七八九'.indexOf(sign))
    else {
      sum += Math.max(1, digits) * scale
      digits = 0
    }
  }
  return sum + digits
}

function spelledValue(written: string): number {
  const words = written.toLowerCase().split(/[ -]/u)
  return words.reduce((sum, word) => {
    const ten = tens.indexOf(word)
    return sum + (ten === -1 ? units.indexOf(word) + 1 : (ten + 2) * 10)
  }, 0)
}

function numberOf(written: string): string {
  if (/^\p{Nd}/u.test(written)) return asciiDigits(written)
  if (/^\p{Script=Han}|^〇/u.test(written)) return String(hanValue(written))
  return String(/^[CLXVI]+$/iu.test(written) ? romanValue(written) : spelledValue(written))
}

/**
 * Splits a chapter title such as "Chapter 13. Wheelbarrow", "CHAPTER XIII", "13. Wheelbarrow", "Kapitel 3" or "第三章"
 * into number and name. Returns null where the title gives no chapter number: prefaces, parts, letters.
 */
export function parseChapterTitle(title: string): ChapterTitle | null {
  const text = title.normalize('NFKC').trim()
  for (const form of forms) {
    const match = form.exec(text)
    const written = match?.groups?.['n']
    if (match === null || written === undefined) continue
    const name = text
      .slice(match[0].length)
      .replace(/^[\s.,:;)\]|–—-]+/u, '')
      .replace(/\.$/u, '')
    return { number: numberOf(written), name }
  }
  return null
}

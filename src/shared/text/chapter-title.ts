import chapterWords from './chapter-words.json' with { type: 'json' }
import { asciiDigits, hanValue, romanValue } from './numerals.ts'

/** A chapter title split into the number the book gives the chapter and the name after it. */
interface ChapterTitle {
  /** In ASCII digits: "13", "1.2". */
  number: string
  /** Without its final period; empty where the title is only a number. */
  name: string
}

const units =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
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

function spelledValue(written: string): number {
  const words = written.toLowerCase().split(/[ -]/u)
  return words.reduce((sum, word) => {
    const ten = tens.indexOf(word)
    return sum + (ten === -1 ? units.indexOf(word) + 1 : (ten + 2) * 10)
  }, 0)
}

function numberOf(written: string): string {
  if (/^\p{Nd}/u.test(written)) return asciiDigits(written).replace(/^0+(?=\d)/u, '')
  if (/^\p{Script=Han}|^〇/u.test(written)) return String(hanValue(written))
  return String(/^[CLXVI]+$/iu.test(written) ? romanValue(written.toUpperCase()) : spelledValue(written))
}

/** Splits a title such as "Chapter 13. Wheelbarrow" or "第三章"; null without a chapter number, as for prefaces. */
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

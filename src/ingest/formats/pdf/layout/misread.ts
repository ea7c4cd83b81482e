import type { Glyphs } from '../pdfium/glyphs.ts'

/** Too few to tell. */
const MIN_MISREAD = 3

const isHangul = (code: number): boolean => code >= 0xac00 && code <= 0xd7a3

/** Whether the two bytes of a code are a Cyrillic letter in UTF-8 (RFC 3629). */
const isCyrillicUtf8 = (code: number): boolean => {
  const [lead, trail] = [code >> 8, code & 0xff]
  return (lead === 0xd0 || lead === 0xd1) && trail >= 0x80 && trail <= 0xbf
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code < 0xe000

/** Joins the halves of surrogate pairs, which PDFium gives one by one; a half that is alone is replaced. */
export function joinSurrogates({ codes, count }: Glyphs): void {
  for (let index = 0; index < count; index += 1) {
    const [high = 0, low = 0] = [codes[index], index + 1 < count ? codes[index + 1] : 0]
    if (isHighSurrogate(high) && isLowSurrogate(low)) {
      codes[index] = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00)
      codes[index + 1] = 0
      index += 1
    } else if (isHighSurrogate(high) || isLowSurrogate(high)) codes[index] = 0xfffd
  }
}

/**
 * Sets right what a program of CAD and office suites gets wrong: it writes letters of Cyrillic to a font's table as UTF-8
 * where UTF-16 is asked for, so that they come out as syllables of Korean. True Korean text has syllables of other rows.
 */
export function repairCodes({ codes, count }: Glyphs): void {
  let suspected = 0
  for (let index = 0; index < count; index += 1) {
    const code = codes[index] ?? 0
    if (!isHangul(code)) continue
    if (!isCyrillicUtf8(code)) return
    suspected += 1
  }
  if (suspected < MIN_MISREAD) return
  for (let index = 0; index < count; index += 1) {
    const code = codes[index] ?? 0
    if (isHangul(code)) codes[index] = ((code & 0x1f00) >> 2) | (code & 0x3f)
  }
}

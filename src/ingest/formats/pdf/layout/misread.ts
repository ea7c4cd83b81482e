import type { Glyphs } from '../pdfium/glyphs.ts'

/** Too few to tell. */
const MIN_MISREAD = 3

const isHangul = (code: number): boolean => code >= 0xac00 && code <= 0xd7a3

/** Whether the two bytes of a code are a Cyrillic letter in UTF-8 (RFC 3629). */
const isCyrillicUtf8 = (code: number): boolean => {
  const [lead, trail] = [code >> 8, code & 0xff]
  return (lead === 0xd0 || lead === 0xd1) && trail >= 0x80 && trail <= 0xbf
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

import { encodingOfCharset, SYMBOL_CHARSET } from '../word/code-pages.ts'
import type { Bytes } from './bytes.ts'
import type { Fib } from './fib.ts'

export interface Font {
  name: string
  /** Null where it follows the document's language. */
  encoding: string | null
  /** Its characters are signs and not letters. */
  symbols: boolean
}

const FIXED_BYTES_6 = 6
const FIXED_BYTES_8 = 40
const MAX_FONTS = 4096

/** Reads the table of fonts ([MS-DOC] 2.9.87, FFN). */
export function readFonts(fib: Fib, tables: Bytes): Font[] {
  const table = tables.slice(fib.tables.fonts.at, fib.tables.fonts.length)
  const old = fib.generation < 8
  const fonts: Font[] = []
  for (let at = old ? 2 : 4; at + 5 < table.length && fonts.length < MAX_FONTS; ) {
    const bytes = table.u8(at) + 1
    const charset = table.u8(at + 4)
    const fixed = old ? FIXED_BYTES_6 : FIXED_BYTES_8
    const name = table.subarray(at + fixed, bytes - fixed).toString(old ? 'latin1' : 'utf16le')
    const symbols = charset === SYMBOL_CHARSET
    fonts.push({ name: name.split('\0')[0] ?? '', encoding: encodingOfCharset(charset), symbols })
    at += bytes
  }
  return fonts
}

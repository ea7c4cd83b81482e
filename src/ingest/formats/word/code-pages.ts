/** Character sets of fonts (wingdi.h, "Character Set Constants") and the encoding of each. */
const charsets: Readonly<Record<number, string>> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  130: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}

/** Character set of fonts whose characters are signs. */
export const SYMBOL_CHARSET = 2

/** The encoding of a font's character set; null where it follows the document's language. */
export const encodingOfCharset = (charset: number): string | null => charsets[charset] ?? null

/** Languages of Windows by the low ten bits of their identifier ([MS-LCID]), with the encoding their files have. */
const languages: Readonly<Record<number, readonly [string, string]>> = {
  0x01: ['ar', 'windows-1256'],
  0x02: ['bg', 'windows-1251'],
  0x03: ['ca', 'windows-1252'],
  0x04: ['zh', 'gbk'],
  0x05: ['cs', 'windows-1250'],
  0x06: ['da', 'windows-1252'],
  0x07: ['de', 'windows-1252'],
  0x08: ['el', 'windows-1253'],
  0x09: ['en', 'windows-1252'],
  0x0a: ['es', 'windows-1252'],
  0x0b: ['fi', 'windows-1252'],
  0x0c: ['fr', 'windows-1252'],
  0x0d: ['he', 'windows-1255'],
  0x0e: ['hu', 'windows-1250'],
  0x0f: ['is', 'windows-1252'],
  0x10: ['it', 'windows-1252'],
  0x11: ['ja', 'shift_jis'],
  0x12: ['ko', 'euc-kr'],
  0x13: ['nl', 'windows-1252'],
  0x14: ['no', 'windows-1252'],
  0x15: ['pl', 'windows-1250'],
  0x16: ['pt', 'windows-1252'],
  0x18: ['ro', 'windows-1250'],
  0x19: ['ru', 'windows-1251'],
  0x1a: ['hr', 'windows-1250'],
  0x1b: ['sk', 'windows-1250'],
  0x1c: ['sq', 'windows-1250'],
  0x1d: ['sv', 'windows-1252'],
  0x1e: ['th', 'windows-874'],
  0x1f: ['tr', 'windows-1254'],
  0x20: ['ur', 'windows-1256'],
  0x21: ['id', 'windows-1252'],
  0x22: ['uk', 'windows-1251'],
  0x23: ['be', 'windows-1251'],
  0x24: ['sl', 'windows-1250'],
  0x25: ['et', 'windows-1257'],
  0x26: ['lv', 'windows-1257'],
  0x27: ['lt', 'windows-1257'],
  0x29: ['fa', 'windows-1256'],
  0x2a: ['vi', 'windows-1258'],
}

/** Chinese as it is written in Taiwan, Hong Kong and Macao. */
const traditional: ReadonlySet<number> = new Set([0x0404, 0x0c04, 0x1404])

/** What a Windows language identifier says: the language (BCP 47) and the encoding of its files. */
export function localeOf(lcid: number): { language: string | null; encoding: string } {
  if (traditional.has(lcid)) return { language: 'zh', encoding: 'big5' }
  const [language = null, encoding = 'windows-1252'] = languages[lcid & 0x3ff] ?? []
  return { language, encoding }
}

/** The encoding of a Windows code page number. */
export function encodingOfCodePage(codePage: number): string {
  const named: Readonly<Record<number, string>> = {
    874: 'windows-874',
    932: 'shift_jis',
    936: 'gbk',
    949: 'euc-kr',
    950: 'big5',
    1200: 'utf-16le',
    10000: 'macintosh',
    65001: 'utf-8',
  }
  return named[codePage] ?? (codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : 'windows-1252')
}

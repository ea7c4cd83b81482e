import { isUtf8 } from 'node:buffer'

/** The upper half of code page 437, the encoding of names without the UTF-8 flag (APPNOTE appendix D). */
const upper437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

const decode437 = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : (upper437[byte - 0x80] ?? ''))).join('')

/** Names are written in UTF-8 with or without the flag that says so; what is not UTF-8 is code page 437. */
export function decodeName(bytes: Uint8Array): string {
  return isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : decode437(bytes)
}

/**
 * A name as a path inside the archive: slashes forward, no leading slash, no empty part, `.` and `..` resolved.
 *
 * @returns null for a name that leads out of the archive or holds a NUL: nothing by that name is ever offered
 */
export function entryName(raw: string): string | null {
  if (raw.includes('\0')) return null
  const parts: string[] = []
  for (const part of raw.replaceAll('\\', '/').split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null
    } else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.length === 0 ? null : parts.join('/')
}

/** A name without the differences that archives and what refers to them get wrong: case and composed characters. */
export const looseName = (name: string): string => name.normalize('NFC').toLowerCase()

import { isUtf8 } from 'node:buffer'
import sniffEncoding from 'html-encoding-sniffer'
import { guessEncoding } from '../guess-encoding.ts'
import { resolveEntities } from './entities.ts'

/** Marks that nothing was declared. */
const UNDECLARED = 'x-undeclared'

/** Whether no more than a few characters are broken, so that a file is UTF-8 as it says, or as files are by default. */
function isAlmostSound(text: string): boolean {
  const most = Math.max(20, text.length * 0.01)
  let broken = 0
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) {
    broken += 1
    if (broken > most) return false
  }
  return true
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    // An encoding that the platform doesn't know, or refuses to decode.
    return null
  }
}

/** What Windows-1252 has in the place of the control characters U+0080 to U+009F. */
const inWindows1252 = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index),
)

/** All matches of a replacement are held at once, so a text is mended in steps. */
const REPAIR_STEP = 65_536

/**
 * Control characters that no text holds stand where bytes of Windows-1252 were taken for Unicode: dashes, quotes. HTML
 * reads references to them the same way.
 */
function repairControls(text: string): string {
  if (!/[\u0080-\u009f]/u.test(text)) return text
  const parts: string[] = []
  for (let at = 0; at < text.length; at += REPAIR_STEP) {
    const part = text.slice(at, at + REPAIR_STEP)
    parts.push(part.replace(/[\u0080-\u009f]/g, (control) => inWindows1252[control.charCodeAt(0) - 0x80] ?? ''))
  }
  return parts.join('')
}

function decode(bytes: Uint8Array): string {
  const inXml = sniffEncoding(bytes, { xml: true, defaultEncoding: UNDECLARED })
  if (/^utf-16/iu.test(inXml)) return decodeAs(inXml, bytes) ?? ''
  const asUtf8 = new TextDecoder().decode(bytes)
  if (isUtf8(bytes)) return asUtf8
  const declared = inXml === UNDECLARED ? sniffEncoding(bytes, { defaultEncoding: UNDECLARED }) : inXml
  const believed = declared === UNDECLARED || /^utf-8$/iu.test(declared)
  if (believed && isAlmostSound(asUtf8)) return asUtf8
  const other = believed ? guessEncoding(bytes) : declared
  return decodeAs(other, bytes) ?? asUtf8
}

/**
 * The markup of a part of a book: decoded by byte order mark, XML declaration or `<meta>`, else by its bytes, with the
 * document type taken off and the entities that it declares put in place.
 */
export function decodeMarkup(bytes: Uint8Array): string {
  return resolveEntities(repairControls(decode(bytes)))
}

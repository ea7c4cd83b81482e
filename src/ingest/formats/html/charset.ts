import sniffEncoding from 'html-encoding-sniffer'
import { guessEncoding, isUtf8 } from '../guess-encoding.ts'

/** Browsers look for a declaration in the first 1,024 bytes; pages in the wild put it later. */
const PRESCAN_BYTES = 8192

/** Marks that nothing was declared. */
const UNDECLARED = 'x-undeclared'

/** Encodings whose bytes can't pass for UTF-8 by accident, so that their declaration is not doubted. */
const undoubted = /^(?:utf-|iso-2022-jp)/iu

/** Encodings that the standard forbids to decode ("replacement", such as iso-2022-kr) are guessed. */
function decode(encoding: string, bytes: Uint8Array): string {
  const known = encoding.toLowerCase() === 'replacement' ? guessEncoding(bytes) : encoding
  return new TextDecoder(known).decode(bytes)
}

/**
 * Decodes a page as browsers do (HTML standard, "determining the character encoding"): byte order mark, transport,
 * `<meta>`. Two things browsers don't do: bytes that are valid UTF-8 are UTF-8 whatever older encoding is declared, and
 * undeclared pages are guessed from their bytes.
 *
 * @param transportCharset charset of the Content-Type header, if any
 */
export function decodeHtml(bytes: Uint8Array, transportCharset: string | null): string {
  const declared = sniffEncoding(bytes, {
    transportLayerEncodingLabel: transportCharset ?? undefined,
    defaultEncoding: UNDECLARED,
    maxPrescanBytes: PRESCAN_BYTES,
  })
  if (declared === UNDECLARED) return decode(isUtf8(bytes) ? 'utf-8' : guessEncoding(bytes), bytes)
  const wellFormed = isUtf8(bytes)
  if (wellFormed && !undoubted.test(declared)) return decode('utf-8', bytes)
  if (!wellFormed && /^utf-8$/iu.test(declared)) {
    const text = decode('utf-8', bytes)
    const broken = text.split('\ufffd').length - 1
    // A few broken characters are a cut or a slip; many mean that the declaration is wrong.
    if (broken > 20 && broken > text.length * 0.01) return decode(guessEncoding(bytes), bytes)
    return text
  }
  return decode(declared, bytes)
}

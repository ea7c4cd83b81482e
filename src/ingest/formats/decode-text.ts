import { isUtf8 as isWholeUtf8 } from 'node:buffer'
import sniffEncoding from 'html-encoding-sniffer'
import { detectLanguage } from '../language.ts'
import legacy from './legacy-encodings.json' with { type: 'json' }

/** Whether bytes are valid UTF-8, apart from a character cut off at the end. */
function isUtf8(bytes: Uint8Array): boolean {
  if (isWholeUtf8(bytes)) return true
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

const SAMPLE_BYTES = 64 * 1024
const SAMPLE_CHARACTERS = 4000

/** A sample of the words, without markup and scripts. */
function sampleOf(decoded: string): string {
  return decoded
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/giu, ' ')
    .replace(/<[^>]*>?/gu, ' ')
    .split(/\s+/u)
    .filter((word) => /\P{ASCII}/u.test(word) || /^\p{L}+$/u.test(word))
    .join(' ')
    .slice(0, SAMPLE_CHARACTERS)
}

/** Characters that are rare in every living language and common after a wrong decoding. */
const odd =
  /[\u0080-\u009f\u00a4-\u00a6\u00a8\u00ac\u00af\u00b1-\u00b6\u00b8\u00bc-\u00be\u2500-\u259f\ue000-\uf8ff\ufffd\uff61-\uff9f]/gu

function score(encoding: string, languages: readonly string[], bytes: Uint8Array): number {
  let decoded: string
  try {
    decoded = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return 0
  }
  const text = sampleOf(decoded)
  const foreign = text.match(/\P{ASCII}/gu)?.length ?? 0
  if (foreign === 0) return 0
  const strange = text.match(odd)?.length ?? 0
  const { language, confidence } = detectLanguage(text)
  const expected = language !== null && languages.includes(language)
  // Cyrillic and Greek decoded with a neighboring code page have capitals inside words.
  const jumbled = text.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0
  return (expected ? 1 + confidence : 0.1) * Math.max(0, 1 - (2 * strange + 2 * jumbled) / foreign)
}

/**
 * Guesses the legacy encoding of bytes that are not UTF-8: the one that decodes them to a language it is used for, or
 * else Windows-1252, the web's default.
 */
function guessEncoding(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const escaped = Buffer.from(sample)
  if (escaped.includes('\u001b$B') || escaped.includes('\u001b$@')) return 'iso-2022-jp'
  return Object.entries(legacy.languages)
    .map(([encoding, languages]) => ({ encoding, found: score(encoding, languages, sample) }))
    .reduce((best, one) => (one.found > best.found ? one : best), { encoding: 'windows-1252', found: 0 }).encoding
}

/** Browsers search the first 1,024 bytes for a declaration; many pages have it later. */
const PRESCAN_BYTES = 8192

/** Returned by the sniffer if nothing is declared. */
const UNDECLARED = 'x-undeclared'

/** Encodings whose bytes can't be valid UTF-8 by accident, so their declaration is trusted. */
const undoubted = /^(?:utf-|iso-2022-jp)/iu

/** Decodes bytes; encodings that the standard forbids ("replacement", such as iso-2022-kr) are guessed. */
function decode(encoding: string, bytes: Uint8Array): string {
  const known = encoding.toLowerCase() === 'replacement' ? guessEncoding(bytes) : encoding
  return new TextDecoder(known).decode(bytes)
}

/** Decodes as UTF-8, unless there are more broken characters than damage explains: then the declaration is wrong. */
function decodeDamagedUtf8(bytes: Uint8Array): string {
  const text = decode('utf-8', bytes)
  const broken = text.split('\ufffd').length - 1
  return broken > 20 && broken > text.length * 0.01 ? decode(guessEncoding(bytes), bytes) : text
}

function decodeAs(declared: string, bytes: Uint8Array): string {
  const wellFormed = isUtf8(bytes)
  if (declared === UNDECLARED) return decode(wellFormed ? 'utf-8' : guessEncoding(bytes), bytes)
  if (wellFormed && !undoubted.test(declared)) return decode('utf-8', bytes)
  return !wellFormed && /^utf-8$/iu.test(declared) ? decodeDamagedUtf8(bytes) : decode(declared, bytes)
}

/**
 * Decodes a page as browsers do (HTML standard, "determining the character encoding"): byte order mark, transport,
 * `<meta>`. Two things browsers don't do: bytes that are valid UTF-8 are UTF-8 whatever older encoding is declared, and
 * undeclared pages are guessed from their bytes.
 *
 * @param transportCharset charset of the Content-Type header, if any
 */
export function decodeText(bytes: Uint8Array, transportCharset: string | null): string {
  const transportLayerEncodingLabel = transportCharset ?? undefined
  const options = { transportLayerEncodingLabel, defaultEncoding: UNDECLARED, maxPrescanBytes: PRESCAN_BYTES }
  return decodeAs(sniffEncoding(bytes, options), bytes)
}

/** Decodes XML or XHTML by byte order mark, XML declaration or `<meta>`; UTF-8 is the default of XML. */
export function decodeXml(bytes: Uint8Array): string {
  const declared = sniffEncoding(bytes, { xml: true, defaultEncoding: UNDECLARED })
  return decodeAs(declared === UNDECLARED ? sniffEncoding(bytes, { defaultEncoding: 'utf-8' }) : declared, bytes)
}

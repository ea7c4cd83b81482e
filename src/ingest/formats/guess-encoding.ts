import { detectLanguage } from '../language.ts'

/** Whether bytes are UTF-8 without a fault, apart from a character cut at the very end. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Encodings that undeclared text is found in, with the languages they are used for. */
const legacy: readonly (readonly [string, readonly string[]])[] = [
  ['shift_jis', ['ja']],
  ['euc-jp', ['ja']],
  ['gb18030', ['zh']],
  ['big5', ['zh']],
  ['euc-kr', ['ko']],
  ['windows-1251', ['ru', 'uk', 'bg', 'be', 'sr']],
  ['koi8-r', ['ru', 'uk']],
  ['windows-1252', ['en', 'fr', 'de', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'no', 'fi', 'is', 'ca', 'eu', 'sq', 'af']],
  ['windows-1250', ['pl', 'cs', 'sk', 'hu', 'sl', 'hr', 'ro']],
  ['windows-1253', ['el']],
  ['windows-1254', ['tr', 'az']],
  ['windows-1255', ['he', 'yi']],
  ['windows-1256', ['ar', 'fa', 'ur']],
  ['windows-1257', ['lt', 'lv', 'et']],
  ['windows-874', ['th']],
  ['windows-1258', ['vi']],
]

const SAMPLE_BYTES = 64 * 1024
const SAMPLE_CHARACTERS = 4000

/** Readable text beyond ASCII, markup and scripts taken out. */
function sampleOf(decoded: string): string {
  return decoded
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/giu, ' ')
    .replace(/<[^>]*>?/gu, ' ')
    .split(/\s+/u)
    .filter((word) => /\P{ASCII}/u.test(word) || /^\p{L}+$/u.test(word))
    .join(' ')
    .slice(0, SAMPLE_CHARACTERS)
}

/** Characters that no text in a living language is full of: what a wrong decoding looks like. */
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
  // Capitals inside words are what Cyrillic and Greek look like when read as a neighbouring code page.
  const jumbled = text.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0
  return (expected ? 1 + confidence : 0.1) * Math.max(0, 1 - (2 * strange + 2 * jumbled) / foreign)
}

/**
 * The likeliest legacy encoding of bytes that are not UTF-8: the one under which they read as a language that it is
 * used for. Windows-1252, the web's default, where nothing fits.
 */
export function guessEncoding(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const escaped = Buffer.from(sample)
  if (escaped.includes('\u001b$B') || escaped.includes('\u001b$@')) return 'iso-2022-jp'
  let best = 'windows-1252'
  let bestScore = 0
  for (const [encoding, languages] of legacy) {
    const found = score(encoding, languages, sample)
    if (found > bestScore) {
      best = encoding
      bestScore = found
    }
  }
  return best
}

/** Font styles: body text, bold labels of takeaways, titles, and small print. */
export const fontStyles = ['text', 'strong', 'title', 'label'] as const
export type FontStyle = (typeof fontStyles)[number]

/** A typeface from Fontsource, under the SIL Open Font License. */
export interface Typeface {
  /** Package name without scope, and prefix of the file names. */
  id: string
  /** Variable in weight, variable in weight and optical size, or one file per weight. */
  variant: 'wght' | 'standard' | 'fixed'
  /** Characters to use it for; all if omitted. */
  only?: RegExp
}

const serif: Typeface = { id: 'newsreader', variant: 'standard' }
/** For Cyrillic and Greek, which Newsreader lacks. */
const second: Typeface = { id: 'literata', variant: 'standard' }
const sans: Typeface = { id: 'inter', variant: 'wght' }

/** Chinese, Japanese and Korean characters, and full-width forms. */
const eastAsian =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\u3000-\\u30ff\\u31c0-\\u33ff\\ufe30-\\ufe4f\\uff00-\\uffef'

/** European punctuation that is full-width in Chinese and Japanese; empty for other scripts (ISO 15924). */
export const wideMarksOf = (script: string): string => (/^(?:Hans|Hant|Jpan)$/u.test(script) ? '“”‘’…—·' : '')

const narrow = (id: string, script: string, variant: Typeface['variant'] = 'wght'): Typeface => ({
  id,
  variant,
  only: new RegExp(`[\\p{Script_Extensions=${script}}\\u200c\\u200d\\u25cc]`, 'u'),
})

/** Typefaces for one script each, by ISO 15924 code. */
const byScript: Readonly<Record<string, Typeface>> = {
  // Not Noto Naskh, whose letters and dots are separate glyphs: viewers copy each letter twice.
  Arab: narrow('amiri', 'Arabic', 'fixed'),
  Hebr: narrow('noto-serif-hebrew', 'Hebrew'),
  Deva: narrow('noto-serif-devanagari', 'Devanagari'),
  Beng: narrow('noto-serif-bengali', 'Bengali'),
  Taml: narrow('noto-serif-tamil', 'Tamil'),
  Thai: narrow('noto-serif-thai', 'Thai'),
}

/** East Asian typefaces by script: they draw the same character in different forms. */
const eastAsianFaces: Readonly<Record<string, string>> = {
  Hans: 'noto-serif-sc',
  Hant: 'noto-serif-tc',
  Jpan: 'noto-serif-jp',
  Kore: 'noto-serif-kr',
}

/**
 * The typefaces to try for a character, in order. Of the East Asian ones, that of the language comes first, then
 * Simplified Chinese.
 */
export function typefacesOf(style: FontStyle, script: string): Typeface[] {
  const own = byScript[script]
  const marks = wideMarksOf(script)
  const european = style === 'label' ? [sans, serif, second] : [serif, second]
  const eastAsianIds = new Set([eastAsianFaces[script] ?? 'noto-serif-sc', ...Object.values(eastAsianFaces)])
  return [
    ...(own === undefined ? [] : [own]),
    ...european.map(({ id, variant }) => ({
      id,
      variant,
      only: marks === '' ? /./su : new RegExp(`[^${marks}]`, 'u'),
    })),
    ...[...eastAsianIds].map(
      (id, n): Typeface => ({ id, variant: 'wght', only: new RegExp(`[${eastAsian}${n === 0 ? marks : ''}]`, 'u') }),
    ),
    ...Object.values(byScript).filter((typeface) => typeface !== own),
    { id: 'noto-emoji', variant: 'wght' },
    // Has the most arrows, mathematical signs and circled numbers.
    { id: 'noto-serif-sc', variant: 'wght' },
  ]
}

function weightOf(style: FontStyle, { id, variant }: Typeface): number {
  if (style === 'strong') return 700
  if (style !== 'title') return 400
  if (variant === 'fixed') return 700
  return id === serif.id || id === second.id ? 500 : 600
}

/** The file of a typeface for a style and subset: its path, weight, and variation axes. */
export function fileOf(typeface: Typeface, style: FontStyle, subset: string) {
  const { id, variant } = typeface
  const wght = weightOf(style, typeface)
  const kind = variant === 'fixed' ? String(wght) : variant
  // `opsz` is the optical size in points.
  const axes = { fixed: {}, wght: { wght }, standard: { wght, opsz: style === 'title' ? 28 : 11 } }
  return {
    path: `${packageOf(typeface)}/files/${id}-${subset}-${kind}-normal.woff2`,
    weight: wght,
    axes: axes[variant],
  }
}

export const packageOf = ({ id, variant }: Typeface): string =>
  `${variant === 'fixed' ? '@fontsource' : '@fontsource-variable'}/${id}`

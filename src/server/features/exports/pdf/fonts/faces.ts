/** What letters are set in: text to read, labels of takeaways in bold, titles, and small print. */
export const cuts = ['text', 'strong', 'title', 'label'] as const
export type Cut = (typeof cuts)[number]

/** A typeface of Fontsource, all of them under the SIL Open Font License. */
export interface Face {
  /** Name of the package within its scope, and the beginning of its files' names. */
  id: string
  /** Files that vary in weight alone, or in all there is (the optical size, too), or in nothing: one file a weight. */
  variant: 'wght' | 'standard' | 'fixed'
  /** Characters that it may be taken for beside others that have them. */
  only?: RegExp
}

const serif: Face = { id: 'newsreader', variant: 'standard' }
/** For Cyrillic and Greek, which the first has not. */
const second: Face = { id: 'literata', variant: 'standard' }
const sans: Face = { id: 'inter', variant: 'wght' }

/** Chinese, Japanese and Korean letters, and what is as wide as they are; the rest comes from faces made for it. */
const eastAsian =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\u3000-\\u30ff\\u31c0-\\u33ff\\ufe30-\\ufe4f\\uff00-\\uffef'

/**
 * Punctuation of European scripts that is as wide as a letter in Chinese and Japanese.
 *
 * @param script as BCP 47 names it
 */
export const wideMarksOf = (script: string): string => (/^(?:Hans|Hant|Jpan)$/u.test(script) ? '“”‘’…—·' : '')

const narrow = (id: string, script: string, variant: Face['variant'] = 'wght'): Face => ({
  id,
  variant,
  only: new RegExp(`[\\p{Script_Extensions=${script}}\\u200c\\u200d\\u25cc]`, 'u'),
})

/** Faces of a script of their own, by its name of ISO 15924 in BCP 47. */
const byScript: Readonly<Record<string, Face>> = {
  // Noto Naskh sets letters and their dots apart, so that viewers copy each letter twice.
  Arab: narrow('amiri', 'Arabic', 'fixed'),
  Hebr: narrow('noto-serif-hebrew', 'Hebrew'),
  Deva: narrow('noto-serif-devanagari', 'Devanagari'),
  Beng: narrow('noto-serif-bengali', 'Bengali'),
  Taml: narrow('noto-serif-tamil', 'Tamil'),
  Thai: narrow('noto-serif-thai', 'Thai'),
}

/** The faces of East Asia by the script of the language: the same character has another form in each of them. */
const eastAsianFaces: Readonly<Record<string, string>> = {
  Hans: 'noto-serif-sc',
  Hant: 'noto-serif-tc',
  Jpan: 'noto-serif-jp',
  Kore: 'noto-serif-kr',
}

/**
 * The faces to try for a character, in their order. Of the East Asian ones, that of the language comes first: Japanese
 * and Korean letters tell their language, and what is left is read by most in Chinese.
 */
export function facesOf(cut: Cut, script: string): Face[] {
  const own = byScript[script]
  const marks = wideMarksOf(script)
  const european = cut === 'label' ? [sans, serif, second] : [serif, second]
  const eastAsianIds = new Set([eastAsianFaces[script] ?? 'noto-serif-sc', ...Object.values(eastAsianFaces)])
  return [
    ...(own === undefined ? [] : [own]),
    ...european.map(({ id, variant }) => ({
      id,
      variant,
      only: marks === '' ? /./su : new RegExp(`[^${marks}]`, 'u'),
    })),
    ...[...eastAsianIds].map(
      (id, n): Face => ({ id, variant: 'wght', only: new RegExp(`[${eastAsian}${n === 0 ? marks : ''}]`, 'u') }),
    ),
    ...Object.values(byScript).filter((face) => face !== own),
    { id: 'noto-emoji', variant: 'wght' },
    // Arrows, mathematical signs, numbers in circles: no face for an alphabet has as many of them.
    { id: 'noto-serif-sc', variant: 'wght' },
  ]
}

/** Weight of a cut, on the scale of CSS. */
function weightOf(cut: Cut, { id, variant }: Face): number {
  if (cut === 'strong') return 700
  if (cut !== 'title') return 400
  if (variant === 'fixed') return 700
  return id === serif.id || id === second.id ? 500 : 600
}

/** A file of a face: its path as packages know it, and where on its axes a cut stands. */
export function fileOf(face: Face, cut: Cut, slice: string) {
  const { id, variant } = face
  const wght = weightOf(cut, face)
  const kind = variant === 'fixed' ? String(wght) : variant
  // The size in points that letters are drawn for.
  const axes = { fixed: {}, wght: { wght }, standard: { wght, opsz: cut === 'title' ? 28 : 11 } }
  return { path: `${packageOf(face)}/files/${id}-${slice}-${kind}-normal.woff2`, weight: wght, axes: axes[variant] }
}

/** The package of a face. */
export const packageOf = ({ id, variant }: Face): string =>
  `${variant === 'fixed' ? '@fontsource' : '@fontsource-variable'}/${id}`

import type { FontCache, Subset } from './font-cache.ts'
import { type FontStyle, fontStyles, type Typeface, typefacesOf } from './typefaces.ts'

export type StyleTexts = Readonly<Record<FontStyle, string>>

/** A font in one style, and the characters to use from it. */
export interface ChosenFont {
  style: FontStyle
  font: Uint8Array
  /** Code points in ascending order. */
  characters: number[]
}

/** Characters without a glyph: controls, white space, and variation selectors. */
const noGlyph = /[\p{Cc}\p{Zs}\p{Variation_Selector}]/u

/** Ensures a Latin font, which has the spaces. */
const always = 'A'

function charactersOf(text: string): string[] {
  return [...new Set(always + text)].filter((character) => !noGlyph.test(character))
}

const allows = ({ only }: Typeface, code: number): boolean =>
  only === undefined || only.test(String.fromCodePoint(code))

/**
 * Chooses the fonts that texts need, in order of preference. Characters that no font has are left to the compiler.
 * @param script ISO 15924 code of the language's script ("Latn", "Hant"), which determines the forms of Han characters
 */
export async function chooseFonts(cache: FontCache, texts: StyleTexts, script: string): Promise<ChosenFont[]> {
  const chosen: ChosenFont[] = []
  for (const style of fontStyles) {
    const typefaces = typefacesOf(style, script)
    const subsetsOf = new Map<Typeface, Set<Subset>>(typefaces.map((typeface) => [typeface, new Set()]))
    for (const character of charactersOf(texts[style])) {
      const code = character.codePointAt(0) ?? 0
      for (const typeface of typefaces) {
        const subset = allows(typeface, code) ? await cache.find(typeface, style, code) : null
        if (subset === null) continue
        subsetsOf.get(typeface)?.add(subset)
        break
      }
    }
    for (const [typeface, found] of subsetsOf)
      for (const { font, characters } of found)
        chosen.push({ style, font, characters: characters.filter((code) => allows(typeface, code)) })
  }
  return chosen
}

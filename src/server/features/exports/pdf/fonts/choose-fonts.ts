import { type Cut, cuts, type Face, facesOf } from './faces.ts'
import type { Slice, Slices } from './slices.ts'

/** What is set in each cut. */
export type CutTexts = Readonly<Record<Cut, string>>

/** A font for some of its characters in one cut. */
export interface ChosenFont {
  cut: Cut
  font: Uint8Array
  /** In their order. */
  characters: number[]
}

/** Controls and white space have no letters; variation selectors choose among those of the character before. */
const noLetter = /[\p{Cc}\p{Zs}\p{Variation_Selector}]/u

/** Latin letters stand first, so that there is a font for spaces, too. */
const always = 'A'

function charactersOf(text: string): string[] {
  return [...new Set(always + text)].filter((character) => !noLetter.test(character))
}

const allows = ({ only }: Face, code: number): boolean => only === undefined || only.test(String.fromCodePoint(code))

/**
 * The fonts that texts need, in the order of preference of their faces. Characters that no face has are left to
 * whatever the compiler shows for them.
 *
 * @param script the script of the language, as BCP 47 names it ("Latn", "Hant"): it decides on the forms of characters
 *   that several languages share
 */
export async function chooseFonts(slices: Slices, texts: CutTexts, script: string): Promise<ChosenFont[]> {
  const chosen: ChosenFont[] = []
  for (const cut of cuts) {
    const faces = facesOf(cut, script)
    const slicesOf = new Map<Face, Set<Slice>>(faces.map((face) => [face, new Set()]))
    for (const character of charactersOf(texts[cut])) {
      const code = character.codePointAt(0) ?? 0
      for (const face of faces) {
        const slice = allows(face, code) ? await slices.find(face, cut, code) : null
        if (slice === null) continue
        slicesOf.get(face)?.add(slice)
        break
      }
    }
    for (const [face, found] of slicesOf)
      for (const { font, characters } of found)
        chosen.push({ cut, font, characters: characters.filter((code) => allows(face, code)) })
  }
  return chosen
}

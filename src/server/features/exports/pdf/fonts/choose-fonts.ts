import { type Cut, cuts, type Face, facesOf } from './faces.ts'
import { mergeFonts, type Outlines } from './merge-fonts.ts'
import { renamed } from './sfnt.ts'
import type { Slice, Slices } from './slices.ts'

/** What is set in each cut. */
export type CutTexts = Readonly<Record<Cut, string>>

export interface ChosenFonts {
  /** TrueType fonts, each under a family of its own. */
  fonts: Uint8Array[]
  /** By cut, the families to try for a character, in their order. */
  families: Record<Cut, string[]>
}

/** Controls and white space have no letters; variation selectors choose among those of the character before. */
const noLetter = /[\p{Cc}\p{Zs}\p{Variation_Selector}]/u

/** Latin letters stand first, so that there is a font for spaces, too. */
const always = 'A'

function charactersOf(text: string): string[] {
  return [...new Set(always + text)].filter((character) => !noLetter.test(character))
}

/** What a face gives of a document in one cut: the slices, and the characters taken from each. */
type Share = Map<Slice, Set<number>>

async function sliceFor(slices: Slices, faces: readonly Face[], cut: Cut, character: string) {
  const code = character.codePointAt(0) ?? 0
  for (const face of faces) {
    if (face.only !== undefined && !face.only.test(character)) continue
    const slice = await slices.find(face, cut, code)
    if (slice !== null) return { face, slice, code }
  }
  return null
}

/** Fonts of the slices a face gives; one, where it comes in many. */
function fontsOf(face: Face, name: string, share: Share): [family: string, font: Uint8Array][] {
  if (face.merged === true) {
    const family = `${face.id} ${name}`
    return [[family, mergeFonts(new Map<Outlines, Set<number>>(share), family)]]
  }
  return [...share.keys()].map(({ key, font }) => [key, renamed(font, key)])
}

/**
 * The fonts that texts need, with families to set them in. Characters that no face has are left to whatever the
 * compiler shows for them.
 *
 * @param script the script of the language, as BCP 47 names it ("Latn", "Hant"): it decides on the forms of characters
 *   that several languages share
 */
export async function chooseFonts(slices: Slices, texts: CutTexts, script: string): Promise<ChosenFonts> {
  const fonts = new Map<string, Uint8Array>()
  const families: ChosenFonts['families'] = { text: [], strong: [], title: [], label: [] }
  for (const cut of cuts) {
    const faces = facesOf(cut, script)
    const shares = new Map<Face, Share>()
    for (const character of charactersOf(texts[cut])) {
      const found = await sliceFor(slices, faces, cut, character)
      if (found === null) continue
      const share = shares.get(found.face) ?? (new Map() satisfies Share)
      shares.set(found.face, share)
      share.set(found.slice, (share.get(found.slice) ?? new Set<number>()).add(found.code))
    }
    for (const [n, face] of faces.entries()) {
      const share = shares.get(face)
      if (share === undefined) continue
      for (const [family, font] of fontsOf(face, `${cut} ${n}`, share)) {
        fonts.set(family, font)
        families[cut].push(family)
      }
    }
  }
  return { fonts: [...fonts.values()], families }
}

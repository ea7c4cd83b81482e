import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { TypstFontResolverBuilder } from '@myriaddreamin/typst-ts-web-compiler'
import subsetFont from 'subset-font'
import { z } from 'zod'
import { type FontStyle, fileOf, fontStyles, packageOf, type Typeface, typefacesOf } from './typefaces.ts'

/** A range of characters in one file of a typeface. */
interface Range {
  first: number
  last: number
  /** Name of the subset in the file's name: "latin-ext", "117". */
  subset: string
}

/** A subset of a typeface in one style, as a TrueType font. */
interface Subset {
  font: Uint8Array
  /** Code points in ascending order. */
  characters: readonly number[]
}

const { resolve } = createRequire(import.meta.url)
const rangesSchema = z.record(z.string(), z.string())

function parseRanges(text: string, subset: string): Range[] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/u, '').split('-')
    return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16), subset }
  })
}

async function readRanges(typeface: Typeface): Promise<Range[]> {
  const file = await readFile(resolve(`${packageOf(typeface)}/unicode.json`), 'utf8')
  const subsets = Object.entries(rangesSchema.parse(JSON.parse(file)))
  return subsets.flatMap(([name, text]) => parseRanges(text, name.replaceAll(/[[\]]/gu, '')))
}

const infoSchema = z.object({ info: z.tuple([z.object({ coverage: z.array(z.number()) })]) })

/** The characters of a font. Typst's `coverage` alternates the lengths of runs of missing and present characters. */
function coverageOf(font: Uint8Array): number[] {
  const { info } = infoSchema.parse(new TypstFontResolverBuilder().get_font_info(font))
  const characters: number[] = []
  let code = 0
  for (const [n, length] of info[0].coverage.entries()) {
    for (const end = code + length; code < end; code += 1) if (n % 2 === 1) characters.push(code)
  }
  return characters
}

/** Size of the cache: enough for the subsets that most texts in one script need. */
const CACHE_BYTES = 48 * 1024 * 1024

/**
 * Loads fonts from Fontsource's packages. Converting a WOFF2 file to TrueType with a fixed weight takes about 30 ms, so
 * the most recently used ones are cached.
 */
export class FontCache {
  readonly #ranges = new Map<string, Promise<Range[]>>()
  readonly #kept = new Map<string, Subset>()
  #keptBytes = 0

  /** The subset of a typeface that contains a character; null if none does. */
  async find(typeface: Typeface, style: FontStyle, code: number): Promise<Subset | null> {
    const ranges = this.#ranges.get(typeface.id) ?? readRanges(typeface)
    this.#ranges.set(typeface.id, ranges)
    for (const { first, last, subset } of await ranges) {
      if (code < first || code > last) continue
      const found = await this.#open(typeface, style, subset)
      if (found.characters.includes(code)) return found
    }
    return null
  }

  async #open(typeface: Typeface, style: FontStyle, subset: string): Promise<Subset> {
    const { path, weight, axes } = fileOf(typeface, style, subset)
    const key = `${typeface.id} ${subset} ${weight}`
    const known = this.#kept.get(key)
    if (known !== undefined) {
      // A Map keeps insertion order: the most recently used is last.
      this.#kept.delete(key)
      this.#kept.set(key, known)
      return known
    }
    const options = { keepAllGlyphs: true, targetFormat: 'truetype', variationAxes: axes } as const
    // Copied, since slices of a Buffer share its memory.
    const font = new Uint8Array(await subsetFont(await readFile(resolve(path)), '', options))
    const opened = { font, characters: coverageOf(font) }
    this.#keep(key, opened)
    return opened
  }

  #keep(key: string, subset: Subset): void {
    this.#kept.set(key, subset)
    this.#keptBytes += subset.font.length
    for (const [oldest, { font }] of this.#kept) {
      if (this.#keptBytes <= CACHE_BYTES) return
      this.#kept.delete(oldest)
      this.#keptBytes -= font.length
    }
  }
}

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

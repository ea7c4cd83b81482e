import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { TypstFontResolverBuilder } from '@myriaddreamin/typst-ts-web-compiler'
import subsetFont from 'subset-font'
import { z } from 'zod'
import { type Cut, type Face, fileOf, packageOf } from './faces.ts'

/** One file of a face: the characters of some ranges. */
interface Range {
  first: number
  last: number
  /** As the file's name has it: "latin-ext", "117". */
  slice: string
}

/** A slice of a face in one cut, unpacked. */
export interface Slice {
  font: Uint8Array
  /** In their order. */
  characters: readonly number[]
}

const { resolve } = createRequire(import.meta.url)
const rangesSchema = z.record(z.string(), z.string())

function parseRanges(text: string, slice: string): Range[] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/u, '').split('-')
    return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16), slice }
  })
}

async function readRanges(face: Face): Promise<Range[]> {
  const file = await readFile(resolve(`${packageOf(face)}/unicode.json`), 'utf8')
  const slices = Object.entries(rangesSchema.parse(JSON.parse(file)))
  return slices.flatMap(([name, text]) => parseRanges(text, name.replaceAll(/[[\]]/gu, '')))
}

const infoSchema = z.object({ info: z.tuple([z.object({ coverage: z.array(z.number()) })]) })

/** The characters of a font, in their order. Typst lists lengths of runs of missing and present characters in turns. */
function charactersOf(font: Uint8Array): number[] {
  const { info } = infoSchema.parse(new TypstFontResolverBuilder().get_font_info(font))
  const characters: number[] = []
  let code = 0
  for (const [n, length] of info[0].coverage.entries()) {
    for (const end = code + length; code < end; code += 1) if (n % 2 === 1) characters.push(code)
  }
  return characters
}

/** How much of unpacked fonts is kept, in bytes: the slices that most texts in a script need, in all of them. */
const KEPT_BYTES = 48 * 1024 * 1024

/**
 * The fonts of Fontsource's packages as they are asked for. They come packed for browsers and varying in weight;
 * unpacking one and fixing its weight takes some 30 ms, so what was used last is kept.
 */
export class Slices {
  readonly #ranges = new Map<string, Promise<Range[]>>()
  readonly #kept = new Map<string, Slice>()
  #keptBytes = 0

  /** The slice of a face with a character in it; null where none has. */
  async find(face: Face, cut: Cut, code: number): Promise<Slice | null> {
    const ranges = this.#ranges.get(face.id) ?? readRanges(face)
    this.#ranges.set(face.id, ranges)
    for (const { first, last, slice } of await ranges) {
      if (code < first || code > last) continue
      const found = await this.#open(face, cut, slice)
      if (found.characters.includes(code)) return found
    }
    return null
  }

  async #open(face: Face, cut: Cut, slice: string): Promise<Slice> {
    const { path, weight, axes } = fileOf(face, cut, slice)
    // Titles alone have letters of another size.
    const key = `${face.id} ${slice} ${weight}`
    const known = this.#kept.get(key)
    if (known !== undefined) {
      // Last used stands last.
      this.#kept.delete(key)
      this.#kept.set(key, known)
      return known
    }
    const options = { keepAllGlyphs: true, targetFormat: 'truetype', variationAxes: axes } as const
    // What comes is a Buffer, whose parts share its memory even where they are said to be copies.
    const font = new Uint8Array(await subsetFont(await readFile(resolve(path)), '', options))
    const opened = { font, characters: charactersOf(font) }
    this.#keep(key, opened)
    return opened
  }

  #keep(key: string, slice: Slice): void {
    this.#kept.set(key, slice)
    this.#keptBytes += slice.font.length
    for (const [oldest, { font }] of this.#kept) {
      if (this.#keptBytes <= KEPT_BYTES) return
      this.#kept.delete(oldest)
      this.#keptBytes -= font.length
    }
  }
}

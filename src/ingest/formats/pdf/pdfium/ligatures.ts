import { inflateSync } from 'node:zlib'

/** Maximum distance from a position to the edges of its object, in bytes, against files that are made to be slow. */
const MAX_REACH = 20_000

/** The object around a position: its number, and its text up to the maximum distance. */
export function objectAround(file: Buffer, at: number): { number: number; text: string } | null {
  const before = file.toString('latin1', Math.max(0, at - MAX_REACH), at)
  const mark = before.lastIndexOf(' obj')
  if (mark === -1) return null
  const number = /(\d{1,10}) \d{1,5}$/u.exec(before.slice(Math.max(0, mark - 20), mark))?.[1]
  if (number === undefined) return null
  const after = file.toString('latin1', at, at + MAX_REACH)
  const end = after.indexOf('endobj')
  return { number: Number(number), text: before.slice(mark) + (end === -1 ? after : after.slice(0, end)) }
}

/** Letters of ligatures, by the codes that a font has for them. */
type Ligatures = ReadonlyMap<number, string>

/** Limits for files that are made to be slow. */
const MAX_FOUND = 500
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024

/** The objects around the first occurrences of a key. */
function objectsWith(file: Buffer, key: string): { number: number; text: string; at: number }[] {
  const objects = []
  let at = file.indexOf(key)
  for (let found = 0; at !== -1 && found < MAX_FOUND; found += 1) {
    const object = objectAround(file, at)
    if (object !== null) objects.push({ ...object, at })
    at = file.indexOf(key, at + key.length)
  }
  return objects
}

/** Objects of a decompressed object stream (ISO 32000-1, 7.5.7), written as they are outside of one. */
function listObjects(stream: string, first: number): string {
  const header = stream.slice(0, first).trim().split(/\s+/u).map(Number)
  let objects = ''
  for (let index = 0; index + 1 < header.length; index += 2) {
    const [number, from = 0, , to = stream.length] = header.slice(index, index + 4)
    objects += `${number} 0 obj\n${stream.slice(first + from, first + to)}\nendobj\n`
  }
  return objects
}

/** A file followed by the objects that it keeps in compressed streams. */
function withUnpacked(file: Buffer): Buffer {
  const parts: Uint8Array[] = [file]
  let room = MAX_UNPACKED_BYTES
  for (const { text, at } of objectsWith(file, '/ObjStm')) {
    const first = Number(/\/First (\d{1,9})/u.exec(text)?.[1] ?? 0)
    const start = file.indexOf('\n', file.indexOf('stream', at)) + 1
    try {
      const stream = inflateSync(file.subarray(start), { maxOutputLength: room })
      room -= stream.length
      parts.push(Buffer.from(listObjects(stream.toString('latin1'), first), 'latin1'))
    } catch {
      // Encrypted, too large or broken: the ligatures of its fonts stay unknown.
    }
  }
  return Buffer.concat(parts)
}

/** Glyph names made of letters, such as `f_f_i` and `T_h.alt` (Adobe Glyph List Specification, section 2). */
const ligatureName = /^[A-Za-z](?:_[A-Za-z]){1,3}(?=\.|$)/u

/** The ligatures in an array of differences: codes, each before the names of its glyph and the next ones. */
function ligaturesIn(differences: string): Ligatures {
  const ligatures = new Map<number, string>()
  let code = 0
  for (const [token] of differences.matchAll(/\/?[^\s/]+/gu)) {
    if (!token.startsWith('/')) {
      code = Number(token)
      continue
    }
    const name = ligatureName.exec(token.slice(1))?.[0]
    if (name !== undefined) ligatures.set(code, name.replaceAll('_', ''))
    code += 1
  }
  return ligatures
}

/**
 * Codes of ligatures in the fonts of TeX (OT1 and T1, "LaTeX font encodings", section 4). Its bitmap fonts have no name and
 * name no glyphs.
 */
const texLigatures: Ligatures = new Map(
  ['ff', 'fi', 'fl', 'ffi', 'ffl'].flatMap((letters, at) => [
    [0x0b + at, letters],
    [0x1b + at, letters],
  ]),
)

/** The name of the font that an object describes, or null. */
const fontName = (object: string): string | null =>
  /\/BaseFont\s*\/([^\s/<>[\]()]{1,200})/u
    .exec(object)?.[1]
    ?.replace(/#([\da-f]{2})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) ?? null

/** Finds the ligatures of the fonts of a file, by the name of the font. */
function findLigatures(packed: Buffer): ReadonlyMap<string, Ligatures> {
  const found = new Map<string, Ligatures>()
  const file = withUnpacked(packed)
  for (const { number, text, at } of objectsWith(file, '/Differences')) {
    const array = /^\/Differences\s*\[([^\]]*)\]/u.exec(file.toString('latin1', at, at + 20_000))?.[1] ?? ''
    const ligatures = ligaturesIn(array)
    if (ligatures.size === 0) continue
    // An encoding belongs to the font that it is written in, or to the fonts that refer to it.
    const fonts = [text, ...objectsWith(file, `/Encoding ${number} 0 R`).map((object) => object.text)]
    for (const name of fonts.map(fontName)) {
      if (name !== null) found.set(name, new Map([...(found.get(name) ?? []), ...ligatures]))
    }
  }
  return found
}

/**
 * Ligatures whose glyph names spell their letters. PDFium knows glyphs by the names of the Adobe Glyph List alone, which
 * has `ff` and lacks `f_f`, and returns the bare code for any other. It doesn't expose a font's encoding, so this reads the
 * file, the first time that a character has no mapping.
 */
export class LigatureNames {
  readonly #file: Buffer
  #byFont: ReadonlyMap<string, Ligatures> | undefined

  constructor(bytes: Uint8Array) {
    this.#file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The letters of a ligature as one code for `ligatureLetters`, or the code itself. */
  codeOf(font: string, code: number): number {
    this.#byFont ??= findLigatures(this.#file)
    const letters = this.#byFont.get(font)?.get(code) ?? (font === '' ? texLigatures.get(code) : undefined)
    return letters === undefined ? code : pack(letters)
  }
}

/** Beyond the last code of Unicode: up to four ASCII letters follow, seven bits each. */
const PACKED = 1 << 28

const pack = (letters: string): number =>
  Array.from(letters).reduce((packed, letter) => (packed << 7) | letter.charCodeAt(0), 0) | PACKED

/** The letters of a ligature, null for the codes of characters. */
export function ligatureLetters(code: number): string | null {
  if (code < PACKED) return null
  const letters = [21, 14, 7, 0].map((shift) => String.fromCharCode((code >> shift) & 0x7f))
  return letters.join('').replaceAll('\0', '')
}

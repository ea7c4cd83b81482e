import { Budget, MAX_CHARACTERS, tooLong } from '../word/budget.ts'
import { localeOf } from '../word/code-pages.ts'
import { isSymbolFont, symbolText } from '../word/symbols.ts'
import type { Bytes } from './bytes.ts'
import type { Fib } from './fib.ts'
import { type Font, readFonts } from './fonts.ts'
import { readPieces, type TextPiece } from './pieces.ts'
import { type Run, readRuns, runIndexAt } from './runs.ts'
import { applyModifiers, type CharacterProperties, type Properties } from './sprms.ts'
import { readStyles, type Style } from './styles.ts'

/** A paragraph's formatting: its own before its style's. */
export interface ParagraphFormat {
  style: Style
  own: Properties
}

export const HIDDEN = 1
export const DELETED = 2

/** The characters of all stories, with what their formatting makes of them. */
export class Text {
  /** UTF-16 code units by character position. */
  readonly units: Uint16Array
  /** `HIDDEN` or `DELETED` where a character is that, else 0. */
  readonly leftOut: Uint8Array
  /** 1 where a character is bold. */
  readonly bold: Uint8Array
  /** Of all stories that are read. */
  readonly budget = new Budget()
  /** False where a part of the text is missing from the file. */
  readonly whole: boolean
  private readonly fib: Fib
  private readonly main: Bytes
  private readonly pieces: readonly TextPiece[]
  private readonly paragraphs: readonly Run[]
  private readonly fonts: readonly Font[]
  private readonly styleOf: (number: number) => Style
  private readonly encoding: string

  constructor(fib: Fib, main: Bytes, tables: Bytes) {
    this.fib = fib
    this.main = main
    this.pieces = readPieces(fib, tables)
    const length = this.pieces.at(-1)?.end ?? 0
    if (length > MAX_CHARACTERS) throw tooLong()
    this.whole =
      length >= fib.stories.text &&
      this.pieces.every(({ start, end, at, wide }) => at + (end - start) * (wide ? 2 : 1) <= main.length)
    this.units = new Uint16Array(length)
    this.leftOut = new Uint8Array(length)
    this.bold = new Uint8Array(length)
    this.paragraphs = readRuns(fib, main, tables, 'paragraphs')
    this.fonts = readFonts(fib, tables)
    this.styleOf = readStyles(fib, tables)
    this.encoding = localeOf(fib.lcid).encoding
    const characters = readRuns(fib, main, tables, 'characters')
    for (const piece of this.pieces) {
      this.decode(piece)
      if (piece.properties.deleted === true) this.leftOut.fill(DELETED, piece.start, piece.end)
      this.format(piece, characters)
    }
  }

  /** The formatting of the paragraph that ends at a position. */
  paragraphAt(position: number): ParagraphFormat {
    const piece = this.pieceAt(position)
    if (piece === undefined) return { style: this.styleOf(0), own: {} }
    const at = piece.at + (position - piece.start) * (piece.wide ? 2 : 1)
    const run = this.paragraphs[runIndexAt(this.paragraphs, at)]
    if (run === undefined || run.end <= at) return { style: this.styleOf(0), own: piece.properties }
    return { style: this.styleOf(run.style), own: this.propertiesOf(run, piece) }
  }

  private propertiesOf({ at, length }: Run, piece: TextPiece): Properties {
    const properties: Properties = {}
    applyModifiers(properties, this.main.slice(at, length), this.fib.generation)
    return Object.assign(properties, piece.properties)
  }

  private pieceAt(position: number): TextPiece | undefined {
    let low = 0
    let high = this.pieces.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.pieces[middle]?.start ?? 0) <= position) low = middle + 1
      else high = middle
    }
    const piece = this.pieces[low - 1]
    return piece !== undefined && position < piece.end ? piece : undefined
  }

  private decode({ start, end, at, wide }: TextPiece): void {
    if (wide) {
      for (let index = start; index < end; index += 1) this.units[index] = this.main.u16(at + 2 * (index - start))
    } else
      this.decodeBytes(
        start,
        this.main.subarray(at, end - start),
        this.fib.generation < 8 ? this.encoding : 'windows-1252',
      )
  }

  /** Decodes bytes into as many positions; a character of two bytes leaves the second position empty. */
  private decodeBytes(start: number, bytes: Uint8Array, encoding: string): void {
    const decoder = new TextDecoder(encoding)
    const whole = decoder.decode(bytes)
    if (whole.length === bytes.length) {
      for (let index = 0; index < whole.length; index += 1) this.units[start + index] = whole.charCodeAt(index)
      return
    }
    for (let index = 0; index < bytes.length; index += 1) {
      const text = decoder.decode(bytes.subarray(index, index + 1), { stream: true })
      if (text.length > 0) this.units[start + index] = text.charCodeAt(text.length - 1)
    }
  }

  private format(piece: TextPiece, characters: readonly Run[]): void {
    const width = piece.wide ? 2 : 1
    const endAt = piece.at + (piece.end - piece.start) * width
    for (let index = Math.max(0, runIndexAt(characters, piece.at)); index < characters.length; index += 1) {
      const run = characters[index]
      if (run === undefined || run.start >= endAt) break
      if (run.end <= piece.at) continue
      const from = piece.start + Math.ceil((Math.max(run.start, piece.at) - piece.at) / width)
      const to = piece.start + Math.ceil((Math.min(run.end, endAt) - piece.at) / width)
      this.apply(piece, from, to, this.propertiesOf(run, piece))
    }
  }

  private apply(piece: TextPiece, from: number, to: number, properties: CharacterProperties): void {
    const style = properties.style === undefined ? undefined : this.styleOf(properties.style)
    if (properties.deleted === true) this.leftOut.fill(DELETED, from, to)
    else if ((properties.hidden ?? style?.hidden) === true) this.leftOut.fill(HIDDEN, from, to)
    if ((properties.bold ?? style?.bold) === true) this.bold.fill(1, from, to)
    const { symbol } = properties
    if (symbol !== undefined) {
      const text = symbolText(this.fonts[symbol.font]?.name ?? '', symbol.code)
      this.units.fill(text.charCodeAt(0) || 0, from, to)
      return
    }
    const font = this.fonts[properties.font ?? style?.font ?? -1]
    if (font === undefined) return
    if (font.symbols || isSymbolFont(font.name)) this.toSymbols(from, to, font.name)
    else if (!piece.wide && this.fib.generation < 8 && font.encoding !== null && font.encoding !== this.encoding) {
      const at = piece.at + (from - piece.start)
      this.decodeBytes(from, this.main.subarray(at, to - from), font.encoding)
    }
  }

  private toSymbols(from: number, to: number, font: string): void {
    for (let index = from; index < to; index += 1) {
      const unit = this.units[index] ?? 0
      if (unit >= 0xf020 && unit <= 0xf0ff) this.units[index] = symbolText(font, unit).charCodeAt(0) || 0
    }
  }
}

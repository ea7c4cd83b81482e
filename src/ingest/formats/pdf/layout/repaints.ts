import type { GlyphRun, Glyphs, PageGlyphs } from '../pdfium/glyphs.ts'
import { isLettered, isSpace } from './characters.ts'

/** Maximum distance of a text from its copy, relative to the font size: bold by an offset, or a shadow. */
const MAX_OFFSET = 0.3

/** The same for single letters, relative to their width and to the font size. */
const MAX_LONE_OFFSET = 0.4
const MAX_LONE_RISE = 0.15

/** Letters of the longest usual ligature, which have one box. */
const LIGATURE_LETTERS = 3

const ROUNDING = 0.01

/** Minimum letters of a copied text, and their share at the same distance from those before. */
const MIN_LETTERS = 3
const MIN_COPIED = 0.95
const SAME_OFFSET = 0.05

/** Share of the letters of recognized text that lie over others, whose widths differ somewhat. */
const MIN_RECOGNIZED = 0.7

/** Letters of one cell that are compared, against files that are made to be slow. */
const MAX_COMPARED = 20

/** Width and height of the cells of the grid, which a copy may be beyond by one. */
const cellOf = (size: number): number => 3 * MAX_OFFSET * Math.max(1, Math.round(size))

/** Letters that were painted so far, in a hash table by their code and their cell of a grid. */
class PaintedLetters {
  readonly #glyphs: Glyphs
  readonly #heads: Int32Array
  /** For each letter, the one before it in the same place of the table. */
  readonly #next: Int32Array
  readonly #mask: number

  constructor(glyphs: Glyphs) {
    this.#glyphs = glyphs
    this.#mask = 2 ** Math.ceil(Math.log2(2 * glyphs.count + 1)) - 1
    this.#heads = new Int32Array(this.#mask + 1).fill(-1)
    this.#next = new Int32Array(glyphs.count)
  }

  #slot(code: number, column: number, row: number): number {
    const hash = Math.imul(code, 73_856_093) ^ Math.imul(column, 19_349_663) ^ Math.imul(row, 83_492_791)
    return hash & this.#mask
  }

  add(index: number, size: number): void {
    const { codes, x0, y } = this.#glyphs
    const cell = cellOf(size)
    const slot = this.#slot(codes[index] ?? 0, Math.floor((x0[index] ?? 0) / cell), Math.floor((y[index] ?? 0) / cell))
    this.#next[index] = this.#heads[slot] ?? -1
    this.#heads[slot] = index
  }

  /** The nearest earlier copy of a letter, or -1. */
  find(index: number, { size, start }: GlyphRun): number {
    const { codes, x0, x1, y } = this.#glyphs
    const [code = 0, x = 0, height = 0] = [codes[index], x0[index], y[index]]
    const cell = cellOf(size)
    const limit = MAX_OFFSET * size
    const [lastColumn, lastRow] = [Math.floor((x + limit) / cell), Math.floor((height + limit) / cell)]
    let nearest = -1
    let least = limit
    for (let column = Math.floor((x - limit) / cell); column <= lastColumn; column += 1) {
      for (let row = Math.floor((height - limit) / cell); row <= lastRow; row += 1) {
        let earlier = this.#heads[this.#slot(code, column, row)] ?? -1
        for (let compared = 0; earlier !== -1 && compared < MAX_COMPARED; compared += 1) {
          const distance = Math.abs(x - (x0[earlier] ?? 0))
          // The letters of a ligature have one box.
          const isLigature = earlier >= start && distance === 0 && x1[index] === x1[earlier]
          const isNear = distance <= least && Math.abs(height - (y[earlier] ?? 0)) <= limit
          if (isNear && codes[earlier] === code && !isLigature) {
            nearest = earlier
            least = distance
          }
          earlier = this.#next[earlier] ?? -1
        }
      }
    }
    return nearest
  }
}

/**
 * Leaves out text that is painted a second time over itself, as a whole or letter by letter, to look bold or to have a
 * shadow. Its letters get the code 0, which means no character.
 */
export function removeRepaints({ glyphs, runs }: PageGlyphs): void {
  const { codes, x0, x1, y } = glyphs
  const painted = new PaintedLetters(glyphs)
  const copyOf = new Int32Array(glyphs.count)
  const right = (index: number): number => (x0[index] ?? 0) - (x0[copyOf[index] ?? 0] ?? 0)
  const up = (index: number): number => (y[index] ?? 0) - (y[copyOf[index] ?? 0] ?? 0)
  for (const run of runs) {
    const { start, end, size, ink } = run
    const same = SAME_OFFSET * size
    let letters = 0
    let found = 0
    let copied = 0
    let last = -1
    for (let index = start; index < end; index += 1) {
      const code = codes[index] ?? 0
      copyOf[index] = -1
      if (code === 0 || isSpace(code)) continue
      copyOf[index] = painted.find(index, run)
      painted.add(index, size)
      if (!isLettered(code)) continue
      letters += 1
      if (copyOf[index] === -1) continue
      found += 1
      if (last === -1) last = index
      if (Math.abs(right(index) - right(last)) <= same && Math.abs(up(index) - up(last)) <= same) copied += 1
      last = index
    }
    const isCopy = copied >= MIN_COPIED * letters || (ink.invisible && found >= MIN_RECOGNIZED * letters)
    if (isCopy && letters >= MIN_LETTERS) codes.fill(0, start, end)
    for (let index = start; index < end; index += 1) {
      if (copyOf[index] === -1) continue
      const isShared = x0[index] === x0[index - 1] || x0[index] === x0[index + 1]
      const width = ((x1[index] ?? 0) - (x0[index] ?? 0)) / (isShared ? LIGATURE_LETTERS : 1)
      const isOver = Math.abs(right(index)) <= MAX_LONE_OFFSET * width + ROUNDING
      if (isOver && Math.abs(up(index)) <= MAX_LONE_RISE * size) codes[index] = 0
    }
  }
}

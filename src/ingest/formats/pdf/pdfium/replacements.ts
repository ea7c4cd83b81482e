import { identity, type Matrix, matrixOf, multiply, type PageBox, transform, union } from './box.ts'
import type { Pdfium } from './library.ts'
import { withAscii, withMemory } from './memory.ts'

/** Nested marks that are looked at, from the innermost. */
const MAX_MARKS = 4

/** Objects of a page that are looked at. */
const MAX_OBJECTS = 100_000

/** A form is a part of a page that is painted as a whole, type 5 of fpdf_edit.h. */
const FORM = 5
const MAX_DEPTH = 8

/** Numbers of a matrix. */
const FLOATS = 6

/**
 * Text that a file gives for the glyphs between two marks (`/ActualText`, ISO 32000-1, 14.9.4), as browsers write it for
 * the clusters of Thai and Devanagari. PDFium gives all of it with the first glyph, and again with a glyph of the cluster
 * that it sorts behind another letter.
 */
export class Replacements {
  readonly #pdfium: Pdfium
  readonly #page: number
  /** Marks whose text was read, by their handles. */
  readonly #read = new Set<number>()
  #boxes: ReadonlyMap<number, PageBox> | undefined

  /** @param page handle of the loaded page */
  constructor(pdfium: Pdfium, page: number) {
    this.#pdfium = pdfium
    this.#page = page
  }

  /** The mark around an object that gives its text, or 0. */
  markOf(object: number): number {
    const pdfium = this.#pdfium
    const count = pdfium.FPDFPageObj_CountMarks(object)
    if (count <= 0) return 0
    return withAscii(pdfium, 'ActualText', (key) => {
      for (let index = count - 1; index >= Math.max(0, count - MAX_MARKS); index -= 1) {
        const mark = pdfium.FPDFPageObj_GetMark(object, index)
        if (mark !== 0 && pdfium.FPDFPageObjMark_GetParamValueType(mark, key) !== 0) return mark
      }
      return 0
    })
  }

  /** Whether the text of a mark is read for the second time. */
  isRepeated(mark: number): boolean {
    const isRepeated = this.#read.has(mark)
    this.#read.add(mark)
    return isRepeated
  }

  /** The box of all glyphs of a mark; null if the page has none. */
  boxOf(mark: number): PageBox | null {
    this.#boxes ??= this.#findBoxes()
    return this.#boxes.get(mark) ?? null
  }

  #findBoxes(): ReadonlyMap<number, PageBox> {
    const pdfium = this.#pdfium
    const boxes = new Map<number, PageBox>()
    let left = MAX_OBJECTS
    withMemory(pdfium, FLOATS * 4, (buffer) => {
      const floats = (): number[] => [...new Float32Array(pdfium.bytes().slice(buffer, buffer + FLOATS * 4).buffer)]
      const visit = (object: number, matrix: Matrix, depth: number): void => {
        left -= 1
        if (pdfium.FPDFPageObj_GetType(object) === FORM) {
          if (depth >= MAX_DEPTH || pdfium.FPDFPageObj_GetMatrix(object, buffer) === 0) return
          const inner = multiply(matrixOf(floats()), matrix)
          const count = Math.min(pdfium.FPDFFormObj_CountObjects(object), left)
          for (let index = 0; index < count; index += 1)
            visit(pdfium.FPDFFormObj_GetObject(object, index), inner, depth + 1)
          return
        }
        const mark = this.markOf(object)
        if (mark === 0) return
        if (pdfium.FPDFPageObj_GetBounds(object, buffer, buffer + 4, buffer + 8, buffer + 12) === 0) return
        const box = transform(floats(), matrix)
        boxes.set(mark, union(boxes.get(mark) ?? box, box))
      }
      const count = buffer === 0 ? 0 : Math.min(pdfium.FPDFPage_CountObjects(this.#page), left)
      for (let index = 0; index < count; index += 1) visit(pdfium.FPDFPage_GetObject(this.#page, index), identity, 0)
    })
    return boxes
  }
}

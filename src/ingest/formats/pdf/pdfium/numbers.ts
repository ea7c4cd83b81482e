import type { OpenDocument } from './document.ts'

/**
 * Numbers that a function of PDFium's writes to a place in its memory: zeros where it answers that it has none.
 *
 * @param ask calls the function with the address of room for them
 */
export function readFloats({ pdfium }: OpenDocument, count: number, ask: (buffer: number) => number): Float32Array {
  const buffer = pdfium.malloc(4 * count)
  try {
    if (buffer === 0 || ask(buffer) === 0) return new Float32Array(count)
    return new Float32Array(pdfium.bytes().slice(buffer, buffer + 4 * count).buffer)
  } finally {
    pdfium.free(buffer)
  }
}

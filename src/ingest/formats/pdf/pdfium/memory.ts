import type { OpenDocument } from './document.ts'
import type { Pdfium } from './library.ts'

/** Lends memory of PDFium for a call; `use` gets a pointer, or 0 if there is no memory left. */
export function withMemory<T>(pdfium: Pdfium, bytes: number, use: (pointer: number) => T): T {
  const pointer = pdfium.malloc(bytes)
  try {
    return use(pointer)
  } finally {
    pdfium.free(pointer)
  }
}

/**
 * Reads numbers that a function of PDFium writes to memory.
 *
 * @param write calls the function with a pointer to memory for them
 * @returns zeros if the function returns 0
 */
export function readFloats({ pdfium }: OpenDocument, count: number, write: (buffer: number) => number): Float32Array {
  return withMemory(pdfium, 4 * count, (buffer) =>
    buffer === 0 || write(buffer) === 0
      ? new Float32Array(count)
      : new Float32Array(pdfium.bytes().slice(buffer, buffer + 4 * count).buffer),
  )
}

/** Lends numbers in PDFium's memory for a call. */
export function withFloats<T>({ pdfium }: OpenDocument, numbers: readonly number[], use: (pointer: number) => T): T {
  return withMemory(pdfium, 4 * numbers.length, (pointer) => {
    if (pointer !== 0) pdfium.bytes().set(new Uint8Array(Float32Array.from(numbers).buffer), pointer)
    return use(pointer)
  })
}

const MAX_STRING_BYTES = 8192

/**
 * Reads a string from a function of PDFium, which is called twice: for the size without a buffer, then for the bytes.
 * Strings of more than 8 KiB are cut.
 *
 * @param read calls the function with a buffer's pointer and size; returns the size in bytes, including the end mark
 */
export function readUtf16(pdfium: Pdfium, read: (buffer: number, bytes: number) => number): string {
  const size = Math.min(read(0, 0), MAX_STRING_BYTES)
  if (size <= 2) return ''
  return withMemory(pdfium, MAX_STRING_BYTES, (buffer) => {
    if (buffer === 0) return ''
    // PDFium leaves a buffer that is too small untouched: a longer string is then empty rather than old memory.
    pdfium.bytes().fill(0, buffer, buffer + MAX_STRING_BYTES)
    read(buffer, MAX_STRING_BYTES)
    const bytes = pdfium.bytes().subarray(buffer, buffer + size - 2)
    return new TextDecoder('utf-16le').decode(bytes).replace(/\0.*/su, '')
  })
}

/** Lends an ASCII string in PDFium's memory for a call. */
export function withAscii<T>(pdfium: Pdfium, text: string, use: (pointer: number) => T): T {
  return withMemory(pdfium, text.length + 1, (pointer) => {
    pdfium.bytes().set(Buffer.from(`${text}\0`, 'latin1'), pointer)
    return use(pointer)
  })
}

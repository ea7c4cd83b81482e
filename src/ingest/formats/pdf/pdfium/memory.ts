import type { OpenDocument } from './document.ts'
import type { Pdfium } from './library.ts'

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

const MAX_STRING_BYTES = 8192

/**
 * A string of PDFium's, by its habit of being asked twice: for the size with no buffer, then for the bytes. Strings of
 * more than 8 KiB are cut.
 *
 * @param read calls the function with a buffer's address and size; it answers the size in bytes, end mark counted
 */
export function readUtf16(pdfium: Pdfium, read: (buffer: number, bytes: number) => number): string {
  const size = Math.min(read(0, 0), MAX_STRING_BYTES)
  if (size <= 2) return ''
  const buffer = pdfium.malloc(MAX_STRING_BYTES)
  if (buffer === 0) return ''
  try {
    // A buffer that is too small is left untouched, so a longer string reads as nothing rather than as old memory.
    pdfium.bytes().fill(0, buffer, buffer + MAX_STRING_BYTES)
    read(buffer, MAX_STRING_BYTES)
    return new TextDecoder('utf-16le')
      .decode(pdfium.bytes().subarray(buffer, buffer + size - 2))
      .replace(/\0[\s\S]*$/u, '')
  } finally {
    pdfium.free(buffer)
  }
}

/** Puts a text into PDFium's memory as ASCII for the length of a call. */
export function withAscii<T>(pdfium: Pdfium, text: string, use: (pointer: number) => T): T {
  const pointer = pdfium.malloc(text.length + 1)
  try {
    const bytes = pdfium.bytes()
    for (let i = 0; i < text.length; i += 1) bytes[pointer + i] = text.charCodeAt(i) & 0x7f
    bytes[pointer + text.length] = 0
    return use(pointer)
  } finally {
    pdfium.free(pointer)
  }
}

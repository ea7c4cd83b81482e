import { AppError } from '../../../../shared/errors.ts'
import { copyProtected, damaged, encrypted, tooComplex } from '../../refusals.ts'
import { dropPdfium, loadPdfium, type Pdfium, PdfiumAborted, trimPdfium } from './library.ts'
import { LigatureNames, objectAround } from './ligatures.ts'

/** Maximum number of keys that are searched, against files that are made to be slow. */
const MAX_KEYS = 200

/** The last object of a type without a parent. */
function findRoot(file: Buffer, type: string): number | null {
  let at = file.lastIndexOf(type)
  for (let tried = 0; at !== -1 && tried < MAX_KEYS; tried += 1) {
    const object = objectAround(file, at)
    if (object !== null && !object.text.includes('/Parent')) return object.number
    at = at === 0 ? -1 : file.lastIndexOf(type, at - 1)
  }
  return null
}

/** An object number that files don't use. */
const ADDED = 4_000_000

/**
 * Appends an end to a file without one, so that its remaining pages can be found; null if there are none. Programs write
 * the table of objects last, so incomplete transfers lose it first.
 */
function mendEnd(bytes: Uint8Array): Uint8Array | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = (root: number): string => `trailer\n<< /Root ${root} 0 R >>\n%%EOF\n`
  const catalog = findRoot(file, '/Type /Catalog') ?? findRoot(file, '/Type/Catalog')
  if (catalog !== null) return Buffer.concat([file, Buffer.from(`\nendobj\n${end(catalog)}`)])
  const pages = findRoot(file, '/Type /Pages') ?? findRoot(file, '/Type/Pages')
  if (pages === null) return null
  const added = `${ADDED} 0 obj\n<< /Type /Catalog /Pages ${pages} 0 R >>\nendobj\n`
  return Buffer.concat([file, Buffer.from(`\nendobj\n${added}${end(ADDED)}`)])
}

/** An open document: PDFium with the handle to pass to it. */
export interface OpenDocument {
  pdfium: Pdfium
  handle: number
  pages: number
  /** Its end was missing, and perhaps some pages. */
  mended: boolean
  /** Ligatures whose glyphs are named by their letters, which PDFium doesn't read. */
  ligatures: LigatureNames
}

/** Error codes of FPDF_GetLastError, by the names of fpdfview.h; the first is for files that are damaged or not PDF. */
const FPDF_ERR_FORMAT = 3
const FPDF_ERR_PASSWORD = 4
const FPDF_ERR_SECURITY = 5

function openingError(code: number): AppError {
  if (code === FPDF_ERR_PASSWORD) return encrypted('PDF')
  return code === FPDF_ERR_SECURITY ? copyProtected('PDF') : damaged('PDF')
}

/** Copies a file to PDFium's memory, where it must stay until it is closed, and opens it; `code` is 0 or an error. */
function load(pdfium: Pdfium, bytes: Uint8Array) {
  const buffer = pdfium.malloc(Math.max(1, bytes.byteLength))
  if (buffer === 0) throw new PdfiumAborted('The file does not fit into memory.')
  pdfium.bytes().set(bytes, buffer)
  const handle = pdfium.FPDF_LoadMemDocument(buffer, bytes.byteLength, 0)
  const code = handle === 0 ? pdfium.FPDF_GetLastError() : 0
  const close = (): void => {
    if (handle !== 0) pdfium.FPDF_CloseDocument(handle)
    pdfium.free(buffer)
  }
  return { handle, code, close }
}

function loadMended(pdfium: Pdfium, bytes: Uint8Array) {
  const loaded = load(pdfium, bytes)
  const mended = loaded.code === FPDF_ERR_FORMAT ? mendEnd(bytes) : null
  if (mended === null) return { ...loaded, mended: false }
  loaded.close()
  return { ...load(pdfium, mended), mended: true }
}

/**
 * Opens a document for the duration of a call. If PDFium traps, runs out of memory or aborts, its instance is discarded.
 *
 * @throws AppError source_encrypted, source_protected, source_damaged, source_too_complex
 */
export async function withDocument<T>(bytes: Uint8Array, use: (document: OpenDocument) => T): Promise<T> {
  const pdfium = await loadPdfium()
  try {
    const { handle, code, close, mended } = loadMended(pdfium, bytes)
    try {
      if (code !== 0) throw openingError(code)
      const pages = pdfium.FPDF_GetPageCount(handle)
      return use({ pdfium, handle, pages, mended, ligatures: new LigatureNames(bytes) })
    } finally {
      close()
      trimPdfium(pdfium)
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    dropPdfium()
    if (error instanceof PdfiumAborted || error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      throw tooComplex('PDF', error)
    }
    throw error
  }
}

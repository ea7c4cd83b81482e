import { AppError } from '../../../../shared/errors.ts'
import { copyProtected, damaged, encrypted, tooComplex } from '../../refusals.ts'
import { dropPdfium, loadPdfium, type Pdfium, PdfiumAborted, trimPdfium } from './library.ts'
import { LigatureNames } from './ligatures.ts'

/** An open document: PDFium with the handle to pass to it. */
export interface OpenDocument {
  pdfium: Pdfium
  handle: number
  pages: number
  /** Ligatures whose glyphs are named by their letters, which PDFium doesn't read. */
  ligatures: LigatureNames
}

/** Error codes of FPDF_GetLastError, by the names of fpdfview.h. */
const FPDF_ERR_PASSWORD = 4
const FPDF_ERR_SECURITY = 5

function openingError(code: number): AppError {
  if (code === FPDF_ERR_PASSWORD) return encrypted('PDF')
  return code === FPDF_ERR_SECURITY ? copyProtected('PDF') : damaged('PDF')
}

/**
 * Opens a document for the duration of a call. If PDFium traps, runs out of memory or aborts, its instance is discarded.
 *
 * @throws AppError source_encrypted, source_protected, source_damaged, source_too_complex
 */
export async function withDocument<T>(bytes: Uint8Array, use: (document: OpenDocument) => T): Promise<T> {
  const pdfium = await loadPdfium()
  let buffer = 0
  let handle = 0
  try {
    try {
      buffer = pdfium.malloc(Math.max(1, bytes.byteLength))
      if (buffer === 0) throw new PdfiumAborted('The file does not fit into memory.')
      // PDFium reads this copy until the document is closed.
      pdfium.bytes().set(bytes, buffer)
      handle = pdfium.FPDF_LoadMemDocument(buffer, bytes.byteLength, 0)
      if (handle === 0) throw openingError(pdfium.FPDF_GetLastError())
      const pages = pdfium.FPDF_GetPageCount(handle)
      return use({ pdfium, handle, pages, ligatures: new LigatureNames(bytes) })
    } finally {
      if (handle !== 0) pdfium.FPDF_CloseDocument(handle)
      if (buffer !== 0) pdfium.free(buffer)
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

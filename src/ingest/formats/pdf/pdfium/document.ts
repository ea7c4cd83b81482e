import { AppError } from '../../../../shared/errors.ts'
import { dropPdfium, loadPdfium, type Pdfium, PdfiumAborted, trimPdfium } from './library.ts'

/** An open document: PDFium with the handle to pass to it. */
export interface OpenDocument {
  pdfium: Pdfium
  handle: number
  pages: number
}

/** Error codes of FPDF_GetLastError, by the names of fpdfview.h. */
const FPDF_ERR_PASSWORD = 4
const FPDF_ERR_SECURITY = 5

function openingError(code: number): AppError {
  if (code === FPDF_ERR_PASSWORD) {
    return new AppError(
      'source_encrypted',
      'This PDF is locked with a password. Open it with the password, save a copy without one, and try that.',
    )
  }
  if (code === FPDF_ERR_SECURITY) {
    return new AppError(
      'source_protected',
      'This PDF is protected in a way that only certain programs can open. Try a copy without the protection.',
    )
  }
  return new AppError('source_damaged', 'This PDF is damaged and cannot be opened. Try to save or download it again.')
}

const tooComplex = (cause: unknown): AppError =>
  new AppError('source_too_complex', 'This PDF is too complex to read. Try a part of it, or a simpler copy.', { cause })

function open(pdfium: Pdfium, bytes: Uint8Array, buffer: number): OpenDocument {
  pdfium.bytes().set(bytes, buffer)
  const handle = pdfium.FPDF_LoadMemDocument(buffer, bytes.byteLength, 0)
  if (handle === 0) throw openingError(pdfium.FPDF_GetLastError())
  return { pdfium, handle, pages: pdfium.FPDF_GetPageCount(handle) }
}

/**
 * Opens a document for the length of a call, and closes it whatever happens. Where PDFium traps, runs out of its
 * memory or gives up, its instance is thrown away.
 *
 * @throws AppError source_encrypted, source_protected, source_damaged, source_too_complex
 */
export async function withDocument<T>(bytes: Uint8Array, use: (document: OpenDocument) => T): Promise<T> {
  const pdfium = await loadPdfium()
  try {
    const buffer = pdfium.malloc(Math.max(1, bytes.byteLength))
    if (buffer === 0) throw new PdfiumAborted('The file does not fit into memory.')
    let handle = 0
    try {
      const document = open(pdfium, bytes, buffer)
      handle = document.handle
      return use(document)
    } finally {
      if (handle !== 0) pdfium.FPDF_CloseDocument(handle)
      pdfium.free(buffer)
      trimPdfium(pdfium)
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    dropPdfium()
    if (error instanceof PdfiumAborted || error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      throw tooComplex(error)
    }
    throw error
  }
}

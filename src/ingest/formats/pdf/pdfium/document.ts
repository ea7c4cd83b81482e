import { AppError } from '../../../../shared/errors.ts'
import { copyProtected, damaged, encrypted, tooComplex } from '../../refusals.ts'
import { dropPdfium, loadPdfium, type Pdfium, PdfiumAborted, trimPdfium } from './library.ts'
import { mendEnd } from './mend.ts'

/** An open document: PDFium with the handle to pass to it. */
export interface OpenDocument {
  pdfium: Pdfium
  handle: number
  pages: number
  /** Whether its end was lost, and perhaps pages with it. */
  mended: boolean
}

/** Error codes of FPDF_GetLastError, by the names of fpdfview.h. */
const FPDF_ERR_PASSWORD = 4
const FPDF_ERR_SECURITY = 5

function openingError(code: number): AppError {
  if (code === FPDF_ERR_PASSWORD) return encrypted('PDF')
  return code === FPDF_ERR_SECURITY ? copyProtected('PDF') : damaged('PDF')
}

/** Error code of files that are no PDF, or a broken one. */
const FPDF_ERR_FORMAT = 3

/** Copies a file to PDFium's memory and opens it; the copy must stay until it is closed. */
class Opening {
  private readonly pdfium: Pdfium
  private buffer = 0
  private handle = 0

  constructor(pdfium: Pdfium) {
    this.pdfium = pdfium
  }

  /** Answers 0, or an error code of FPDF_GetLastError. */
  private attempt(bytes: Uint8Array): number {
    const { pdfium } = this
    this.close()
    this.buffer = pdfium.malloc(Math.max(1, bytes.byteLength))
    if (this.buffer === 0) throw new PdfiumAborted('The file does not fit into memory.')
    pdfium.bytes().set(bytes, this.buffer)
    this.handle = pdfium.FPDF_LoadMemDocument(this.buffer, bytes.byteLength, 0)
    return this.handle === 0 ? pdfium.FPDF_GetLastError() : 0
  }

  open(bytes: Uint8Array): OpenDocument {
    let code = this.attempt(bytes)
    const mended = code === FPDF_ERR_FORMAT ? mendEnd(bytes) : null
    if (mended !== null) code = this.attempt(mended)
    if (code !== 0) throw openingError(code)
    const { pdfium, handle } = this
    return { pdfium, handle, pages: pdfium.FPDF_GetPageCount(handle), mended: mended !== null }
  }

  close(): void {
    if (this.handle !== 0) this.pdfium.FPDF_CloseDocument(this.handle)
    if (this.buffer !== 0) this.pdfium.free(this.buffer)
    this.handle = 0
    this.buffer = 0
  }
}

/**
 * Opens a document for the length of a call, and closes it whatever happens. Where PDFium traps, runs out of its
 * memory or gives up, its instance is thrown away.
 *
 * @throws AppError source_encrypted, source_protected, source_damaged, source_too_complex
 */
export async function withDocument<T>(bytes: Uint8Array, use: (document: OpenDocument) => T): Promise<T> {
  const pdfium = await loadPdfium()
  const opening = new Opening(pdfium)
  try {
    try {
      return use(opening.open(bytes))
    } finally {
      opening.close()
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

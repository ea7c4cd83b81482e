import { AppError } from '../../../shared/errors.ts'
import { countPages } from '../../recognition/picture.ts'
import { MAX_RECOGNIZED_PAGES, type Recognition, type ScannedPages } from '../../recognition/recognized-page.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { pageLines } from '../pdf/layout/lines.ts'
import { asReadPage } from '../pdf/layout/recognized.ts'
import { findFurniture } from '../pdf/structure/furniture.ts'
import { toStructure } from '../pdf/structure/pieces.ts'
import { markRecognized, nothingLegible, recognitionNote } from '../recognition-note.ts'

/**
 * Reads the recognized text of a picture of a page, or of the pages of a TIFF file.
 *
 * @param recognition absent if pictures are not read
 * @throws AppError source_no_text_layer (nothing legible, handwriting, pictures are not read), source_damaged,
 *   source_too_complex
 */
export async function parseImage(
  bytes: Uint8Array,
  recognition?: Recognition,
): Promise<ParsedDocument | { scanned: ScannedPages }> {
  if (recognition === undefined) {
    throw new AppError('source_no_text_layer', 'Pictures aren’t read here. Run OCR on it and upload the text.')
  }
  const total = await countPages(bytes)
  const count = Math.min(total, MAX_RECOGNIZED_PAGES)
  if (recognition === 'wanted') {
    return { scanned: { pages: Array.from({ length: count }, (_, index) => index + 1), language: null } }
  }
  const pages = recognition.map(asReadPage)
  const furniture = findFurniture(pages)
  const lines = pages.flatMap((page) => pageLines(page, furniture))
  if (lines.length === 0) {
    const fact = 'No printed text can be made out in this picture.'
    throw nothingLegible(fact, 'Try a sharper picture, taken from straight above.', recognition)
  }
  const { pieces, title } = toStructure(lines, () => undefined)
  const { note = '', ...seen } = recognitionNote(recognition)
  const cut = total > count ? `Only the first ${count} of ${total} pages were read.` : ''
  return {
    kind: 'document',
    title,
    author: null,
    site: null,
    language: null,
    publishedAt: null,
    pieces: markRecognized(pieces, recognition),
    sourceInfo: {
      readAs: total === 1 ? 'text of a picture' : 'text of pictures',
      pages: total,
      ...seen,
      note: [cut, note].filter(Boolean).join(' '),
    },
  }
}

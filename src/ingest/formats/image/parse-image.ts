import { AppError } from '../../../shared/errors.ts'
import type { Recognition, ScannedPages } from '../../recognition/recognized-page.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { pageLines } from '../pdf/layout/lines.ts'
import { asReadPage } from '../pdf/layout/recognized.ts'
import { toStructure } from '../pdf/structure/pieces.ts'
import { recognitionNote } from '../recognition-note.ts'

/**
 * Reads the recognized text of a picture of a page.
 *
 * @param recognition absent if pictures are not read
 * @throws AppError source_no_text_layer (nothing legible, handwriting, pictures are not read)
 */
export async function parseImage(recognition?: Recognition): Promise<ParsedDocument | { scanned: ScannedPages }> {
  if (recognition === undefined) {
    throw new AppError('source_no_text_layer', 'Pictures aren’t read here. Run OCR on it and upload the text.')
  }
  if (recognition === 'wanted') return { scanned: { pages: [1], language: null } }
  const lines = recognition.flatMap((page) => pageLines(asReadPage(page), new Set()))
  if (lines.length === 0) {
    throw new AppError(
      'source_no_text_layer',
      'No printed text can be made out in this picture. Handwriting isn’t read. Try a sharper picture, taken from straight above.',
    )
  }
  const { pieces, title } = toStructure(lines, () => undefined)
  return {
    kind: 'document',
    title,
    author: null,
    site: null,
    language: null,
    publishedAt: null,
    pieces,
    sourceInfo: { readAs: 'text of a picture', pages: 1, ...recognitionNote(recognition) },
  }
}

import { AppError } from '../../shared/errors.ts'
import { listOf } from '../../shared/text/format.ts'
import type { Piece } from '../document.ts'
import type { RecognizedPage } from '../recognition/recognized-page.ts'

/** Below, Tesseract took some letters for others on most pages that were looked at. */
const SURE = 75

const MAX_NAMED_PAGES = 8

const named = (pages: readonly number[]): string =>
  `${pages.slice(0, MAX_NAMED_PAGES).join(', ')}${pages.length > MAX_NAMED_PAGES ? ' and others' : ''}`

const isUnsure = ({ confidence }: RecognizedPage): boolean => confidence < SURE

/** Marks pieces of text as recognized, by their pages. */
export function markRecognized(pieces: readonly Piece[], recognized: readonly RecognizedPage[]): Piece[] {
  const byNumber = new Map(recognized.filter(({ lines }) => lines.length > 0).map((page) => [page.number, page]))
  return pieces.map((piece) => {
    const { location } = piece
    const page = location?.kind === 'page' ? byNumber.get(location.page) : undefined
    if (location?.kind !== 'page' || page === undefined) return piece
    return { ...piece, location: { ...location, recognized: isUnsure(page) ? 'unsure' : 'sure' } }
  })
}

/** Sentence on pages whose language data can't be installed; null if there are none. */
function missingLanguages(recognized: readonly RecognizedPage[]): string | null {
  const missing = [...new Set(recognized.map((page) => page.missing).filter((name) => name !== undefined))]
  if (missing.length === 0) return null
  const pages = recognized.filter((page) => page.missing !== undefined).map(({ number }) => number)
  return `Page ${named(pages)} seems to be in ${listOf(missing)} or a related language, whose recognition couldn’t be installed.`
}

/**
 * The error for a file without legible text.
 *
 * @param fact that nothing can be made out
 */
export function nothingLegible(fact: string, advice: string, recognized: readonly RecognizedPage[]): AppError {
  const missing = missingLanguages(recognized)
  const message =
    missing === null
      ? `${fact} Handwriting isn’t read. ${advice}`
      : `${missing} Try again when this server is online, or run OCR on the file yourself.`
  return new AppError('source_no_text_layer', message)
}

/** Note for readers on recognized text: the pages that have it, and those where it is uncertain. */
export function recognitionNote(recognized: readonly RecognizedPage[]): {
  note?: string
  recognizedPages?: number[]
} {
  const legible = recognized.filter(({ lines }) => lines.length > 0)
  if (legible.length === 0) return {}
  const unsure = legible.filter(isUnsure).map(({ number }) => number)
  const [first] = legible
  const where =
    legible.length === 1 && first?.number === 1 ? 'This text was' : `The text of ${legible.length} scanned pages was`
  const doubt = unsure.length === 0 ? '' : ` Hard to read: page ${named(unsure)}.`
  return {
    note: [
      `${where} recognized from a picture, so single letters may be wrong.${doubt}`,
      missingLanguages(recognized) ?? '',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    recognizedPages: legible.map(({ number }) => number),
  }
}

import type { RecognizedPage } from '../recognition/recognized-page.ts'

/** Below, Tesseract took some letters for others on most pages that were looked at. */
const SURE = 75

const MAX_NAMED_PAGES = 8

const named = (pages: readonly number[]): string =>
  `${pages.slice(0, MAX_NAMED_PAGES).join(', ')}${pages.length > MAX_NAMED_PAGES ? ' and others' : ''}`

/** Note for readers on recognized text: the pages that have it, and those where it is uncertain. */
export function recognitionNote(recognized: readonly RecognizedPage[]): {
  note?: string
  recognizedPages?: number[]
} {
  const legible = recognized.filter(({ lines }) => lines.length > 0)
  if (legible.length === 0) return {}
  const unsure = legible.filter(({ confidence }) => confidence < SURE).map(({ number }) => number)
  const [first] = legible
  const where =
    legible.length === 1 && first?.number === 1 ? 'This text was' : `The text of ${legible.length} scanned pages was`
  const doubt = unsure.length === 0 ? '' : ` Hard to read: page ${named(unsure)}.`
  return {
    note: `${where} recognized from a picture, so single letters may be wrong.${doubt}`,
    recognizedPages: legible.map(({ number }) => number),
  }
}

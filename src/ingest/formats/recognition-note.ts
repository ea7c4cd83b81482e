import { AppError } from '../../shared/errors.ts'
import { listOf } from '../../shared/text/format.ts'
import type { Piece } from '../document.ts'
import { isUnsure, type RecognizedPage } from '../recognition/recognized-page.ts'

const MAX_NAMED_PAGES = 8

const named = (pages: readonly number[]): string =>
  `${pages.slice(0, MAX_NAMED_PAGES).join(', ')}${pages.length > MAX_NAMED_PAGES ? ' and others' : ''}`

const bareWords = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `

/** Words at the end of a paragraph by which it is known to go on on the next page. */
const TAIL_WORDS = 3

const tailOf = (text: string): string => ` ${bareWords(text).trim().split(' ').slice(-TAIL_WORDS).join(' ')} `

/**
 * Marks pieces of text as recognized, by their pages. Of a page that a language model read, the pieces whose words
 * Tesseract recognized too count as recognized, and the others as the model's.
 */
export function markRecognized(pieces: readonly Piece[], recognized: readonly RecognizedPage[]): Piece[] {
  const byNumber = new Map(
    recognized
      .filter(({ lines }) => lines.length > 0)
      .map((page) => {
        const { byModel, lines } = page
        const model = byModel && {
          agreed: bareWords(byModel.recognized),
          text: bareWords(lines.map(({ text }) => text).join(' ')),
        }
        return [page.number, { isUnsure: isUnsure(page), model }]
      }),
  )
  return pieces.map((piece, index) => {
    const { location, text } = piece
    if (location?.kind !== 'page') return piece
    const next = pieces[index + 1]?.location
    const isLast = next?.kind !== 'page' || next.page !== location.page
    const following = isLast ? byNumber.get(location.page + 1)?.model : undefined
    if (following?.text.includes(tailOf(text)) === true)
      return { ...piece, location: { ...location, recognized: 'model' } }
    const page = byNumber.get(location.page)
    if (page === undefined) return piece
    const isModels = page.model !== undefined && !page.model.agreed.includes(bareWords(text))
    return { ...piece, location: { ...location, recognized: isModels ? 'model' : page.isUnsure ? 'unsure' : 'sure' } }
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

/** Sentence on pages that a language model read; empty without any. */
function readByModels(pages: readonly RecognizedPage[]): string {
  if (pages.length === 0) return ''
  const names = [...new Set(pages.flatMap(({ byModel }) => byModel?.name ?? []))]
  const numbers = pages.map(({ number }) => number)
  return `Hard to recognize and so read by a language model (${names.join(', ')}), whose wording may differ from the original: page ${named(numbers)}.`
}

/** Note for readers on recognized text: the pages that have it, and those where it is uncertain. */
export function recognitionNote(recognized: readonly RecognizedPage[]): {
  note?: string
  recognizedPages?: number[]
} {
  const legible = recognized.filter(({ lines }) => lines.length > 0)
  if (legible.length === 0) return {}
  const byModel = legible.filter((page) => page.byModel !== undefined)
  const unsure = legible.filter((page) => isUnsure(page) && page.byModel === undefined).map(({ number }) => number)
  const [first] = legible
  const where =
    legible.length === 1 && first?.number === 1 ? 'This text was' : `The text of ${legible.length} scanned pages was`
  const doubt = unsure.length === 0 ? '' : ` Hard to read: page ${named(unsure)}.`
  return {
    note: [
      byModel.length === legible.length
        ? ''
        : `${where} recognized from a picture, so single letters may be wrong.${doubt}`,
      readByModels(byModel),
      missingLanguages(recognized) ?? '',
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    recognizedPages: legible.map(({ number }) => number),
  }
}

import { AppError } from '../../../shared/errors.ts'
import type { Archive } from '../zip/open-archive.ts'
import { decodeMarkup } from './decode-markup.ts'
import { readXml, type XmlElement } from './xml.ts'

/** Whether decoded bytes are markup, rather than what is left of it after encryption or damage. */
const isMarkup = (text: string): boolean =>
  /^[^<]{0,1000}<[!?a-z]/iu.test(text) && !/[\0\ufffd]{8}/u.test(text.slice(0, 1000))

/**
 * The markup of a file of a book.
 *
 * @returns null where it can't be unpacked, or holds no markup
 * @throws AppError source_encrypted, source_too_complex
 */
export function readMarkup(archive: Archive, path: string): string | null {
  try {
    const markup = decodeMarkup(archive.read(path))
    return isMarkup(markup) ? markup : null
  } catch (error) {
    if (error instanceof AppError && error.code === 'source_damaged') return null
    throw error
  }
}

/**
 * One of the files that say how a book is arranged, as a tree; an empty one where the file is not there or damaged, since
 * a book can be read without most of them.
 *
 * @throws AppError source_encrypted, source_too_complex
 */
export function readTree(archive: Archive, path: string): XmlElement {
  return readXml(archive.has(path) ? (readMarkup(archive, path) ?? '') : '')
}

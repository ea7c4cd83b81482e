import { AppError } from '../../../shared/errors.ts'
import type { Piece } from '../../document.ts'
import { damaged, noText } from '../refusals.ts'
import type { Archive } from '../zip/open-archive.ts'
import { hasTraces, protectedBook } from './protection.ts'

/** What was read of a book, and what could not be. */
export interface Reading {
  pieces: readonly Piece[]
  /** Files of the reading order. */
  files: number
  /** Those that show pictures and hold no text. */
  pictureFiles: number
  /** Those that could not be read, or not in full. */
  faulty: number
  /** Parts that the book lists and doesn't hold. */
  missing: number
  /** Whether the list of parts itself was lost. */
  unlisted: boolean
}

/** Fewer pages of pictures than this are a cover and plates. */
const MIN_PICTURE_FILES = 5

/** One sentence about what of a book could not be read; null where all of it was. */
export function noteOf({ files, pictureFiles, faulty, missing, unlisted }: Reading): string | null {
  if (unlisted) return 'This e-book has lost its list of parts, so its pages were read in the order of their names.'
  const lost = faulty + missing
  if (lost === 1) return 'One part of this e-book is damaged or missing, and could not be read in full.'
  if (lost > 1) return `${lost} parts of this e-book are damaged or missing, and could not be read in full.`
  if (pictureFiles >= MIN_PICTURE_FILES && pictureFiles * 2 > files) {
    return 'Most pages of this e-book are pictures, and what is written in pictures was not read.'
  }
  return null
}

/** The refusal of a book in which no text was found. */
export function emptyBook(archive: Archive, { pictureFiles, faulty, missing, unlisted }: Reading): AppError {
  if (faulty > 0 && hasTraces(archive)) return protectedBook(archive)
  if (faulty + missing > 0 || unlisted) return damaged('e-book')
  if (pictureFiles > 0) {
    return new AppError(
      'source_no_text_layer',
      'The pages of this e-book are pictures without text. Try an edition of it that has text.',
    )
  }
  return noText('e-book')
}

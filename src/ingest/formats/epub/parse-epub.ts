import { AppError } from '../../../shared/errors.ts'
import type { Piece } from '../../document.ts'
import { loadDetector } from '../../language.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { damaged, noText, tooComplex } from '../refusals.ts'
import { type Archive, openArchive } from '../zip/open-archive.ts'
import { Chapters } from './chapters.ts'
import { readContent } from './content/read-content.ts'
import { type ContentsEntry, readContents } from './contents.ts'
import { readMarkup } from './markup.ts'
import { type BookMetadata, readMetadata } from './metadata.ts'
import { type BookPackage, findPackage, pagesByName, readingOrder } from './package.ts'
import { createResolver } from './paths.ts'
import { encryptedPaths, hasTraces, protectedBook } from './protection.ts'

/** What was read of a book, and what could not be. */
interface Reading {
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
function noteOf({ files, pictureFiles, faulty, missing, unlisted }: Reading): string | null {
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
function emptyBook(archive: Archive, { pictureFiles, faulty, missing, unlisted }: Reading): AppError {
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

/** Only markup is unpacked, of which the longest books hold some 30 MB. */
const limits = { maxEntryBytes: 48 * 1024 * 1024, maxTotalBytes: 96 * 1024 * 1024 }
const MAX_PIECES = 200_000
/** Some three million words. */
const MAX_CHARACTERS = 20_000_000

const noMetadata: BookMetadata = { title: null, author: null, site: null, language: null, publishedAt: null }

/** Which of the fragments that lead into a file name an element there. */
function fragmentsIn(markup: string, wanted: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  if (wanted.size === 0) return found
  for (const [, id = ''] of markup.matchAll(/\s(?:id|name)\s{0,9}=\s{0,9}["']([^"']{1,500})["']/gu)) {
    if (wanted.has(id)) found.add(id)
  }
  return found
}

/** Reads the files of a book one after the other. */
function readFiles(
  archive: Archive,
  paths: readonly string[],
  contents: readonly ContentsEntry[],
  navigation: string | null,
): Pick<Reading, 'pieces' | 'files' | 'pictureFiles' | 'faulty'> {
  const chapters = new Chapters(contents)
  const pieces: Piece[] = []
  const faulty = new Set<string>()
  let pictureFiles = 0
  let characters = 0
  for (const path of paths) {
    const markup = readMarkup(archive, path)
    if (markup === null || archive.broken.has(path)) faulty.add(path)
    if (markup === null) continue
    chapters.startFile(path, fragmentsIn(markup, chapters.fragmentsOf(path)))
    const before = pieces.length
    const { pictures } = readContent(markup, chapters, path === navigation, (piece) => {
      characters += piece.text.length
      if (pieces.length >= MAX_PIECES || characters > MAX_CHARACTERS) throw tooComplex('e-book')
      pieces.push(piece)
    })
    if (pictures > 0 && pieces.length === before) pictureFiles += 1
  }
  return { pieces, files: paths.length, pictureFiles, faulty: faulty.size }
}

/** What there is to read, or all pages by name where the list of parts is lost, or leads to none. */
function orderOf(
  archive: Archive,
  book: BookPackage | null,
): Pick<Reading, 'missing' | 'unlisted'> & { paths: readonly string[] } {
  const listed = book === null ? { paths: [], missing: 0 } : readingOrder(book)
  return listed.paths.length > 0
    ? { ...listed, unlisted: false }
    : { paths: pagesByName(archive), missing: listed.missing, unlisted: true }
}

/**
 * Reads an e-book in EPUB 2 or 3: its files in the order of the spine, each part with its chapter, notes where they
 * stand. Damaged books are read as far as they can be, which `sourceInfo.note` then says.
 *
 * @throws AppError source_damaged, source_encrypted (a password), source_protected (rights management), source_empty,
 *   source_no_text_layer (pictures only), source_too_complex
 */
export async function parseEpub(bytes: Uint8Array): Promise<ParsedDocument> {
  await loadDetector()
  const archive = await openArchive(bytes, limits)
  const resolve = createResolver(archive)
  const book = findPackage(archive, resolve)
  const { paths, missing, unlisted } = orderOf(archive, book)
  const encrypted = encryptedPaths(archive, resolve)
  if (paths.some((path) => encrypted.has(path))) throw protectedBook(archive)
  const contents = book === null ? [] : readContents(archive, book, paths, resolve)
  const items = book === null ? [] : [...book.items.values()]
  const navigation = items.find(({ properties }) => properties.includes('nav'))?.path ?? null
  const reading = { ...readFiles(archive, paths, contents, navigation), missing, unlisted }
  if (reading.pieces.length === 0) throw emptyBook(archive, reading)
  const note = noteOf(reading)
  return {
    kind: 'epub',
    ...(book === null ? noMetadata : readMetadata(book.root)),
    pieces: reading.pieces,
    sourceInfo: { readAs: 'e-book', ...(note === null ? {} : { note }) },
  }
}

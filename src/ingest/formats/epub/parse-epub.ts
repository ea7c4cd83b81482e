import { AppError } from '../../../shared/errors.ts'
import type { Piece } from '../../document.ts'
import { loadDetector } from '../../language.ts'
import type { ParsedDocument } from '../parsed-document.ts'
import { damaged, tooComplex } from '../zip/limits.ts'
import { type Archive, openArchive } from '../zip/open-archive.ts'
import { Chapters } from './chapters.ts'
import { readContent } from './content/read-content.ts'
import { type ContentsEntry, readContents } from './contents.ts'
import { decodeMarkup } from './decode-markup.ts'
import { type BookMetadata, readMetadata } from './metadata.ts'
import { refuseOtherArchives, refuseOtherTypes } from './other-types.ts'
import { findPackage } from './package.ts'
import { createResolver } from './paths.ts'
import { encryptedPaths, hasTraces, protectedBook } from './protection.ts'
import { pagesByName, type ReadingOrder, readingOrder } from './spine.ts'

/** Only markup is unpacked, of which the longest books hold some 30 MB. */
const limits = { maxEntryBytes: 48 * 1024 * 1024, maxTotalBytes: 96 * 1024 * 1024 }
const MAX_PIECES = 200_000
/** Some three million words. */
const MAX_CHARACTERS = 20_000_000

/** What was read of a book, and what could not be. */
interface Reading {
  pieces: Piece[]
  characters: number
  pictures: number
  lost: number
}

const noMetadata: BookMetadata = { title: null, author: null, site: null, language: null, publishedAt: null }

const isDamage = (error: unknown): boolean => error instanceof AppError && error.code === 'source_damaged'

/** Whether decoded bytes are markup, rather than what is left of it after encryption or damage. */
const isMarkup = (text: string): boolean =>
  /^[^<]{0,1000}<[!?a-z]/iu.test(text) && !/[\0\ufffd]{8}/u.test(text.slice(0, 1000))

function readFile(archive: Archive, path: string): string | null {
  try {
    const markup = decodeMarkup(archive.read(path))
    return isMarkup(markup) ? markup : null
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
}

/** Which of the fragments that lead into a file name an element there. */
function fragmentsIn(markup: string, wanted: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  if (wanted.size === 0) return found
  for (const [, id = ''] of markup.matchAll(/\s(?:id|name)\s{0,9}=\s{0,9}["']([^"']{1,500})["']/gu)) {
    if (wanted.has(id)) found.add(id)
  }
  return found
}

function readFiles(
  archive: Archive,
  paths: readonly string[],
  contents: readonly ContentsEntry[],
  navigation: string | null,
): Reading {
  const chapters = new Chapters(contents)
  const reading: Reading = { pieces: [], characters: 0, pictures: 0, lost: 0 }
  for (const path of paths) {
    const markup = readFile(archive, path)
    if (markup === null) {
      reading.lost += 1
      continue
    }
    chapters.startFile(path, fragmentsIn(markup, chapters.fragmentsOf(path)))
    reading.pictures += readContent(markup, chapters, path === navigation, (piece) => {
      reading.characters += piece.text.length
      if (reading.pieces.length >= MAX_PIECES || reading.characters > MAX_CHARACTERS) throw tooComplex()
      reading.pieces.push(piece)
    }).pictures
  }
  return reading
}

/** One sentence for what was lost, null where nothing was. */
function noteOf(archive: Archive, { lost }: Reading, { paths, missing }: ReadingOrder, bare: boolean): string | null {
  const cut = paths.filter((path) => archive.broken.has(path)).length
  const faulty = lost + missing + cut
  if (bare) return 'This e-book has lost its table of parts, so its pages were read in the order of their names.'
  if (faulty === 0) return null
  const parts = faulty === 1 ? 'One part' : `${faulty} parts`
  return `${parts} of this e-book ${faulty === 1 ? 'is' : 'are'} damaged or missing, and could not be read in full.`
}

function refuseEmpty(archive: Archive, { pictures, lost }: Reading, missing: number): never {
  if (lost > 0 && hasTraces(archive)) throw protectedBook(archive)
  if (lost + missing > 0) throw damaged()
  if (pictures > 0) {
    throw new AppError(
      'source_no_text_layer',
      'The pages of this e-book are pictures without text, so there is nothing to summarize.',
    )
  }
  throw new AppError('source_empty', 'This e-book is empty: there is no text in it to summarize.')
}

/**
 * Reads an e-book in EPUB 2 or 3: its files in the order of the spine, each part with its chapter, notes where they
 * stand. Damaged books are read as far as they can be, which `sourceInfo.note` then says.
 *
 * @throws AppError source_damaged, source_encrypted (a password), source_protected (rights management), source_empty,
 *   source_no_text_layer (pictures only), source_too_complex, source_type_unsupported (not a book)
 */
export async function parseEpub(bytes: Uint8Array): Promise<ParsedDocument> {
  refuseOtherTypes(bytes)
  await loadDetector()
  const archive = openArchive(bytes, limits)
  const resolve = createResolver(archive)
  const book = findPackage(archive, resolve)
  if (book === null) refuseOtherArchives(archive)
  const listed = book === null ? null : readingOrder(book)
  // A list of parts that leads to none was lost, as was one that isn't there.
  const bare = listed === null || listed.paths.length === 0
  const order = bare ? { paths: pagesByName(archive), missing: listed?.missing ?? 0 } : listed
  const encrypted = encryptedPaths(archive, resolve)
  if (order.paths.some((path) => encrypted.has(path))) throw protectedBook(archive)
  const contents = book === null ? [] : readContents(archive, book, order.paths, resolve)
  const navigation =
    [...(book?.items.values() ?? [])].find(({ properties }) => properties.includes('nav'))?.path ?? null
  const reading = readFiles(archive, order.paths, contents, navigation)
  if (reading.pieces.length === 0) refuseEmpty(archive, reading, order.missing + (bare ? 1 : 0))
  const note = noteOf(archive, reading, order, bare)
  const metadata = book === null ? noMetadata : readMetadata(book.root)
  return {
    kind: 'epub',
    ...metadata,
    pieces: reading.pieces,
    sourceInfo: { readAs: 'e-book', ...(note === null ? {} : { note }) },
  }
}

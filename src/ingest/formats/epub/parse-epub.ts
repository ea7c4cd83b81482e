import { AppError } from '../../../shared/errors.ts'
import type { Piece } from '../../document.ts'
import { canonicalLanguage, loadDetector } from '../../language.ts'
import { isPlaceholder } from '../author.ts'
import type { DomElement } from '../html/dom.ts'
import { toIsoDate } from '../html/metadata/metadata.ts'
import { textStyles } from '../html/style-sheet.ts'
import type { FileMetadata, ParsedDocument } from '../parsed-document.ts'
import { DAMAGED_NOTE, damaged, noText, tooComplex } from '../refusals.ts'
import { type Archive, openArchive } from '../zip/open-archive.ts'
import { Chapters, type ContentsEntry, readContents } from './chapters.ts'
import { withoutLicense } from './license.ts'
import { findAll, readMarkup, readText, textOf } from './markup.ts'
import {
  createResolver,
  encryptedPaths,
  findPackage,
  hasTraces,
  pagesByName,
  protectedBook,
  readingOrder,
} from './package.ts'
import { readContent } from './read-content.ts'

type BookMetadata = FileMetadata & Pick<ParsedDocument, 'site'>

const noMetadata: BookMetadata = { title: null, author: null, site: null, language: null, publishedAt: null }

const MAX_FIELD_CHARACTERS = 500
const MAX_CREATORS = 20
const MAX_TITLES = 5

/** A property that a `meta` element assigns to another element by its id (EPUB 3, "refines"). */
function refinement(root: DomElement, element: DomElement, property: string): string | null {
  const id = element.getAttribute('id')
  if (id === null) return null
  const found = findAll(root, 'meta').find(
    (meta) => meta.getAttribute('refines') === `#${id}` && meta.getAttribute('property') === property,
  )
  return found === undefined ? null : textOf(found)
}

const fieldOf = (element: DomElement | undefined): string | null =>
  element === undefined ? null : textOf(element).slice(0, MAX_FIELD_CHARACTERS) || null

/** Elements of Dublin Core; others have the same local names, so only those of the metadata section count. */
function dublinCore(metadata: DomElement, name: string): DomElement[] {
  return findAll(metadata, name).filter((element) => textOf(element) !== '')
}

function titleOf(root: DomElement, metadata: DomElement): string | null {
  const titles = dublinCore(metadata, 'title').slice(0, MAX_TITLES)
  return fieldOf(titles.find((title) => refinement(root, title, 'title-type') === 'main') ?? titles[0])
}

function authorsOf(metadata: DomElement): string | null {
  const names = dublinCore(metadata, 'creator')
    .slice(0, MAX_CREATORS)
    .map(textOf)
    .filter((name) => !isPlaceholder(name))
  return names.length === 0 ? null : [...new Set(names)].join(', ').slice(0, MAX_FIELD_CHARACTERS)
}

/** A year or a month alone is a date as well (ISO 8601, reduced precision). */
function dateOf(metadata: DomElement): string | null {
  const dates = dublinCore(metadata, 'date').slice(0, MAX_TITLES)
  const dateWith = (event: RegExp) => dates.find((date) => event.test(date.getAttribute('event')?.toLowerCase() ?? ''))
  const written = fieldOf(dateWith(/publication|published/u) ?? dateWith(/^$/u))
  if (written === null) return null
  return /^1[4-9]\d\d(?:-(?:0[1-9]|1[0-2]))?$|^2[01]\d\d(?:-(?:0[1-9]|1[0-2]))?$/u.test(written)
    ? written
    : toIsoDate(written)
}

/** Reads the metadata of a package document (EPUB 2 and 3: Dublin Core). */
function readMetadata(root: DomElement): BookMetadata {
  const [metadata] = findAll(root, 'metadata')
  if (metadata === undefined) return noMetadata
  return {
    title: titleOf(root, metadata),
    author: authorsOf(metadata),
    site: fieldOf(dublinCore(metadata, 'publisher')[0]),
    language: canonicalLanguage(fieldOf(dublinCore(metadata, 'language')[0])),
    publishedAt: dateOf(metadata),
  }
}

type Reading = ReturnType<typeof readFiles> & {
  /** Parts that the book lists and doesn't contain. */
  missing: number
  /** The list of parts itself is lost. */
  unlisted: boolean
}

/** Fewer pages of pictures are a cover and plates. */
const MIN_PICTURE_FILES = 5

/** Notice about the parts of a book that could not be read, or null. */
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

/** Only markup is unpacked; the longest books have some 30 MB of it. */
const limits = { maxEntryBytes: 48 * 1024 * 1024, maxTotalBytes: 96 * 1024 * 1024 }
const MAX_PIECES = 200_000
/** Some three million words. */
const MAX_CHARACTERS = 20_000_000

/** Returns the wanted fragments that exist as ids in a file. */
function fragmentsIn(markup: string, wanted: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  if (wanted.size === 0) return found
  for (const [, id = ''] of markup.matchAll(/\s(?:id|name)\s{0,9}=\s{0,9}["']([^"']{1,500})["']/gu)) {
    if (wanted.has(id)) found.add(id)
  }
  return found
}

/** The text of the book's style sheets; one that is missing or damaged is left out. */
function readStyleSheets(archive: Archive, items: readonly { path: string | null; mediaType: string }[]): string {
  const sheets: string[] = []
  for (const { path, mediaType } of items) {
    if (path !== null && mediaType === 'text/css') sheets.push(readText(archive, path) ?? '')
  }
  return sheets.join('\n')
}

function readFiles(
  archive: Archive,
  paths: readonly string[],
  contents: readonly ContentsEntry[],
  navigation: string | null,
  language: string | null,
  css: string,
) {
  const chapters = new Chapters(contents)
  const pieces: Piece[] = []
  /** Files that could not be read, or not in full. */
  const faulty = new Set<string>()
  /** Number of files with pictures and without text. */
  let pictureFiles = 0
  let characters = 0
  const styleOf = textStyles(css)
  for (const path of paths) {
    const markup = readMarkup(archive, path)
    if (markup === null || archive.broken.has(path)) faulty.add(path)
    if (markup === null) continue
    chapters.startFile(path, fragmentsIn(markup, chapters.fragmentsOf(path)))
    const before = pieces.length
    const emit = (piece: Piece): void => {
      characters += piece.text.length
      if (pieces.length >= MAX_PIECES || characters > MAX_CHARACTERS) throw tooComplex('e-book')
      pieces.push(piece)
    }
    const { pictures } = readContent(markup, chapters, path === navigation, emit, language, styleOf)
    if (pictures > 0 && pieces.length === before) pictureFiles += 1
  }
  return { pieces, files: paths.length, pictureFiles, faulty: faulty.size }
}

/**
 * Reads an e-book in EPUB 2 or 3: its files in the order of the spine, each part with its chapter, notes in place. Reads
 * as much of a damaged book as possible and reports that in `sourceInfo.note`.
 *
 * @throws AppError source_damaged, source_encrypted (a password), source_protected (rights management), source_empty,
 *   source_no_text_layer (pictures only), source_too_complex
 */
export async function parseEpub(bytes: Uint8Array): Promise<ParsedDocument> {
  await loadDetector()
  const archive = await openArchive(bytes, limits)
  const resolve = createResolver(archive)
  const book = findPackage(archive, resolve)
  const { paths: listed, missing } = book === null ? { paths: [], missing: 0 } : readingOrder(book)
  const unlisted = listed.length === 0
  const paths = unlisted ? pagesByName(archive) : listed
  const encrypted = encryptedPaths(archive, resolve)
  if (paths.some((path) => encrypted.has(path))) throw protectedBook(archive)
  const contents = book === null ? [] : readContents(archive, book, paths, resolve)
  const items = book === null ? [] : [...book.items.values()]
  const navigation = items.find(({ properties }) => properties.includes('nav'))?.path ?? null
  const metadata = book === null ? noMetadata : readMetadata(book.root)
  const reading = {
    ...readFiles(archive, paths, contents, navigation, metadata.language, readStyleSheets(archive, items)),
    missing,
    unlisted,
  }
  if (reading.pieces.length === 0) throw emptyBook(archive, reading)
  const note = noteOf(reading) ?? (archive.isCut ? DAMAGED_NOTE : null)
  return {
    kind: 'epub',
    ...metadata,
    pieces: withoutLicense(reading.pieces),
    sourceInfo: { readAs: 'e-book', ...(note === null ? {} : { note }) },
  }
}

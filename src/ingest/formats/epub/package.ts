import type { AppError } from '../../../shared/errors.ts'
import { childElements, type DomElement } from '../html/dom.ts'
import { copyProtected } from '../refusals.ts'
import { type Archive, joinPath } from '../zip/open-archive.ts'
import { findAll, readTree } from './markup.ts'

export interface Target {
  /** In the archive's spelling. */
  path: string
  /** Decoded, without the number sign; null for the whole file. */
  fragment: string | null
}

/** Resolves a reference in the file `from`; null if its target is outside the book or missing. */
export type Resolve = (from: string, reference: string) => Target | null

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase()

/**
 * Resolves references as reading systems do, and despite common mistakes: escaped or not, in another case, from the
 * archive's top, or with a wrong folder if only one file has the name.
 */
export function createResolver(archive: Archive): Resolve {
  const named = Map.groupBy(archive.names, baseName)
  const locate = (from: string, written: string): string | null => {
    const decoded = percentDecoded(written)
    const paths = [from, ''].flatMap((base) => [joinPath(base, written), joinPath(base, decoded)])
    const found = paths.map((path) => archive.find(path)).find((path) => path !== null)
    const [alike = null, another] = named.get(baseName(decoded)) ?? []
    return found ?? (another === undefined ? alike : null)
  }
  return (from, reference) => {
    const trimmed = reference.trim()
    if (trimmed === '' || /^[a-z][a-z\d+.-]*:/iu.test(trimmed) || trimmed.startsWith('//')) return null
    const hash = trimmed.indexOf('#')
    const fragment = hash === -1 || hash === trimmed.length - 1 ? null : percentDecoded(trimmed.slice(hash + 1))
    const written = (hash === -1 ? trimmed : trimmed.slice(0, hash)).replace(/\?.*/su, '')
    const path = written === '' ? from : locate(from, written)
    return path === null ? null : { path, fragment }
  }
}

interface ManifestItem {
  id: string
  /** Null if the archive doesn't contain it. */
  path: string | null
  /** On the web rather than in the book. */
  remote: boolean
  mediaType: string
  properties: readonly string[]
  /** Id of the item to use if this one can't be read. */
  fallback: string | null
}

export interface BookPackage {
  path: string
  root: DomElement
  items: ReadonlyMap<string, ManifestItem>
  /** Ids of items in reading order, each once. */
  spine: readonly string[]
  /** Id of the NCX, as the spine names it. */
  ncx: string | null
}

const CONTAINER = 'META-INF/container.xml'

const MAX_CANDIDATES = 20

/** The maximum number of files in an archive. */
const MAX_ITEMS = 20_000

function readManifest(path: string, root: DomElement, resolve: Resolve): Map<string, ManifestItem> {
  const items = new Map<string, ManifestItem>()
  for (const item of findAll(root, 'item').slice(0, MAX_ITEMS)) {
    const id = item.getAttribute('id')
    const href = item.getAttribute('href')
    if (id === null || href === null || items.has(id)) continue
    items.set(id, {
      id,
      path: resolve(path, href)?.path ?? null,
      remote: /^(?:https?:)?\/\//iu.test(href.trim()),
      mediaType: (item.getAttribute('media-type') ?? '').trim().toLowerCase(),
      properties: (item.getAttribute('properties') ?? '').split(/\s+/u),
      fallback: item.getAttribute('fallback'),
    })
  }
  return items
}

/** Reads the package document at a path; null if the file is not one. */
function readPackage(archive: Archive, path: string, resolve: Resolve): BookPackage | null {
  const root = readTree(archive, path)
  if (findAll(root, 'package').length === 0) return null
  const [spine] = findAll(root, 'spine')
  const references = spine === undefined ? [] : childElements(spine).filter(({ localName }) => localName === 'itemref')
  const ids = references.map((reference) => reference.getAttribute('idref')).filter((id) => id !== null)
  return {
    path,
    root,
    items: readManifest(path, root, resolve),
    spine: [...new Set(ids)],
    ncx: spine?.getAttribute('toc') ?? null,
  }
}

/** Package documents in the order in which reading systems try them: those in the container file, then others. */
function candidates(archive: Archive, resolve: Resolve): string[] {
  const named = findAll(readTree(archive, CONTAINER), 'rootfile').flatMap(
    (rootFile) => resolve('', rootFile.getAttribute('full-path') ?? '')?.path ?? [],
  )
  const others = archive.names.filter((name) => /\.opf$/iu.test(name)).sort((a, b) => a.length - b.length)
  return [...new Set([...named, ...others])].slice(0, MAX_CANDIDATES)
}

/**
 * Finds and reads the package document of a book: of several renditions, the first with something to read.
 *
 * @returns null if the archive has none
 * @throws AppError source_encrypted, source_too_complex
 */
export function findPackage(archive: Archive, resolve: Resolve): BookPackage | null {
  let empty: BookPackage | null = null
  for (const path of candidates(archive, resolve)) {
    const found = readPackage(archive, path, resolve)
    if (found !== null && found.spine.length > 0) return found
    empty ??= found
  }
  return empty
}

const readable =
  /^(?:application\/(?:xhtml\+xml|xml|x-dtbook\+xml|html)|text\/(?:html|xml|x-oeb1-document)|image\/svg\+xml)$/u
const readableName = /\.(?:x?html?|xml|svg)$/iu

const MAX_FALLBACKS = 10

const isReadable = ({ mediaType, path }: ManifestItem): boolean =>
  readable.test(mediaType) || (path !== null && !/^(?:image|audio|video)\//u.test(mediaType) && readableName.test(path))

/** The item to read for one of the spine: itself, or its fallback. */
function readableItem(book: BookPackage, id: string): ManifestItem | null {
  let item = book.items.get(id)
  for (let step = 0; item !== undefined && step < MAX_FALLBACKS; step += 1) {
    if (isReadable(item)) return item
    item = item.fallback === null ? undefined : book.items.get(item.fallback)
  }
  return null
}

/**
 * Lists the files of a book in reading order: that of the spine, or else of the manifest. A file that is listed twice is
 * read once; pictures and recordings are skipped and don't count as missing.
 *
 * @returns the files, and the number of listed parts that the book doesn't contain
 */
export function readingOrder(book: BookPackage): { paths: readonly string[]; missing: number } {
  const isContents = (item: ManifestItem): boolean => item.properties.includes('nav') || item.mediaType.includes('ncx')
  const pages = [...book.items.values()].filter((item) => !isContents(item))
  const ids = book.spine.length > 0 ? book.spine : pages.map(({ id }) => id)
  const paths = new Set<string>()
  let missing = 0
  for (const id of ids) {
    const item = readableItem(book, id)
    if (item === null) missing += book.items.has(id) ? 0 : 1
    else if (item.path !== null) paths.add(item.path)
    else if (!item.remote) missing += 1
  }
  return { paths: [...paths], missing }
}

/** Lists all pages in the order of their names, for books whose package document is lost. */
export function pagesByName(archive: Archive): string[] {
  const collator = new Intl.Collator('en', { numeric: true })
  return archive.names
    .filter((name) => /\.x?html?$/iu.test(name) && !/(?:^|\/)(?:nav|toc)\.x?html?$/iu.test(name))
    .sort((a, b) => collator.compare(a, b))
}

const ENCRYPTION = 'META-INF/encryption.xml'
const MAX_LISTED = 20_000

/** Methods that only scramble fonts and leave text alone (EPUB 3 OCF, "font obfuscation"; Adobe's older one). */
const fontObfuscation: ReadonlySet<string> = new Set([
  'http://www.idpf.org/2008/embedding',
  'http://ns.adobe.com/pdf/enc#RC',
])

/** Files that rights management adds to a book, with its owner. */
const traces: readonly (readonly [file: string, owner: string])[] = [
  ['META-INF/license.lcpl', 'Readium LCP'],
  ['META-INF/sinf.xml', 'Apple'],
  ['META-INF/rights.xml', 'Adobe'],
]

/** The error for a book that its seller has locked. */
export const protectedBook = (archive: Archive): AppError =>
  copyProtected('e-book', traces.find(([file]) => archive.has(file))?.[1])

/** Whether an archive has signs of rights management, so that unreadable files are not damage. */
export const hasTraces = (archive: Archive): boolean =>
  archive.has(ENCRYPTION) || traces.some(([file]) => archive.has(file))

/**
 * Lists the encrypted files of a book, except scrambled fonts (META-INF/encryption.xml, W3C XML Encryption). Files listed
 * without a method may only be compressed in another way, and don't count.
 *
 * @throws AppError source_encrypted, source_too_complex
 */
export function encryptedPaths(archive: Archive, resolve: Resolve): Set<string> {
  const paths = new Set<string>()
  const listed = findAll(readTree(archive, ENCRYPTION), 'encrypteddata')
  for (const data of listed.slice(0, MAX_LISTED)) {
    const algorithm = findAll(data, 'encryptionmethod')[0]?.getAttribute('Algorithm') ?? null
    if (algorithm === null || fontObfuscation.has(algorithm.trim())) continue
    for (const reference of findAll(data, 'cipherreference')) {
      const target = resolve('', reference.getAttribute('URI') ?? '')
      if (target !== null) paths.add(target.path)
    }
  }
  return paths
}

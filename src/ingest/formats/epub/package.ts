import type { Archive } from '../zip/open-archive.ts'
import { readTree } from './markup.ts'
import type { Resolve } from './paths.ts'
import { attributeOf, childrenOf, findAll, type XmlElement } from './xml.ts'

/** A file that belongs to a book. */
interface ManifestItem {
  id: string
  /** Null for what the archive doesn't hold. */
  path: string | null
  /** Whether it stands elsewhere, at an address. */
  remote: boolean
  mediaType: string
  properties: readonly string[]
  /** Id of the item that stands in for this one. */
  fallback: string | null
}

/** What the package document of a book says. */
export interface BookPackage {
  /** Where it stands in the archive. */
  path: string
  root: XmlElement
  items: ReadonlyMap<string, ManifestItem>
  /** Ids of items in reading order, each once. */
  spine: readonly string[]
  /** Id of the NCX, as the spine names it. */
  ncx: string | null
}

const CONTAINER = 'META-INF/container.xml'

const MAX_CANDIDATES = 20

/** As many as an archive may hold files. */
const MAX_ITEMS = 20_000

function readManifest(path: string, root: XmlElement, resolve: Resolve): Map<string, ManifestItem> {
  const items = new Map<string, ManifestItem>()
  for (const item of findAll(root, 'item').slice(0, MAX_ITEMS)) {
    const id = attributeOf(item, 'id')
    const href = attributeOf(item, 'href')
    if (id === null || href === null || items.has(id)) continue
    items.set(id, {
      id,
      path: resolve(path, href)?.path ?? null,
      remote: /^(?:https?:)?\/\//iu.test(href.trim()),
      mediaType: (attributeOf(item, 'media-type') ?? '').trim().toLowerCase(),
      properties: (attributeOf(item, 'properties') ?? '').split(/\s+/u),
      fallback: attributeOf(item, 'fallback'),
    })
  }
  return items
}

/** Reads the package document at a path; null where there is none in it. */
function readPackage(archive: Archive, path: string, resolve: Resolve): BookPackage | null {
  const root = readTree(archive, path)
  if (findAll(root, 'package').length === 0) return null
  const spine = findAll(root, 'spine')[0]
  const references = spine === undefined ? [] : childrenOf(spine).filter(({ name }) => name === 'itemref')
  const ids = references.map((reference) => attributeOf(reference, 'idref')).filter((id) => id !== null)
  return {
    path,
    root,
    items: readManifest(path, root, resolve),
    spine: [...new Set(ids)],
    ncx: spine === undefined ? null : attributeOf(spine, 'toc'),
  }
}

/** Package documents in the order in which a reading system tries them: those that the container names, then others. */
function candidates(archive: Archive, resolve: Resolve): string[] {
  const named = findAll(readTree(archive, CONTAINER), 'rootfile').flatMap((rootFile) => {
    const path = attributeOf(rootFile, 'full-path')
    const target = path === null ? null : resolve('', path)
    return target === null ? [] : [target.path]
  })
  const others = archive.names.filter((name) => /\.opf$/iu.test(name)).sort((a, b) => a.length - b.length)
  return [...new Set([...named, ...others])].slice(0, MAX_CANDIDATES)
}

/**
 * Finds and reads the package document of a book: of several renditions the first that lists something to read.
 *
 * @returns null where the archive holds none
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

/** The files of a book in reading order. */
interface ReadingOrder {
  paths: readonly string[]
  /** How many parts the book lists that are not there. */
  missing: number
}

const readable =
  /^(?:application\/(?:xhtml\+xml|xml|x-dtbook\+xml|html)|text\/(?:html|xml|x-oeb1-document)|image\/svg\+xml)$/u
const readableName = /\.(?:x?html?|xml|svg)$/iu

const MAX_FALLBACKS = 10

const isReadable = ({ mediaType, path }: ManifestItem): boolean =>
  readable.test(mediaType) || (path !== null && !/^(?:image|audio|video)\//u.test(mediaType) && readableName.test(path))

/** The item that is read for one of the spine: itself, or what stands in for it. */
function readableItem(book: BookPackage, id: string): ManifestItem | null {
  let item = book.items.get(id)
  for (let step = 0; item !== undefined && step < MAX_FALLBACKS; step += 1) {
    if (isReadable(item)) return item
    item = item.fallback === null ? undefined : book.items.get(item.fallback)
  }
  return null
}

/**
 * What there is to read of a book, in order. Without a spine the manifest's order counts; what is listed twice is read
 * once; pictures and recordings are no text and are not missed.
 */
export function readingOrder(book: BookPackage): ReadingOrder {
  const isContents = (item: ManifestItem): boolean => item.properties.includes('nav') || item.mediaType.includes('ncx')
  const ids =
    book.spine.length > 0
      ? book.spine
      : [...book.items.values()].filter((item) => !isContents(item)).map(({ id }) => id)
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

/** For books whose package document is lost: all pages, in the order of their names. */
export function pagesByName(archive: Archive): string[] {
  const collator = new Intl.Collator('en', { numeric: true })
  return archive.names
    .filter((name) => /\.x?html?$/iu.test(name) && !/(?:^|\/)(?:nav|toc)\.x?html?$/iu.test(name))
    .sort((a, b) => collator.compare(a, b))
}

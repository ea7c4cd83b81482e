import type { Archive } from '../zip/open-archive.ts'
import type { Resolve } from './paths.ts'
import { readTree } from './read-part.ts'
import { attributeOf, childrenOf, findAll, type XmlElement } from './xml.ts'

/** A file that belongs to a book. */
export interface ManifestItem {
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

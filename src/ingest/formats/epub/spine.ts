import type { Archive } from '../zip/open-archive.ts'
import type { BookPackage, ManifestItem } from './package.ts'

/** The files of a book in reading order. */
export interface ReadingOrder {
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

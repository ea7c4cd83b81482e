import type { Archive } from '../zip/open-archive.ts'
import { readTree } from './markup.ts'
import type { BookPackage } from './package.ts'
import type { Resolve, Target } from './paths.ts'
import { attributeOf, childrenOf, findAll, textOf, type XmlElement } from './xml.ts'

/** A line of a book's list of contents. */
export interface ContentsEntry extends Target {
  title: string
  /** 1 for those at the top. */
  depth: number
}

const MAX_ENTRIES = 20_000
const MAX_TITLE_CHARACTERS = 300

/** Reads the entries of a list of contents; `from` is the path of the file it stands in. */
type ReadEntries = (root: XmlElement, from: string, resolve: Resolve) => ContentsEntry[]

function entryOf(label: string, href: string | null, depth: number, from: string, resolve: Resolve): ContentsEntry[] {
  const title = label.slice(0, MAX_TITLE_CHARACTERS)
  const target = href === null ? null : resolve(from, href)
  return target === null || title === '' ? [] : [{ ...target, title, depth }]
}

/** Elements below one another, with how many of them are named `nesting`; in document order. */
function* withDepth(root: XmlElement, nesting: string): Generator<{ element: XmlElement; depth: number }> {
  const open = [{ element: root, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next
    const depth = next.depth
    for (const child of childrenOf(next.element).toReversed()) {
      open.push({ element: child, depth: depth + (child.name === nesting ? 1 : 0) })
    }
  }
}

/** EPUB 3: the `nav` element of type toc, or the first that holds a list. */
const readNav: ReadEntries = (root, from, resolve) => {
  const navs = findAll(root, 'nav')
  const typed = navs.find((nav) =>
    /(?:^|[\s-])toc(?:\s|$)/u.test(`${attributeOf(nav, 'type') ?? ''} ${attributeOf(nav, 'role') ?? ''}`),
  )
  const toc = typed ?? navs.find((nav) => findAll(nav, 'a').length > 0)
  if (toc === undefined) return []
  return [...withDepth(toc, 'ol')]
    .filter(({ element }) => element.name === 'a')
    .slice(0, MAX_ENTRIES)
    .flatMap(({ element, depth }) => entryOf(textOf(element), attributeOf(element, 'href'), depth, from, resolve))
}

/** EPUB 2: the navigation points of the NCX. */
const readNcx: ReadEntries = (root, from, resolve) => {
  const map = findAll(root, 'navmap')[0] ?? root
  return [...withDepth(map, 'navpoint')]
    .filter(({ element }) => element.name === 'navpoint')
    .slice(0, MAX_ENTRIES)
    .flatMap(({ element, depth }) => {
      const children = childrenOf(element)
      const label = children.find(({ name }) => name === 'navlabel')
      const content = children.find(({ name }) => name === 'content')
      if (label === undefined || content === undefined) return []
      return entryOf(textOf(label), attributeOf(content, 'src'), depth, from, resolve)
    })
}

function sourcesOf(book: BookPackage): { path: string; read: ReadEntries }[] {
  const items = [...book.items.values()]
  const named = book.ncx === null ? undefined : book.items.get(book.ncx)
  const ncx = named ?? items.find(({ mediaType, path }) => mediaType.includes('ncx') || /\.ncx$/iu.test(path ?? ''))
  const nav = items.find(({ properties }) => properties.includes('nav'))
  return [
    ...(nav === undefined || nav.path === null ? [] : [{ path: nav.path, read: readNav }]),
    ...(ncx === undefined || ncx.path === null ? [] : [{ path: ncx.path, read: readNcx }]),
  ]
}

/**
 * Reads a book's list of contents: the navigation document of EPUB 3 or the NCX of EPUB 2, whichever leads to more of
 * what is read.
 *
 * @returns entries that lead to files of the book that are read, in the list's order; none where no list can be read
 * @throws AppError source_encrypted, source_too_complex
 */
export function readContents(
  archive: Archive,
  book: BookPackage,
  paths: readonly string[],
  resolve: Resolve,
): ContentsEntry[] {
  const known = new Set(paths)
  let best: ContentsEntry[] = []
  for (const { path, read } of sourcesOf(book)) {
    const entries = read(readTree(archive, path), path, resolve).filter((entry) => known.has(entry.path))
    if (entries.length > best.length) best = entries
  }
  return best
}

import type { SourceLocation } from '../../../shared/summary/location.ts'
import type { Piece } from '../../document.ts'
import { titleKey } from '../contents.ts'
import { childElements, type DomElement } from '../html/dom.ts'
import type { Archive } from '../zip/open-archive.ts'
import { findAll, readTree, textOf } from './markup.ts'
import type { BookPackage, Resolve, Target } from './package.ts'

/** An entry of a book's table of contents. */
export interface ContentsEntry extends Target {
  title: string
  /** 1 for top-level entries. */
  depth: number
}

const MAX_ENTRIES = 20_000
const MAX_TITLE_CHARACTERS = 300

/** Reads the entries of a table of contents in the file `from`. */
type ReadEntries = (root: DomElement, from: string, resolve: Resolve) => ContentsEntry[]

function entryOf(label: string, href: string | null, depth: number, from: string, resolve: Resolve): ContentsEntry[] {
  const title = label.slice(0, MAX_TITLE_CHARACTERS)
  const target = href === null ? null : resolve(from, href)
  return target === null || title === '' ? [] : [{ ...target, title, depth }]
}

/** Elements in document order, each with its number of ancestors named `nesting`. */
function* withDepth(root: DomElement, nesting: string): Generator<{ element: DomElement; depth: number }> {
  const open = [{ element: root, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next
    const depth = next.depth
    for (const child of childElements(next.element).toReversed()) {
      open.push({ element: child, depth: depth + (child.localName === nesting ? 1 : 0) })
    }
  }
}

/** EPUB 3: the `nav` element of type toc, or the first with links. */
const readNav: ReadEntries = (root, from, resolve) => {
  const navs = findAll(root, 'nav')
  const typed = navs.find((nav) =>
    /(?:^|[\s-])toc(?:\s|$)/u.test(`${nav.getAttribute('type') ?? ''} ${nav.getAttribute('role') ?? ''}`),
  )
  const toc = typed ?? navs.find((nav) => findAll(nav, 'a').length > 0)
  if (toc === undefined) return []
  return [...withDepth(toc, 'ol')]
    .filter(({ element }) => element.localName === 'a')
    .slice(0, MAX_ENTRIES)
    .flatMap(({ element, depth }) => entryOf(textOf(element), element.getAttribute('href'), depth, from, resolve))
}

/** EPUB 2: the navigation points of the NCX. */
const readNcx: ReadEntries = (root, from, resolve) => {
  const map = findAll(root, 'navmap')[0] ?? root
  return [...withDepth(map, 'navpoint')]
    .filter(({ element }) => element.localName === 'navpoint')
    .slice(0, MAX_ENTRIES)
    .flatMap(({ element, depth }) => {
      const children = childElements(element)
      const label = children.find(({ localName }) => localName === 'navlabel')
      const content = children.find(({ localName }) => localName === 'content')
      if (label === undefined || content === undefined) return []
      return entryOf(textOf(label), content.getAttribute('src'), depth, from, resolve)
    })
}

/**
 * Reads a book's table of contents: the navigation document of EPUB 3 or the NCX of EPUB 2, whichever has more entries for
 * the files to read.
 *
 * @returns entries for the files to read, in the table's order; none if no table can be read
 * @throws AppError source_encrypted, source_too_complex
 */
export function readContents(
  archive: Archive,
  book: BookPackage,
  paths: readonly string[],
  resolve: Resolve,
): ContentsEntry[] {
  const known = new Set(paths)
  const items = [...book.items.values()]
  const named = book.items.get(book.ncx ?? '')
  const ncx = named ?? items.find(({ mediaType, path }) => mediaType.includes('ncx') || /\.ncx$/iu.test(path ?? ''))
  const nav = items.find(({ properties }) => properties.includes('nav'))
  const entriesOf = (path: string | null | undefined, read: ReadEntries): ContentsEntry[] =>
    path ? read(readTree(archive, path), path, resolve).filter((entry) => known.has(entry.path)) : []
  const [own, older] = [entriesOf(nav?.path, readNav), entriesOf(ncx?.path, readNcx)]
  return older.length > own.length ? older : own
}

type Chapter = Extract<SourceLocation, { kind: 'chapter' }>

/** Number of parts at the start of a chapter that are searched for its title. */
const TITLE_WITHIN = 4

/**
 * Assigns the parts of a book to chapters as they are read. Chapters begin at the targets of the table of contents, files
 * or places inside them; a file without an entry continues the chapter before it. Without a table, and before its first
 * entry, every file is a chapter named by its first heading. Chapters with text are counted from 1, in reading order.
 */
export class Chapters {
  readonly #byPath: ReadonlyMap<string, readonly ContentsEntry[]>
  /** Entries that begin inside the current file, by fragment. */
  #starts = new Map<string, ContentsEntry>()
  #next: ContentsEntry | 'untitled' | null = 'untitled'
  #listed = false
  #chapter: Chapter | null = null
  /** Rest of the chapter's title that has not appeared on the page. */
  #titleLeft = ''
  #partsLeft = 0
  #level = 2

  constructor(entries: readonly ContentsEntry[]) {
    this.#byPath = Map.groupBy(entries, ({ path }) => path)
  }

  /** The fragments of the entries for places inside a file. */
  fragmentsOf(path: string): Set<string> {
    const fragments = (this.#byPath.get(path) ?? []).map(({ fragment }) => fragment)
    return new Set(fragments.filter((fragment) => fragment !== null))
  }

  /**
   * Begins a file.
   *
   * @param present the fragments that exist in the file; an entry with another one begins with the file
   */
  startFile(path: string, present: ReadonlySet<string>): void {
    this.#starts = new Map()
    let atStart: ContentsEntry | null = null
    for (const entry of this.#byPath.get(path) ?? []) {
      if (entry.fragment === null || !present.has(entry.fragment)) atStart ??= entry
      else if (!this.#starts.has(entry.fragment)) this.#starts.set(entry.fragment, entry)
    }
    if (atStart !== null) this.#begin(atStart)
    else if (!this.#listed) this.#next = 'untitled'
  }

  startsAt(fragment: string): boolean {
    return this.#starts.has(fragment)
  }

  startFragment(fragment: string): void {
    const entry = this.#starts.get(fragment)
    if (entry !== undefined) this.#begin(entry)
  }

  /** Assigns a part to its chapter; a plain line that repeats the chapter's title becomes its heading. */
  place(piece: Piece): Piece {
    if (this.#chapter === null || this.#next !== null) this.#turn()
    const chapter = this.#chapter
    if (chapter === null) return piece
    if (piece.type === 'heading') chapter.title ??= piece.text
    return { ...piece, ...this.#asHeading(piece), location: chapter }
  }

  #begin(entry: ContentsEntry): void {
    this.#next = entry
    this.#listed = true
  }

  #turn(): void {
    const next = this.#next
    const number = (this.#chapter?.chapter ?? 0) + 1
    const titled = next !== null && next !== 'untitled'
    this.#chapter = { kind: 'chapter', chapter: number, ...(titled ? { title: next.title } : {}) }
    this.#titleLeft = titled ? titleKey(next.title) : ''
    this.#level = titled ? Math.min(6, next.depth + 1) : 2
    this.#partsLeft = TITLE_WITHIN
    this.#next = null
  }

  #asHeading(piece: Piece): Partial<Piece> {
    if (this.#titleLeft === '' || this.#partsLeft === 0) return {}
    this.#partsLeft -= 1
    const key = piece.text.length > 300 ? '' : titleKey(piece.text)
    if (key === '' || !this.#titleLeft.startsWith(key)) return {}
    this.#titleLeft = this.#titleLeft.slice(key.length)
    return piece.type === 'paragraph' ? { type: 'heading', level: this.#level } : {}
  }
}

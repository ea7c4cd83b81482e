import type { Place } from '../../../shared/place.ts'
import type { Piece } from '../../document.ts'
import type { ContentsEntry } from './contents.ts'

type Chapter = Extract<Place, { kind: 'chapter' }>

/** After so many parts of a chapter its title is no longer looked for. */
const TITLE_WITHIN = 4

/** A title without what differs between the contents and the page: case, punctuation, space. */
const keyOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

function groupByPath(entries: readonly ContentsEntry[]): Map<string, ContentsEntry[]> {
  const groups = new Map<string, ContentsEntry[]>()
  for (const entry of entries) {
    const group = groups.get(entry.path)
    if (group === undefined) groups.set(entry.path, [entry])
    else group.push(entry)
  }
  return groups
}

/**
 * Follows the reading of a book and tells in which chapter each part stands. Chapters begin where the list of contents
 * says, at a file or inside one; files that it doesn't list continue the chapter before them. Where there is no list,
 * and before its first entry, every file is a chapter named by its first heading. Chapters are counted from 1, in
 * reading order, and only those that hold text.
 */
export class Chapters {
  private readonly byPath: ReadonlyMap<string, readonly ContentsEntry[]>
  /** Entries that begin inside the file that is read, by fragment. */
  private starts = new Map<string, ContentsEntry>()
  private next: ContentsEntry | 'untitled' | null = 'untitled'
  private listed = false
  private chapter: Chapter | null = null
  /** What is still to come of the chapter's title on the page. */
  private titleLeft = ''
  private partsLeft = 0
  private level = 2

  constructor(entries: readonly ContentsEntry[]) {
    this.byPath = groupByPath(entries)
  }

  /** The fragments of the entries that lead into a file. */
  fragmentsOf(path: string): Set<string> {
    const fragments = (this.byPath.get(path) ?? []).map(({ fragment }) => fragment)
    return new Set(fragments.filter((fragment) => fragment !== null))
  }

  /**
   * Begins a file.
   *
   * @param present the fragments of its entries that are there; an entry whose fragment isn't begins with the file
   */
  startFile(path: string, present: ReadonlySet<string>): void {
    this.starts = new Map()
    let atStart: ContentsEntry | null = null
    for (const entry of this.byPath.get(path) ?? []) {
      if (entry.fragment === null || !present.has(entry.fragment)) atStart ??= entry
      else if (!this.starts.has(entry.fragment)) this.starts.set(entry.fragment, entry)
    }
    if (atStart !== null) this.begin(atStart)
    else if (!this.listed) this.next = 'untitled'
  }

  /** Whether a chapter begins at an element with an id. */
  startsAt(fragment: string): boolean {
    return this.starts.has(fragment)
  }

  /** Begins the chapter that starts at an element with an id. */
  startFragment(fragment: string): void {
    const entry = this.starts.get(fragment)
    if (entry !== undefined) this.begin(entry)
  }

  /** A part with its chapter; a plain line that repeats the chapter's title becomes its heading. */
  place(piece: Piece): Piece {
    if (this.chapter === null || this.next !== null) this.turn()
    const { chapter } = this
    if (chapter === null) return piece
    if (piece.type === 'heading') chapter.title ??= piece.text
    return { ...piece, ...this.asHeading(piece), place: chapter }
  }

  private begin(entry: ContentsEntry): void {
    this.next = entry
    this.listed = true
  }

  private turn(): void {
    const { next } = this
    const number = (this.chapter?.chapter ?? 0) + 1
    const titled = next !== null && next !== 'untitled'
    this.chapter = { kind: 'chapter', chapter: number, ...(titled ? { title: next.title } : {}) }
    this.titleLeft = titled ? keyOf(next.title) : ''
    this.level = titled ? Math.min(6, next.depth + 1) : 2
    this.partsLeft = TITLE_WITHIN
    this.next = null
  }

  private asHeading(piece: Piece): Partial<Piece> {
    if (this.titleLeft === '' || this.partsLeft === 0) return {}
    this.partsLeft -= 1
    const key = piece.text.length > 300 ? '' : keyOf(piece.text)
    if (key === '' || !this.titleLeft.startsWith(key)) return {}
    this.titleLeft = this.titleLeft.slice(key.length)
    return piece.type === 'paragraph' ? { type: 'heading', level: this.level } : {}
  }
}

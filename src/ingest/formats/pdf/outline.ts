import type { OpenDocument } from './pdfium/document.ts'
import { readUtf16 } from './pdfium/strings.ts'

export interface OutlineEntry {
  /** 0 for the outermost entries. */
  depth: number
  title: string
  /** Counted from 1; null where the entry leads nowhere in the document. */
  page: number | null
}

const MAX_ENTRIES = 5000
const MAX_DEPTH = 8

/** A title as it is compared: letters and digits alone, in small letters. */
export const normalizeTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')

/** The bookmarks of a document, which name its headings and the pages on which they stand. */
export class Outline {
  readonly entries: readonly OutlineEntry[]
  private readonly byTitle = new Map<string, OutlineEntry[]>()

  constructor(entries: readonly OutlineEntry[]) {
    this.entries = entries
    for (const entry of entries) {
      const key = normalizeTitle(entry.title)
      if (key === '') continue
      const others = this.byTitle.get(key)
      if (others === undefined) this.byTitle.set(key, [entry])
      else others.push(entry)
    }
  }

  /** The entry of a title, as `normalizeTitle` gives it, that leads to a page or the one beside it. */
  find(title: string, page: number): OutlineEntry | null {
    const entries = this.byTitle.get(title) ?? []
    return entries.find((entry) => entry.page === null || Math.abs(entry.page - page) <= 1) ?? null
  }
}

function entryOf({ pdfium, handle }: OpenDocument, bookmark: number, depth: number): OutlineEntry {
  const title = readUtf16(pdfium, (buffer, bytes) => pdfium.FPDFBookmark_GetTitle(bookmark, buffer, bytes))
  let destination = pdfium.FPDFBookmark_GetDest(handle, bookmark)
  if (destination === 0) {
    const action = pdfium.FPDFBookmark_GetAction(bookmark)
    destination = action === 0 ? 0 : pdfium.FPDFAction_GetDest(handle, action)
  }
  const page = destination === 0 ? -1 : pdfium.FPDFDest_GetDestPageIndex(handle, destination)
  return { depth, title, page: page < 0 ? null : page + 1 }
}

/** Reads the bookmarks; of files that make them go in circles, up to the first one met again. */
export function readOutline(document: OpenDocument): Outline {
  const { pdfium, handle } = document
  const entries: OutlineEntry[] = []
  const seen = new Set<number>()
  const visit = (parent: number, depth: number): void => {
    let bookmark = pdfium.FPDFBookmark_GetFirstChild(handle, parent)
    while (bookmark !== 0 && !seen.has(bookmark) && entries.length < MAX_ENTRIES) {
      seen.add(bookmark)
      entries.push(entryOf(document, bookmark, depth))
      if (depth + 1 < MAX_DEPTH) visit(bookmark, depth + 1)
      bookmark = pdfium.FPDFBookmark_GetNextSibling(handle, bookmark)
    }
  }
  visit(0, 0)
  return new Outline(entries)
}

import type { Piece } from '../document.ts'

/** Whether a line is the heading of a table of contents. */
export const isContentsTitle = (line: string): boolean =>
  line.length <= 100 &&
  /^\s{0,40}(?:table of contents|contents|inhalt(?:sverzeichnis)?|table des matières|sommaire|índice(?: general)?|(?:tabla de )?contenidos?|sumário|indice|sommario|inhoud(?:sopgave)?|innehåll|indhold|innhold|spis treści|obsah|зміст|содержание|оглавление|目次|目录|目錄|차례|목차|المحتويات|الفهرس|תוכן(?: העניינים)?)\s{0,40}$/iu.test(
    line,
  )

/** A title without the differences between the contents and the page: case, punctuation, space. */
export const titleKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** The number of a page behind the title in a line of a table of contents, and dots or a tab. */
const pageAtEnd = /[\s.…·_](\d{1,4}|[ivxlc]{1,6})$/iu

/** Longer lines are no entries of a table of contents. */
const MAX_LINE_CHARACTERS = 300

/** Fewer lines with the titles of headings are no table. */
const MIN_CONTENTS = 3

/** Share of the lines of a part that must be entries. */
const MIN_SHARE = 0.7

/** The keys of the titles that a table of contents may repeat, with the numbers of their pages where they are known. */
export type Titles = ReadonlyMap<string, number | undefined>

/** An entry: its title, and how many pages of the document come before the one that it gives as the first. */
interface Entry {
  title: string
  page: number
  offset: number
}

function entryOf(line: string, titles: Titles): Entry | [] {
  if (line.length > MAX_LINE_CHARACTERS) return []
  const found = pageAtEnd.exec(line)
  const key = titleKey(line.slice(0, found?.index ?? 0))
  const title = [key, key.replace(/^\d+/u, '')].find((one) => one !== '' && titles.has(one))
  const page = Number(found?.[1])
  return title === undefined ? [] : { title, page, offset: (titles.get(title) ?? Number.NaN) - page }
}

/**
 * Leaves out tables of contents among the parts of a document, with their headings: lines that are titles of its other
 * parts. The numbers of pages don't fall, and must be theirs where pages are known; those of other tables are not.
 */
export function withoutContents<T extends Piece>(pieces: readonly T[], titles: Titles): readonly T[] {
  const kept: T[] = []
  let run: T[] = []
  let entries: Entry[] = []
  const endRun = (): void => {
    const offsets = new Set(entries.map(({ offset }) => offset).filter((offset) => !Number.isNaN(offset)))
    const falls = entries.some(({ page }, at) => page < (entries[at - 1]?.page ?? 0))
    if (new Set(entries.map(({ title }) => title)).size < MIN_CONTENTS || offsets.size > 1 || falls) {
      for (const piece of run) kept.push(piece)
    } else if (isContentsTitle(kept.at(-1)?.text ?? '')) kept.pop()
    run = []
    entries = []
  }
  for (const piece of pieces) {
    const lines = piece.type === 'heading' ? [] : piece.text.split('\n')
    const found = lines.flatMap((line) => entryOf(line, titles))
    if (found.length > 0 && found.length >= MIN_SHARE * lines.length) {
      run.push(piece)
      for (const entry of found) entries.push(entry)
    } else {
      endRun()
      kept.push(piece)
    }
  }
  endRun()
  return kept
}

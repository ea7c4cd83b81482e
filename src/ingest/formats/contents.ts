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

/** Fewer lines with the titles of headings are no table. */
const MIN_CONTENTS = 3

/**
 * Leaves out the first table of contents among the parts of a document, with its heading.
 *
 * @param titleIn the title that a line repeats, if it may be one of the table
 */
export function withoutContents<T extends Piece>(
  pieces: readonly T[],
  titleIn: (piece: T) => string | undefined,
): readonly T[] {
  const title = (piece: T): string | undefined => (piece.type === 'heading' ? undefined : titleIn(piece) || undefined)
  const start = pieces.findIndex((_, at) => {
    const titles = pieces.slice(at, at + MIN_CONTENTS).flatMap((piece) => title(piece) ?? [])
    return new Set(titles).size === MIN_CONTENTS
  })
  if (start === -1) return pieces
  const length = pieces.slice(start).findIndex((piece) => title(piece) === undefined)
  const before = pieces.slice(0, isContentsTitle(pieces[start - 1]?.text ?? '') ? start - 1 : start)
  return [...before, ...pieces.slice(length === -1 ? pieces.length : start + length)]
}

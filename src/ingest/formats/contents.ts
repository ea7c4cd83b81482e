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
 * Leaves out tables of contents among the parts of a document, with their headings.
 *
 * @param titleIn the title that a line repeats, if it may be one of the table
 */
export function withoutContents<T extends Piece>(
  pieces: readonly T[],
  titleIn: (piece: T) => string | undefined,
): readonly T[] {
  const kept: T[] = []
  let run: T[] = []
  const titles = new Set<string>()
  const endRun = (): void => {
    if (titles.size < MIN_CONTENTS) for (const piece of run) kept.push(piece)
    else if (isContentsTitle(kept.at(-1)?.text ?? '')) kept.pop()
    run = []
    titles.clear()
  }
  for (const piece of pieces) {
    const title = piece.type === 'heading' ? undefined : titleIn(piece)
    if (title === undefined || title === '') {
      endRun()
      kept.push(piece)
    } else {
      run.push(piece)
      titles.add(title)
    }
  }
  endRun()
  return kept
}

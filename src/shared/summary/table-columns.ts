import type { PagePart } from './summary-page.ts'

/** Whether a text is a number, with its unit or currency sign: 2.86x, 40 ms, −3%. */
export const isNumber = (text: string): boolean => /^[^\p{L}\d]*\d[^\p{L}]*(?:\p{L}{1,4}[^\p{L}]*)?$/u.test(text)

/** Share of a column's values that are numbers from which all are aligned as numbers. */
const NUMERIC = 0.6

/** The columns of a table, by whether most of their values are numbers. The first one names the rows. */
export function tableColumns({
  header,
  lines,
}: Pick<PagePart, 'header' | 'lines'>): { at: number; isNumber: boolean }[] {
  const width = Math.max(header.length, ...lines.map(({ cells }) => cells.length))
  return Array.from({ length: width }, (_, at) => {
    const values = lines.map(({ cells }) => cells[at] ?? '').filter((value) => value !== '')
    const numbers = values.filter(isNumber).length
    return { at, isNumber: at > 0 && numbers > 0 && numbers >= values.length * NUMERIC }
  })
}

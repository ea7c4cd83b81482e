/** Whether a line is the heading of a table of contents. */
export const isContentsTitle = (line: string): boolean =>
  line.length <= 100 &&
  /^\s{0,40}(?:table of contents|contents|inhalt(?:sverzeichnis)?|table des matières|sommaire|índice|содержание|оглавление|目次|目录|차례|목차)\s{0,40}$/iu.test(
    line,
  )

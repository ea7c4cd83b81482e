/** A line of the table. */
export interface Row {
  format: string
  items: number
  quality: string
  /** What the quality should be. */
  yardstick: string
  'items/s': string
  /** How many times as fast as the peer, in the same run. */
  'x peer': string
  'peak MB': number
}

export interface FormatReport {
  row: Row
  /** What the peers come to, each in one line. */
  yardsticks: string[]
  /** The worst items by name, each with what is wrong. */
  worst: string[]
  notes: string[]
}

function printList(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  console.log(`\n${title}`)
  for (const line of lines) console.log(`  ${line}`)
}

/** Prints one table of all formats, then what is behind it. */
export function printReports(reports: readonly FormatReport[]): void {
  console.table(reports.map(({ row }) => row))
  const named = (pick: (report: FormatReport) => string[]): string[] =>
    reports.flatMap((report) => pick(report).map((line) => `${report.row.format}: ${line}`))
  printList(
    'Peers',
    named((report) => report.yardsticks),
  )
  printList(
    'Worst items',
    named((report) => report.worst),
  )
  printList(
    'Items that are not simply text',
    named((report) => report.notes),
  )
}

import { z } from 'zod'

const rowSchema = z.object({
  format: z.string(),
  items: z.int(),
  quality: z.string(),
  /** Target of the quality. */
  yardstick: z.string(),
  'items/s': z.string(),
  /** Speed relative to the peer, in the same run. */
  'x peer': z.string(),
  /** Peak memory once everything was read, before any peer was loaded. */
  'peak MB': z.number(),
})

export const reportSchema = z.object({
  /** A line of the table. */
  row: rowSchema,
  /** Results of the peers, one line each. */
  yardsticks: z.array(z.string()),
  /** The worst items by name, with their problems. */
  worst: z.array(z.string()),
  notes: z.array(z.string()),
})
export type FormatReport = z.infer<typeof reportSchema>

function printList(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  console.log(`\n${title}`)
  for (const line of lines) console.log(`  ${line}`)
}

/** Prints one table of all formats, then details. */
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

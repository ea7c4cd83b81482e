import type { Summary } from '../../../shared/summary.ts'
import { type DataFile, jsonFile } from '../../db/data-files.ts'
import type { Db } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import type { ListPosition } from './repo.ts'
import { summariesAfter } from './summary-data-repo.ts'
import { type Rights, toSummary } from './to-summary.ts'

export interface SummaryDataDeps {
  /** What a person's plan lets them see now; null when the person is gone. */
  rightsOf: (userId: string) => Promise<Rights | null>
  toMarkdown: (summary: Summary) => string
  /** Names the files of a summary, without extension, by its number and title. */
  nameOf: (number: number, title: string) => string
  /** Summaries that get files of their own; later ones stand together, page by page. */
  ownFiles?: number
}

/** Rows of one query: a summary with all its places may have 100 KB. */
const PAGE = 50
/** Two files each: an archive holds 65,535. */
const OWN_FILES = 20_000

/** A summary as its person sees it, with what else is kept of it. */
function entryOf(row: SummaryRow, rights: Rights) {
  return { ...toSummary(row, rights), usage: row.usage ?? [], sent: row.input }
}

async function* pagesOf(db: Db, userId: string): AsyncGenerator<SummaryRow[]> {
  let after: ListPosition | null = null
  for (;;) {
    const rows: SummaryRow[] = await summariesAfter(db, userId, after, PAGE)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = { createdAt: last.createdAt, id: last.id }
  }
}

/**
 * All summaries of a person, the oldest first, as JSON and as Markdown, and a list of them. What the person's plan does
 * not include now is not among it, as on every route.
 */
export async function* summaryData(deps: SummaryDataDeps, db: Db, userId: string): AsyncGenerator<DataFile> {
  const { rightsOf, toMarkdown, nameOf, ownFiles = OWN_FILES } = deps
  const index: string[] = []
  let number = 0
  for await (const rows of pagesOf(db, userId)) {
    const rights = await rightsOf(userId)
    if (rights === null) return
    const together = number + rows.length > ownFiles ? `summaries/${number + 1}-to-${number + rows.length}` : null
    const entries = rows.map((row) => entryOf(row, rights))
    for (const entry of entries) {
      number += 1
      const file = together ?? `summaries/${nameOf(number, entry.title)}`
      const { id, title, originalUrl, contentType, status, createdAt, usage } = entry
      index.push(JSON.stringify({ file, id, title, originalUrl, contentType, status, createdAt, usage }))
      if (together !== null) continue
      yield jsonFile(`${file}.json`, entry)
      yield { name: `${file}.md`, text: toMarkdown(entry) }
    }
    if (together !== null) {
      yield jsonFile(`${together}.json`, entries)
      yield { name: `${together}.md`, text: entries.map(toMarkdown).join('\n') }
    }
  }
  yield { name: 'summaries.json', text: `[\n${index.join(',\n')}\n]\n` }
}

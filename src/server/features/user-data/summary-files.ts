import { heldPlan } from '../../../shared/plans/catalogue.ts'
import type { Context } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import { findUserById } from '../accounts/users-repo.ts'
import { numberedName } from '../exports/file-names.ts'
import { summaryToMarkdown } from '../exports/summary-to-markdown.ts'
import { jsonFile, textFile } from '../exports/zip-files.ts'
import { rightsOf, toSummary } from '../summaries/presenter.ts'
import { type ListPosition, summariesAfter } from '../summaries/repo.ts'
import { findSourceBlocks } from '../summaries/source-repo.ts'

/** Rows per query: a summary with all its source locations may have 100 KB. */
const PAGE_ROWS = 50
/** Three files each: a zip archive has at most 65,535. */
const MAX_SINGLE_SUMMARIES = 20_000

async function* pagesOf({ db }: Context, userId: string): AsyncGenerator<SummaryRow[]> {
  let after: ListPosition | null = null
  for (;;) {
    const rows: SummaryRow[] = await summariesAfter(db, userId, after, PAGE_ROWS)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE_ROWS) return
    after = { createdAt: last.createdAt, id: last.id }
  }
}

/** The source of a summary as text; null if it isn't kept. */
async function sourceText({ db }: Context, row: SummaryRow | undefined): Promise<string | null> {
  const blocks = row === undefined ? null : await findSourceBlocks(db, row.sourceId)
  return blocks === null ? null : `${blocks.map(({ text }) => text).join('\n\n')}\n`
}

/**
 * All summaries of a user, oldest first, as JSON and as Markdown with the text of their sources, and a list of them. As
 * on every route, content that the user's current plan does not include is left out.
 * @param maxSingle summaries that get files of their own; later ones share files, page by page
 */
export async function* summaryFiles(context: Context, userId: string, maxSingle = MAX_SINGLE_SUMMARIES) {
  const list: string[] = []
  let number = 0
  for await (const rows of pagesOf(context, userId)) {
    const user = await findUserById(context.db, userId)
    if (user === undefined) return
    const rights = rightsOf(context.catalogue, heldPlan(user, context.clock.now()))
    const sharedFile = number + rows.length > maxSingle ? `summaries/${number + 1}-to-${number + rows.length}` : null
    const entries = rows.map((row) =>
      Object.assign(toSummary(row, rights), { usage: row.usage ?? [], sent: row.input }),
    )
    for (const [index, entry] of entries.entries()) {
      number += 1
      const file = sharedFile ?? `summaries/${numberedName(number, entry.title)}`
      const { id, title, originalUrl, contentType, status, createdAt, usage } = entry
      list.push(JSON.stringify({ file, id, title, originalUrl, contentType, status, createdAt, usage }))
      if (sharedFile !== null) continue
      yield jsonFile(`${file}.json`, entry)
      yield textFile(`${file}.md`, summaryToMarkdown(entry))
      const source = await sourceText(context, rows[index])
      if (source !== null) yield textFile(`${file} (source).txt`, source)
    }
    if (sharedFile !== null) {
      yield jsonFile(`${sharedFile}.json`, entries)
      yield textFile(`${sharedFile}.md`, entries.map((entry) => summaryToMarkdown(entry)).join('\n'))
      const sources: string[] = []
      for (const row of rows) {
        const source = await sourceText(context, row)
        if (source !== null) sources.push(`# ${row.title}\n\n${source}`)
      }
      if (sources.length > 0) yield textFile(`${sharedFile} (sources).txt`, sources.join('\n'))
    }
  }
  yield textFile('summaries.json', `[\n${list.join(',\n')}\n]\n`)
}

import { heldPlan } from '../../../shared/plans/catalogue.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import { findUserById } from '../accounts/users-repo.ts'
import { numberedName } from '../exports/file-names.ts'
import { summaryToMarkdown } from '../exports/summary-to-markdown.ts'
import type { TextFile } from '../exports/zip-files.ts'
import { type Rights, rightsOf, toSummary } from '../summaries/read.ts'
import { type ListPosition, summariesAfter } from '../summaries/repo.ts'
import { findSourceBlocks } from '../summaries/source.ts'
import { jsonFile, type UserDataContext } from './context.ts'

type Context = Pick<UserDataContext, 'db' | 'clock' | 'catalogue'>

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

const entryOf = (row: SummaryRow, rights: Rights) => ({
  ...toSummary(row, rights),
  usage: row.usage ?? [],
  sent: row.input,
})

/** The source that a summary was made from, as text; null if it wasn't kept. */
async function sourceText({ db }: Context, id: string): Promise<string | null> {
  const blocks = await findSourceBlocks(db, id)
  return blocks === null ? null : `${blocks.map(({ text }) => text).join('\n\n')}\n`
}

/** Rights of the user's current plan; null when the user is gone. */
async function currentRights({ db, clock, catalogue }: Context, userId: string): Promise<Rights | null> {
  const user = await findUserById(db, userId)
  return user === undefined ? null : rightsOf(catalogue, heldPlan(user, clock.now()))
}

/**
 * All summaries of a user, oldest first, as JSON and as Markdown with the text of their sources, and a list of them. As
 * on every route, content that the user's current plan does not include is left out.
 *
 * @param maxSingle summaries that get files of their own; later ones share files, page by page
 */
export async function* summaryFiles(
  context: Context,
  userId: string,
  maxSingle = MAX_SINGLE_SUMMARIES,
): AsyncGenerator<TextFile> {
  const index: string[] = []
  let number = 0
  for await (const rows of pagesOf(context, userId)) {
    const rights = await currentRights(context, userId)
    if (rights === null) return
    const sharedFile = number + rows.length > maxSingle ? `summaries/${number + 1}-to-${number + rows.length}` : null
    const entries = rows.map((row) => entryOf(row, rights))
    for (const entry of entries) {
      number += 1
      const file = sharedFile ?? `summaries/${numberedName(number, entry.title)}`
      const { id, title, originalUrl, contentType, status, createdAt, usage } = entry
      index.push(JSON.stringify({ file, id, title, originalUrl, contentType, status, createdAt, usage }))
      if (sharedFile !== null) continue
      yield jsonFile(`${file}.json`, entry)
      yield { name: `${file}.md`, text: summaryToMarkdown(entry) }
      const source = await sourceText(context, id)
      if (source !== null) yield { name: `${file} (source).txt`, text: source }
    }
    if (sharedFile !== null) {
      yield jsonFile(`${sharedFile}.json`, entries)
      yield { name: `${sharedFile}.md`, text: entries.map((entry) => summaryToMarkdown(entry)).join('\n') }
      const sources: string[] = []
      for (const { id, title } of entries) {
        const source = await sourceText(context, id)
        if (source !== null) sources.push(`# ${title}\n\n${source}`)
      }
      if (sources.length > 0) yield { name: `${sharedFile} (sources).txt`, text: sources.join('\n') }
    }
  }
  yield { name: 'summaries.json', text: `[\n${index.join(',\n')}\n]\n` }
}

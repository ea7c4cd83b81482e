import { deflateSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../src/server/db/database.ts'
import { sources, summaries, users } from '../../src/server/db/schema/index.ts'
import { searchedTexts } from '../../src/server/features/summaries/search/searched-texts.ts'
import { vectorOf } from '../../src/server/features/summaries/search/words.ts'
import type { SourceBlock } from '../../src/shared/document.ts'

type NewSource = typeof sources.$inferInsert
type NewRow = Omit<typeof summaries.$inferInsert, 'sourceId' | 'titleWords' | 'textWords'>

/** A summary to store: ready unless it says otherwise, with the facts about its source and the blocks that are kept. */
export interface StoredSummary extends NewRow {
  source?: Partial<Omit<NewSource, 'userId' | 'document'>> | undefined
  blocks?: readonly SourceBlock[] | undefined
}

/** Stores the blocks of a summary's source, as the worker does; null for none. */
export async function keepSource(db: Db, summaryId: string, blocks: readonly SourceBlock[] | null): Promise<void> {
  const ofSummary = sql`${sources.id} = (SELECT source_id FROM ${summaries} WHERE id = ${summaryId})`
  await db
    .update(sources)
    .set({ document: packed(blocks) })
    .where(ofSummary)
}

const packed = (blocks: readonly SourceBlock[] | null | undefined) =>
  blocks ? deflateSync(JSON.stringify({ blocks })) : null

/** The fields that a search looks through. */
function namesOf({ page, title, source }: StoredSummary) {
  const { author, site, originalUrl, info } = { author: null, site: null, originalUrl: null, info: null, ...source }
  return { title, page: page ?? null, sourceTitle: source?.title ?? title, author, site, originalUrl, sourceInfo: info }
}

/** The fields of the summary's own row. */
function omit(stored: StoredSummary): NewRow {
  const row = { ...stored }
  delete row.source
  delete row.blocks
  return row
}

/** Stores summaries of one user with a source each, as requests and jobs do; returns their ids, in the same order. */
export async function storeSummaries(db: Db, stored: readonly StoredSummary[]): Promise<string[]> {
  const createdAt = new Date('2026-11-20T12:00:00Z')
  const newSources = stored.map(({ userId, title, source, blocks }) => ({
    id: crypto.randomUUID(),
    userId,
    contentType: 'article' as const,
    title,
    inputHash: crypto.randomUUID(),
    createdAt,
    document: packed(blocks),
    ...source,
  }))
  await db.insert(sources).values(newSources)
  const rows = stored.map((summary, index) =>
    Object.assign(omit(summary), {
      status: summary.status ?? ('ready' as const),
      sourceId: newSources[index]?.id ?? '',
      titleWords: vectorOf([summary.title], summary.language),
      textWords: summary.page ? vectorOf(searchedTexts(namesOf(summary)), summary.language) : null,
    }),
  )
  const inserted = await db.insert(summaries).values(rows).returning({ id: summaries.id })
  for (const { userId, status, savedSeconds = 0 } of rows) {
    if (status !== 'ready') continue
    await db
      .update(users)
      .set({
        readySummaries: sql`${users.readySummaries} + 1`,
        savedSeconds: sql`${users.savedSeconds} + ${savedSeconds}`,
      })
      .where(eq(users.id, userId))
  }
  return inserted.map(({ id }) => id)
}

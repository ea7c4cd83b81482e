import { deflateSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../src/server/db/database.ts'
import { sources, summaries, users } from '../../src/server/db/schema/index.ts'
import { searchedTexts } from '../../src/server/features/summaries/search/searched-texts.ts'
import {
  type SourceNames,
  type SourceWords,
  wordsOfPart,
} from '../../src/server/features/summaries/search/source-words.ts'
import { vectorOf } from '../../src/server/features/summaries/search/words.ts'
import { writeWords } from '../../src/server/features/summaries/source-repo.ts'
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
  const [source] = await db
    .update(sources)
    .set({ document: packed(blocks) })
    .where(ofSummary)
    .returning()
  if (source === undefined) return
  const { id, title: sourceTitle, author, site, originalUrl, info: sourceInfo, language } = source
  await addWords(db, id, blocks ?? [], {
    names: searchedTexts({ sourceTitle, author, site, originalUrl, sourceInfo }),
    language,
  })
}

/** The words of a source in parts, as the source reader lists them in its thread. */
function wordsOfSource(blocks: readonly SourceBlock[], names: SourceNames): SourceWords[] {
  const words: SourceWords[] = []
  for (let from: Parameters<typeof wordsOfPart>[1] | null = { block: 0, character: 0 }; from !== null; ) {
    const { part, next } = wordsOfPart(blocks, from, names)
    words.push(part)
    from = next
  }
  return words
}

async function addWords(db: Db, sourceId: string, blocks: readonly SourceBlock[], names: SourceNames): Promise<void> {
  const words = blocks.length === 0 ? [] : wordsOfSource(blocks, names)
  await db.transaction(async (tx) => writeWords(tx, sourceId, words))
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
  for (const [index, summary] of stored.entries()) {
    const { id = '', language = summary.language ?? null } = { ...newSources[index], ...summary.source }
    await addWords(db, id, summary.blocks ?? [], {
      names: searchedTexts({ ...namesOf(summary), page: null }),
      language,
    })
  }
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

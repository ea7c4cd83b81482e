import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { and, eq, exists, inArray, isNotNull, lte, ne, notExists, type SQL, sql } from 'drizzle-orm'
import { type SourceBlock, sourceBlocksSchema } from '../../../shared/document.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Db, Tx } from '../../db/database.ts'
import { firstOf, onlyOf } from '../../db/rows.ts'
import { type SourceRow, type SummaryRow, sources, sourceWords, summaries } from '../../db/schema/index.ts'
import type { SourceWords } from './search/source-words.ts'

const deflateBytes = promisify(deflate)
const inflateBytes = promisify(inflate)

/** Maximum bytes of a stored document: several times the text of the longest books. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024

/** Deflates JSON for a column; null if it is too long to keep. */
export async function packJson(json: string | Uint8Array): Promise<Buffer | null> {
  return Buffer.byteLength(json) > MAX_DOCUMENT_BYTES ? null : deflateBytes(json)
}

export const unpackJson = async (packed: Buffer): Promise<Buffer> =>
  inflateBytes(packed, { maxOutputLength: MAX_DOCUMENT_BYTES })

/** How long the source of a failed summary is kept for a retry. */
const inADay = sql`now() + interval '1 day'`

/** Facts of a source that are known once it was read. */
export type SourceFacts = Pick<
  SourceRow,
  'title' | 'originalUrl' | 'contentType' | 'thumbnailUrl' | 'language' | 'author' | 'site' | 'publishedAt' | 'info'
>

export async function insertSource(tx: Tx, source: typeof sources.$inferInsert): Promise<string> {
  return (await onlyOf(tx.insert(sources).values(source).returning({ id: sources.id }))).id
}

/** Replaces the words by which a source is found. */
export async function writeWords(tx: Tx, sourceId: string, words: readonly SourceWords[]): Promise<void> {
  await tx.delete(sourceWords).where(eq(sourceWords.sourceId, sourceId))
  if (words.length === 0) return
  await tx.insert(sourceWords).values(words.map((part, index) => ({ sourceId, part: index, ...part })))
}

/**
 * Stores what was read of the source of a summary. Where the user has a source of the same content, title, URL and
 * file name whose text is kept, the summary moves there instead.
 */
export async function writeSource(
  db: Db,
  { id, sourceId, userId }: Pick<SummaryRow, 'id' | 'sourceId' | 'userId'>,
  facts: SourceFacts & { contentHash: string },
  kept: { document: Buffer; words: readonly SourceWords[] } | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    const same = await firstOf(
      tx
        .select({ id: sources.id })
        .from(sources)
        .where(
          and(
            eq(sources.userId, userId),
            eq(sources.contentHash, facts.contentHash),
            sql`${sources.originalUrl} IS NOT DISTINCT FROM ${facts.originalUrl}`,
            eq(sources.title, facts.title ?? ''),
            sql`${sources.info}->>'fileName' IS NOT DISTINCT FROM ${facts.info?.fileName ?? null}::text`,
            isNotNull(sources.document),
            ne(sources.id, sourceId),
          ),
        )
        .limit(1)
        .for('key share'),
    )
    if (same === undefined) {
      await tx
        .update(sources)
        .set({ ...facts, document: kept?.document ?? null, reviewAt: inADay })
        .where(eq(sources.id, sourceId))
      await writeWords(tx, sourceId, kept?.words ?? [])
      return
    }
    await tx.update(summaries).set({ sourceId: same.id }).where(eq(summaries.id, id))
    await deleteUnusedSources(tx, [sourceId])
  })
}

/** Version of the text of a source, which changes when it is read again. */
export interface DocumentVersion {
  contentHash: string | null
  /** Size as stored. */
  bytes: number
}

/** Version of the text of a source; null if it isn't kept. */
export async function findDocumentVersion(db: Db, sourceId: string): Promise<DocumentVersion | null> {
  const [row] = await db
    .select({ contentHash: sources.contentHash, bytes: sql<number>`octet_length(${sources.document})` })
    .from(sources)
    .where(and(eq(sources.id, sourceId), isNotNull(sources.document)))
  return row ?? null
}

/** Deflated JSON of a parsed source, as stored; null if it isn't kept. */
export async function findPackedDocument(db: Db, sourceId: string): Promise<Buffer | null> {
  const [row] = await db.select({ document: sources.document }).from(sources).where(eq(sources.id, sourceId))
  return row?.document ?? null
}

/** JSON of a parsed source; null if it isn't kept. */
export async function findDocument(db: Db, sourceId: string): Promise<Buffer | null> {
  const document = await findPackedDocument(db, sourceId)
  return document === null ? null : unpackJson(document)
}

/** The blocks of a source; null if they aren't kept. */
export async function findSourceBlocks(db: Db, sourceId: string): Promise<SourceBlock[] | null> {
  const json = await findDocument(db, sourceId)
  return json === null ? null : sourceBlocksSchema.parse(JSON.parse(json.toString())).blocks
}

/** @throws AppError `source_not_kept` when the text of the source was not kept */
export async function requireSource(db: Db, sourceId: string): Promise<SourceBlock[]> {
  const blocks = await findSourceBlocks(db, sourceId)
  if (blocks !== null) return blocks
  throw sourceNotKeptToRead()
}

export const sourceNotKeptToRead = (): AppError =>
  new AppError('source_not_kept', 'The text of this source wasn’t kept. Summarize the source again to read it here.')

export const sourceNotKept = (): AppError =>
  new AppError(
    'source_not_kept',
    'The text of this source wasn’t kept. Use a fresh copy from the web, or upload or paste the source again.',
  )

const isUsed = (condition?: SQL) => (db: Db) =>
  db
    .select({ id: summaries.id })
    .from(summaries)
    .where(and(eq(summaries.sourceId, sources.id), condition))

/** Deletes the words of sources whose text was forgotten. */
async function forgetWords(tx: Tx, forgotten: readonly { id: string }[]): Promise<void> {
  if (forgotten.length === 0) return
  const ids = forgotten.map(({ id }) => id)
  await tx.delete(sourceWords).where(inArray(sourceWords.sourceId, ids))
}

/** Forgets the text of a source that no finished summary rests on, so that it is read again. */
export async function forgetDocument(tx: Tx, sourceId: string): Promise<void> {
  const forgotten = await tx
    .update(sources)
    .set({ document: null })
    .where(and(eq(sources.id, sourceId), notExists(isUsed(eq(summaries.status, 'ready'))(tx))))
    .returning({ id: sources.id })
  await forgetWords(tx, forgotten)
}

/** Forgets the texts whose review is due, unless a finished summary rests on them. */
export async function reviewDocuments(db: Db, now: Date): Promise<void> {
  const isKept = exists(isUsed(eq(summaries.status, 'ready'))(db))
  await db.transaction(async (tx) => {
    const reviewed = await tx
      .update(sources)
      .set({ document: sql`CASE WHEN ${isKept} THEN ${sources.document} END`, reviewAt: null })
      .where(lte(sources.reviewAt, now))
      .returning({ id: sources.id, isKept: sql<boolean>`${sources.document} IS NOT NULL` })
    await forgetWords(
      tx,
      reviewed.filter((source) => !source.isKept),
    )
  })
}

/**
 * Deletes those of the given sources that have no summary left, and has the texts of the others reviewed. It locks them first: a summary may be moving to one of
 * them, and is seen by the statement after the lock.
 */
export async function deleteUnusedSources(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const given = inArray(sources.id, [...ids])
  await tx.select({ id: sources.id }).from(sources).where(given).orderBy(sources.id).for('update')
  await tx.delete(sources).where(and(given, notExists(isUsed()(tx))))
  await tx.update(sources).set({ reviewAt: inADay }).where(given)
}

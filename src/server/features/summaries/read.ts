import { z } from 'zod'
import type { ListSummariesQuery } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Summary, SummaryMatch } from '../../../shared/summary/summary.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import type { Actor } from '../../platform/request-context.ts'
import { findOwnSummary } from './alias-repo.ts'
import type { SummariesContext } from './context.ts'
import { rightsOf, toSummary } from './presenter.ts'
import { type ListPosition, selectNewest } from './repo.ts'
import { marksInSource, marksOf } from './search/marks.ts'
import { readSearch, type Search } from './search/words.ts'
import { type RankedPosition, searchSummaries, withStems } from './search-repo.ts'

async function withPosition({ positions }: SummariesContext, row: SummaryRow): Promise<SummaryRow> {
  if (row.status !== 'queued' || row.progress?.stage !== 'queued') return row
  const ahead = await positions.aheadOf(row.id)
  return ahead === null ? row : { ...row, progress: { ...row.progress, ahead } }
}

/**
 * One of the user's summaries, as their plan shows it. The id of a repeat leads to the earlier summary.
 * @throws AppError `not_found` when there is none, or it is another user's
 */
export async function readSummary(context: SummariesContext, actor: Actor, id: string): Promise<Summary> {
  const row = await findOwnSummary(context.db, actor, id)
  return toSummary(await withPosition(context, row), rightsOf(context.catalogue, actor.plan))
}

const positionSchema = z
  .tuple([z.iso.datetime().regex(/^(?:19|20|21)/), z.uuid()])
  .transform(([createdAt, id]): ListPosition => ({ createdAt: new Date(createdAt), id }))
const rankedSchema = z
  .tuple([z.iso.datetime().regex(/^(?:19|20|21)/), z.uuid(), z.string().regex(/^\d$/).transform(Number)])
  .transform(([createdAt, id, rank]): RankedPosition => ({ createdAt: new Date(createdAt), id, rank }))

/** Cursors of a search carry a rank, those of the plain list none, so one can't be used for the other. */
function readCursor<T>(schema: z.ZodType<T>, cursor: string | undefined): T | null {
  if (cursor === undefined) return null
  const parsed = schema.safeParse(Buffer.from(cursor, 'base64url').toString('utf8').split(' '))
  if (!parsed.success) throw new AppError('invalid_input', 'This cursor is not from this list.')
  return parsed.data
}

const writeCursor = ({ createdAt, id }: SummaryRow, ...rank: [number?]): string =>
  Buffer.from([createdAt.toISOString(), id, ...rank].join(' ')).toString('base64url')

interface ListPage {
  /** Summaries with the matches of a search. */
  entries: { row: SummaryRow; match?: SummaryMatch }[]
  /** Cursor of the next page; null on the last one. */
  nextCursor: string | null
}

async function searchOwn(
  { db, sources }: SummariesContext,
  actor: Actor,
  typed: Search,
  query: ListSummariesQuery,
): Promise<ListPage> {
  const search = await withStems(db, actor.userId, typed)
  const found = await searchSummaries(db, actor.userId, search, query, readCursor(rankedSchema, query.cursor))
  const page = found.slice(0, query.limit)
  const last = page.at(-1)
  const inSources = page.flatMap(({ part, id, sourceId, sourceLanguage: language }) =>
    part === undefined ? [] : [{ id, sourceId, firstBlock: part[0], lastBlock: part[1], language }],
  )
  const passages = await sources.passages(inSources, search)
  const passageById = new Map(inSources.map(({ id }, index) => [id, passages[index] ?? null]))
  return {
    entries: page.map((row) => {
      const passage = passageById.get(row.id)
      return { row, match: passage === undefined ? marksOf(row, search) : marksInSource(row, search, passage) }
    }),
    nextCursor: found.length > page.length && last !== undefined ? writeCursor(last, last.rank) : null,
  }
}

/**
 * One page of the user's own summaries: newest first, or the best matches of a search first.
 * @throws AppError `invalid_input` for an invalid cursor
 */
export async function listOwnSummaries(context: SummariesContext, actor: Actor, query: ListSummariesQuery) {
  const { entries, nextCursor } = await findPage(context, actor, query)
  const rights = rightsOf(context.catalogue, actor.plan)
  const listed = entries.map(async ({ row, ...match }) =>
    Object.assign(toSummary(await withPosition(context, row), rights), match),
  )
  return { summaries: await Promise.all(listed), nextCursor }
}

async function findPage(context: SummariesContext, actor: Actor, query: ListSummariesQuery): Promise<ListPage> {
  const search = readSearch(query.q ?? '')
  if (search !== null) return searchOwn(context, actor, search, query)
  const { type, limit, cursor } = query
  // One more, if there is a next page.
  const found = await selectNewest(
    context.db,
    actor.userId,
    { type, rows: limit + 1 },
    readCursor(positionSchema, cursor),
  )
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return {
    entries: rows.map((row) => ({ row })),
    nextCursor: found.length > rows.length && last !== undefined ? writeCursor(last) : null,
  }
}

import { z } from 'zod'
import type { ListSummariesQuery } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import type { SummaryMatch } from '../../../shared/summary.ts'
import type { Db } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import type { Actor } from '../../platform/actor.ts'
import { type ListPosition, listSummaries } from './repo.ts'
import { marksOf } from './search/marks.ts'
import { readSearch, type Search } from './search/search.ts'
import { type RankedPosition, searchSummaries } from './search-repo.ts'

const positionSchema = z
  .tuple([z.iso.datetime().regex(/^(?:19|20|21)/), z.uuid()])
  .transform(([createdAt, id]): ListPosition => ({ createdAt: new Date(createdAt), id }))
const rankedSchema = z
  .tuple([z.iso.datetime().regex(/^(?:19|20|21)/), z.uuid(), z.string().regex(/^\d$/).transform(Number)])
  .transform(([createdAt, id, rank]): RankedPosition => ({ createdAt: new Date(createdAt), id, rank }))

/** Cursors of a search carry a rank, those of the plain list none: neither is taken for the other. */
function readCursor<T>(schema: z.ZodType<T>, cursor: string | undefined): T | null {
  if (cursor === undefined) return null
  const parsed = schema.safeParse(Buffer.from(cursor, 'base64url').toString('utf8').split(' '))
  if (!parsed.success) throw new AppError('invalid_input', 'This cursor is not one that this list answered with.')
  return parsed.data
}

const writeCursor = ({ createdAt, id }: SummaryRow, ...rank: [number?]): string =>
  Buffer.from([createdAt.toISOString(), id, ...rank].join(' ')).toString('base64url')

export interface SummaryPage {
  /** Each with where something was found in it, when something was searched for. */
  entries: { row: SummaryRow; match?: SummaryMatch }[]
  /** Names the next page; null on the last one. */
  nextCursor: string | null
}

async function searchOwn(db: Db, actor: Actor, search: Search, query: ListSummariesQuery): Promise<SummaryPage> {
  const found = await searchSummaries(db, actor.userId, search, query, readCursor(rankedSchema, query.cursor))
  const page = found.slice(0, query.limit)
  const last = page.at(-1)
  return {
    entries: page.map((row) => ({ row, match: marksOf(row, search) })),
    nextCursor: found.length > page.length && last !== undefined ? writeCursor(last, last.rank) : null,
  }
}

/**
 * One page of the asker's own summaries: newest first, or, where something is searched for, what fits best first.
 *
 * @throws AppError `invalid_input` for a cursor that no such list answered with
 */
export async function listOwnSummaries(db: Db, actor: Actor, query: ListSummariesQuery): Promise<SummaryPage> {
  const search = readSearch(query.q ?? '')
  if (search !== null) return searchOwn(db, actor, search, query)
  const found = await listSummaries(db, actor.userId, query, readCursor(positionSchema, query.cursor))
  const rows = found.slice(0, query.limit)
  const last = rows.at(-1)
  return {
    entries: rows.map((row) => ({ row })),
    nextCursor: found.length > rows.length && last !== undefined ? writeCursor(last) : null,
  }
}

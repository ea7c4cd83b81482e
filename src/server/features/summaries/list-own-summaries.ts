import { z } from 'zod'
import type { ListSummariesQuery } from '../../../shared/api/calls.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Db } from '../../db/database.ts'
import type { SummaryRow } from '../../db/schema/index.ts'
import type { Actor } from '../../platform/actor.ts'
import { type ListPosition, listSummaries } from './repo.ts'

const positionSchema = z.tuple([z.iso.datetime().regex(/^(?:19|20|21)/), z.uuid()])

function readCursor(cursor: string | undefined): ListPosition | null {
  if (cursor === undefined) return null
  const [createdAt, id] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  const parsed = positionSchema.safeParse([createdAt, id])
  if (!parsed.success) throw new AppError('invalid_input', 'This cursor is not one that a list answered with.')
  return { createdAt: new Date(parsed.data[0]), id: parsed.data[1] }
}

const writeCursor = (row: SummaryRow): string =>
  Buffer.from(`${row.createdAt.toISOString()} ${row.id}`).toString('base64url')

export interface SummaryPage {
  rows: SummaryRow[]
  /** Names the next page; null on the last one. */
  nextCursor: string | null
}

/**
 * One page of the asker's own summaries, newest first.
 *
 * @throws AppError `invalid_input` for a cursor that no list answered with
 */
export async function listOwnSummaries(db: Db, actor: Actor, query: ListSummariesQuery): Promise<SummaryPage> {
  const found = await listSummaries(db, actor.userId, query, readCursor(query.cursor))
  const rows = found.slice(0, query.limit)
  const last = rows.at(-1)
  return { rows, nextCursor: found.length > rows.length && last !== undefined ? writeCursor(last) : null }
}

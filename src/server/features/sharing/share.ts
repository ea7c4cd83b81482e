import { randomBytes } from 'node:crypto'
import type { Share } from '../../../shared/api/sharing-calls.ts'
import { AppError } from '../../../shared/errors.ts'
import { buildSharedPath } from '../../../shared/paths.ts'
import { heldPlan } from '../../../shared/plans/catalogue.ts'
import { type SummaryContent, summaryContentSchema } from '../../../shared/summary/summary.ts'
import type { Context } from '../../db/database.ts'
import type { Actor } from '../../platform/request-context.ts'
import { findOwnSummary } from '../summaries/alias-repo.ts'
import { rightsOf, toSummary } from '../summaries/presenter.ts'
import { findShare, findSharedSummary, removeShare, type ShareRow, saveShare } from './repo.ts'

/** 128 bits, as unguessable as a random UUID. */
const TOKEN_BYTES = 16
const tokenPattern = /^[\w-]{22}$/

const toShare = ({ config }: Context, row: ShareRow): Share => ({
  url: new URL(buildSharedPath(row.token), config.http.appUrl).href,
  includesSource: row.includesSource,
  createdAt: row.createdAt.toISOString(),
})

/** The public link of one of the user's summaries; null if it isn't shared. Throws AppError `not_found`. */
export async function readShare(context: Context, actor: Actor, id: string): Promise<Share | null> {
  const row = await findShare(context.db, await findOwnSummary(context.db, actor, id))
  return row === undefined ? null : toShare(context, row)
}

/**
 * Shares one of the user's summaries, or changes what its public link shows.
 * @throws AppError `not_found`; `summary_not_ready`
 */
export async function shareSummary(
  context: Context,
  actor: Actor,
  id: string,
  { includesSource }: { includesSource: boolean },
): Promise<Share> {
  const summary = await findOwnSummary(context.db, actor, id)
  if (summary.status !== 'ready') {
    throw new AppError('summary_not_ready', 'You can share this summary when it is ready.')
  }
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const createdAt = context.clock.now()
  return toShare(context, await saveShare(context.db, { summaryId: summary.id, token, includesSource, createdAt }))
}

/** Deletes the public link of one of the user's summaries. Throws AppError `not_found`. */
export async function stopSharing(context: Context, actor: Actor, id: string): Promise<void> {
  await removeShare(context.db, await findOwnSummary(context.db, actor, id))
}

/** @throws AppError `not_found` for a link that does not exist, or no longer */
async function findShared({ db }: Context, token: string) {
  const shared = tokenPattern.test(token) ? await findSharedSummary(db, token) : undefined
  if (shared === undefined) {
    throw new AppError('not_found', 'This link doesn’t work anymore. Its owner may have stopped sharing the summary.')
  }
  return shared
}

/** A shared summary as visitors see it: what its owner's plan includes. @throws AppError `not_found` */
export async function readShared(context: Context, token: string): Promise<SummaryContent> {
  const { row, includesSource, owner } = await findShared(context, token)
  const summary = toSummary(row, rightsOf(context.catalogue, heldPlan(owner, context.clock.now())))
  return summaryContentSchema.parse({ ...summary, hasSource: includesSource && summary.hasSource })
}

/** Id of the source of a shared summary. @throws AppError `not_found`, also where the owner doesn't share it */
export async function findSharedSource(context: Context, token: string): Promise<string> {
  const { row, includesSource } = await findShared(context, token)
  if (!includesSource) throw new AppError('not_found', 'The source of this summary isn’t shared.')
  return row.sourceId
}

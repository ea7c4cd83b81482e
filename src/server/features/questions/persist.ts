import { AppError } from '../../../shared/errors.ts'
import type { ModelUsage } from '../../../shared/summary/summary.ts'
import type { Context, Tx } from '../../db/database.ts'
import type { QuestionRow, Reply } from '../../db/schema/index.ts'
import { lockUser, returnToQuota } from '../../plans/quota-repo.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Actor, authorizeOwner } from '../../platform/request-context.ts'
import type { EventHub } from '../summaries/events.ts'
import { replyOf } from './presenter.ts'
import {
  deleteQuestion,
  existingIds,
  findCitingPurged,
  findQuestionToAnswer,
  findUnfinishedSince,
  isEnded,
  lockQuestion,
  rewriteReply,
  updateUnfinished,
} from './repo.ts'

export const INTERRUPTED =
  'The answer was interrupted too often, so we couldn’t finish it. Nothing was counted; please ask again.'
const LOST =
  'This question was unanswered when this server was restored from a backup. Nothing was counted; please ask again.'

type HubContext = Context & { hub: EventHub }

const returnQuota = async (tx: Tx, { userId, quotaPeriod }: QuestionRow): Promise<void> => {
  if (quotaPeriod !== null) await returnToQuota(tx, 'questionsPerMonth', userId, quotaPeriod)
}

/** The summaries that a reply from the library cites. */
const citedIdsOf = ({ answer, passages }: Reply): string[] => [
  ...new Set(
    [...answer, ...passages].flatMap(({ citations }) => citations.flatMap(({ summaryId }) => summaryId ?? [])),
  ),
]

/** Marks a question as being answered: deleting it returns no quota from now on. False if it was deleted. */
export const beginAnswer = async ({ db, clock }: Context, id: string): Promise<boolean> =>
  updateUnfinished(db, id, { status: 'answering', updatedAt: clock.now() })

/** Stores as much of an answer as is written; false if the question was deleted. */
export async function savePartial({ db, clock, hub }: HubContext, id: string, reply: Reply): Promise<boolean> {
  const isSaved = await updateUnfinished(db, id, {
    status: 'answering',
    reply,
    citedIds: citedIdsOf(reply),
    updatedAt: clock.now(),
  })
  if (isSaved) await hub.publish(id, { type: 'changed' })
  return isSaved
}

/** Ends a question with its answer. One that no language model answered uses no quota. */
export async function finishQuestion(
  { db, clock, hub }: HubContext,
  row: QuestionRow,
  { reply, ...made }: { reply: Reply } & Pick<QuestionRow, 'engine' | 'usage'>,
): Promise<void> {
  const isFree = reply.outcome === 'passages' || made.usage.length === 0
  await db.transaction(async (tx) => {
    // Before the question's row, as in every transaction that locks both.
    if (isFree) await lockUser(tx, row.userId)
    const isWritten = await updateUnfinished(tx, row.id, {
      ...made,
      ...(isFree ? { quotaPeriod: null } : {}),
      status: 'ready',
      reply,
      citedIds: citedIdsOf(reply),
      updatedAt: clock.now(),
    })
    if (isWritten && isFree) await returnQuota(tx, row)
  })
  await hub.publish(row.id, { type: 'changed' })
}

async function writeFailed(tx: Tx, row: QuestionRow, error: AppError, now: Date, usage?: ModelUsage[]): Promise<void> {
  const isWritten = await updateUnfinished(tx, row.id, {
    status: 'failed',
    failureCode: error.code,
    failureMessage: error.message,
    reply: null,
    citedIds: [],
    quotaPeriod: null,
    updatedAt: now,
    ...(usage === undefined ? {} : { usage }),
  })
  if (isWritten) await returnQuota(tx, row)
}

/** Ends a question as failed and returns its quota. */
export async function failQuestion(
  { db, clock, hub }: HubContext,
  id: string,
  error: AppError,
  usage?: ModelUsage[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await findQuestionToAnswer(tx, id)
    if (found === undefined || isEnded(found)) return
    await lockUser(tx, found.userId)
    await writeFailed(tx, found, error, clock.now(), usage)
  })
  await hub.publish(id, { type: 'changed' })
}

/**
 * Deletes one of the user's questions. One that is still waiting uses no quota; one that is being answered does.
 * @throws AppError `not_found`
 */
export async function deleteOwnQuestion({ db, hub }: HubContext, actor: Actor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockUser(tx, actor.userId)
    const question = authorizeOwner(actor, await lockQuestion(tx, id), 'question')
    await deleteQuestion(tx, question)
    if (question.status === 'queued') await returnQuota(tx, question)
  })
  await hub.publish(id, { type: 'deleted' })
}

const BATCH = 100
/** Far longer than an answer takes. */
const STUCK_AFTER_MS = 60 * 60_000

/** Ends questions whose job is gone, because its last attempt died with its process. */
export async function failStuckQuestions(context: HubContext, hasJob: (questionId: string) => Promise<boolean>) {
  const before = new Date(context.clock.now().getTime() - STUCK_AFTER_MS)
  for (const { id } of await findUnfinishedSince(context.db, before, BATCH))
    if (!(await hasJob(id))) await failQuestion(context, id, new AppError('internal', INTERRUPTED))
}

/** Fails all unanswered questions of a restored backup, whose jobs are gone, within its transaction. */
export async function failUnfinishedQuestions(tx: Tx, clock: Clock): Promise<void> {
  for (;;) {
    const rows = await findUnfinishedSince(tx, new Date('9999-12-31T00:00:00Z'), BATCH)
    for (const row of rows) await writeFailed(tx, row, new AppError('internal', LOST), clock.now())
    if (rows.length < BATCH) return
  }
}

/** Removes passages of permanently deleted sources from answers of the library. */
export async function forgetPurgedSources({ db }: Context): Promise<void> {
  for (;;) {
    const rows = await findCitingPurged(db, BATCH)
    const existing = await existingIds(db, [...new Set(rows.flatMap(({ citedIds }) => citedIds))])
    for (const { id, reply, citedIds } of rows) {
      const kept = reply === null ? null : replyOf(reply, null, (summaryId) => existing.has(summaryId))
      await rewriteReply(db, id, { reply: kept, citedIds: citedIds.filter((cited) => existing.has(cited)) })
    }
    if (rows.length < BATCH) return
  }
}

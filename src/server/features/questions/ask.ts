import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import { planOf } from '../../../shared/plans/catalogue.ts'
import type { Tx } from '../../db/database.ts'
import type { QuestionRow } from '../../db/schema/index.ts'
import { lockUser, reserveFromQuota } from '../../plans/quota-repo.ts'
import type { Actor } from '../../platform/request-context.ts'
import { findOwnSummary } from '../summaries/alias-repo.ts'
import { requireModelAllowance } from '../summaries/model-usage-repo.ts'
import { groupOf, schedulingPriority } from '../summaries/queue.ts'
import { ANSWER, type QuestionsContext, sourceNotKeptToAsk, usesModels } from './context.ts'
import { countUnfinished, findByIdempotencyKey, insertQuestion } from './repo.ts'

/** Maximum unanswered questions of one user. */
const MAX_UNFINISHED = 20
const RETRY_AFTER_SECONDS = 5

/** A question as it is requested. */
interface Asked {
  question: string
  /** The source that is asked; null for the library. */
  about: { summaryId: string; sourceId: string } | null
  idempotencyKey: string | null
}

const hashOf = ({ question, about }: Asked): string =>
  createHash('sha256')
    .update(JSON.stringify([question, about?.summaryId ?? null]))
    .digest('base64url')

/** The question of an earlier request with the same idempotency key. */
async function findEarlier(tx: Tx, userId: string, asked: Asked): Promise<QuestionRow | undefined> {
  if (asked.idempotencyKey === null) return undefined
  const earlier = await findByIdempotencyKey(tx, userId, asked.idempotencyKey)
  if (earlier !== undefined && earlier.idempotencyHash !== hashOf(asked))
    throw new AppError('idempotency_key_reused', 'This Idempotency-Key was used for another request. Use a new key.')
  return earlier
}

/**
 * Stores a question, takes one from the user's quota if a language model will answer it, and enqueues the work, all in
 * one transaction, in which requests of one user are serialized.
 */
async function ask(context: QuestionsContext, { userId, plan: planId }: Actor, asked: Asked): Promise<QuestionRow> {
  const { catalogue, clock, queue } = context
  return context.db.transaction(async (tx) => {
    await lockUser(tx, userId)
    const earlier = await findEarlier(tx, userId, asked)
    if (earlier !== undefined) return earlier
    const unfinished = await countUnfinished(tx, userId)
    if (unfinished >= MAX_UNFINISHED)
      throw new AppError('rate_limited', 'Many of your questions are still being answered. Please wait a moment.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    const now = clock.now()
    let quotaPeriod: Date | null = null
    if (usesModels(context)) {
      await requireModelAllowance(context, tx, userId)
      quotaPeriod = (await reserveFromQuota(tx, catalogue, 'questionsPerMonth', userId, now)).period
    }
    const { question, about, idempotencyKey } = asked
    const row = await insertQuestion(tx, {
      userId,
      ...about,
      question,
      quotaPeriod,
      idempotencyKey,
      idempotencyHash: idempotencyKey === null ? null : hashOf(asked),
      createdAt: now,
      updatedAt: now,
    })
    const priority = schedulingPriority({ now, plans: catalogue.plans, plan: planOf(catalogue, planId), unfinished })
    await queue.send(tx, ANSWER, { questionId: row.id }, { group: groupOf(userId), priority })
    return row
  })
}

/**
 * Asks about the source of one of the user's summaries. With an idempotency key, a repeat returns the first question.
 * @throws AppError `not_found` when there is no such summary, or it is another user's; `summary_not_ready`;
 * `source_not_kept`; `rate_limited`; `idempotency_key_reused`; with language models also `upgrade_required`,
 * `quota_exhausted`, `daily_tokens_used` and `budget_exhausted`
 */
export async function askSource(
  context: QuestionsContext,
  actor: Actor,
  summaryId: string,
  request: Omit<Asked, 'about'>,
): Promise<QuestionRow> {
  const summary = await findOwnSummary(context.db, actor, summaryId)
  if (summary.status !== 'ready')
    throw new AppError('summary_not_ready', 'You can ask about this source when its summary is ready.')
  if (!summary.hasSource) throw sourceNotKeptToAsk()
  return ask(context, actor, { ...request, about: { summaryId: summary.id, sourceId: summary.sourceId } })
}

/**
 * Asks about all sources of a user. With an idempotency key, a repeat returns the first question.
 * @throws AppError as `askSource`, without those about a summary
 */
export const askLibrary = async (
  context: QuestionsContext,
  actor: Actor,
  request: Omit<Asked, 'about'>,
): Promise<QuestionRow> => ask(context, actor, { ...request, about: null })

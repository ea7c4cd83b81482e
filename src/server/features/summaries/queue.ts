import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { type Plan, planOf } from '../../../shared/plans/catalogue.ts'
import type { Context, Tx } from '../../db/database.ts'
import type { AnyJobKind } from '../../jobs/job-kind.ts'
import type { JobQueue } from '../../jobs/queue.ts'
import { reserveSummary } from '../../plans/quota-repo.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Actor } from '../../platform/request-context.ts'
import { requireModelAllowance } from './model-usage-repo.ts'
import { countUnfinished } from './repo.ts'

export const SUMMARIZE: Pick<AnyJobKind, 'name'> = { name: 'summarize' }

export const summaryJobSchema = z.object({ summaryId: z.uuid() })

/** Maximum age of the cached queue. */
const MAX_AGE_MS = 2000

/** Positions of queued summaries, read from the job queue once for all callers and cached for two seconds. */
export class QueuePositions {
  readonly #queue: Pick<JobQueue, 'waiting'>
  readonly #capacity: number
  #cached: Promise<ReadonlyMap<string, number>> | null = null
  #readAt = 0

  constructor(queue: Pick<JobQueue, 'waiting'>, capacity: number) {
    this.#queue = queue
    this.#capacity = capacity
  }

  /** Number of summaries ahead of this one; null if it isn't queued. */
  async aheadOf(summaryId: string): Promise<number | null> {
    return (await this.#positions()).get(summaryId) ?? null
  }

  /** Whether the queue has reached its capacity. */
  async isFull(): Promise<boolean> {
    return (await this.#positions()).size >= this.#capacity
  }

  async #positions(): Promise<ReadonlyMap<string, number>> {
    if (this.#cached !== null && performance.now() - this.#readAt < MAX_AGE_MS) return this.#cached
    this.#readAt = performance.now()
    const cached = this.#read()
    this.#cached = cached
    // The next caller reads again after a failure.
    cached.catch(() => {
      if (this.#cached === cached) this.#cached = null
    })
    return cached
  }

  async #read(): Promise<ReadonlyMap<string, number>> {
    const waiting = await this.#queue.waiting(SUMMARIZE, this.#capacity)
    return new Map(waiting.map((data, position) => [summaryJobSchema.parse(data).summaryId, position]))
  }
}

/** Seconds by which a summary is preferred for each plan below the user's. */
export const HEAD_START_SECONDS = 60
/** Seconds by which a summary is deferred for each other unfinished summary of its user. */
export const DEFERRAL_SECONDS = 15

/** Seconds are counted from here, so that they fit into 32 bits until 2094. */
const EPOCH_SECONDS = Date.UTC(2026, 0, 1) / 1000

/**
 * Scheduling priority of a new summary, the higher the sooner: its time of arrival, adjusted for the plan and for other
 * unfinished summaries of the user. It never changes, so no summary starves: one that arrives later than the longest
 * head start comes after it (earliest deadline first, Liu and Layland 1973).
 * @param request.plans all plans, from the free one up
 */
export function schedulingPriority(request: {
  now: Date
  plans: readonly Plan[]
  plan: Plan
  unfinished: number
}): number {
  const { now, plans, plan, unfinished } = request
  const rank = plans.findIndex(({ id }) => id === plan.id)
  const arrivedAt = Math.floor(now.getTime() / 1000) - EPOCH_SECONDS
  return HEAD_START_SECONDS * Math.max(rank, 0) - DEFERRAL_SECONDS * unfinished - arrivedAt
}

/** Maximum unfinished summaries of one user. */
const MAX_UNFINISHED = 50
/** Maximum queued summaries of all users, so that no one waits for hours. */
export const MAX_QUEUED = 2000
const RETRY_AFTER_SECONDS = 30
const FULL_RETRY_AFTER_SECONDS = 120

/** Whether reserving a summary failed because the monthly quota is exhausted. */
export const isQuotaExhausted = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'upgrade_required' || error.code === 'quota_exhausted')

/**
 * Reserves what one more summary needs: a slot among the user's unfinished ones, and one summary of the month's quota.
 * @param isFull whether the queue has reached its capacity; read before the transaction
 * @param isRepeat whether the user has a summary of the same link with the same options. With an exhausted quota it is
 * checked all the same, and costs nothing unless the page has changed.
 * @returns the month of the quota, null if none was reserved; and the scheduling priority
 * @throws AppError `rate_limited`; `unavailable` when the queue is full; `upgrade_required` or `quota_exhausted`;
 * `daily_tokens_used` or `budget_exhausted`
 */
export async function reserveSlot(
  context: Context & { config: Config },
  tx: Tx,
  actor: Actor,
  { isFull, isRepeat }: { isFull: boolean; isRepeat: boolean },
): Promise<{ period: Date | null; priority: number }> {
  if (isFull) {
    throw new AppError(
      'unavailable',
      'Too many summaries are waiting right now. Nothing was charged; please try again in a few minutes.',
      { retryAfterSeconds: FULL_RETRY_AFTER_SECONDS },
    )
  }
  const { userId } = actor
  const unfinished = await countUnfinished(tx, userId)
  if (unfinished >= MAX_UNFINISHED) {
    throw new AppError('rate_limited', 'You have many unfinished summaries. Please wait for one to finish.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  }
  if (!isRepeat) await requireModelAllowance(context, tx, userId)
  const { clock, catalogue } = context
  const now = clock.now()
  const plan = planOf(catalogue, actor.plan)
  const priority = schedulingPriority({ now, plans: catalogue.plans, plan, unfinished })
  try {
    return { period: (await reserveSummary(tx, catalogue, userId, now)).period, priority }
  } catch (error) {
    if (isRepeat && isQuotaExhausted(error)) return { period: null, priority }
    throw error
  }
}

/** Identifies a user in job rows, which outlive the account for a while, without naming the user. */
export const groupOf = (userId: string): string => createHash('sha256').update(userId).digest('base64url')

/** Enqueues the work on a summary; it runs if the transaction commits. */
export async function enqueueSummary(
  queue: Pick<JobQueue, 'send'>,
  tx: Tx,
  { id, userId }: { id: string; userId: string },
  priority: number,
): Promise<void> {
  await queue.send(tx, SUMMARIZE, { summaryId: id }, { group: groupOf(userId), priority })
}

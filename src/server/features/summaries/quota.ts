import { AppError } from '../../../shared/errors.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { countUnfinished } from './repo.ts'

/** What asking for a summary, for the first time or again, needs to know and to do. */
export interface AskDeps {
  db: Db
  clock: Clock
  /** Waits until no other request of the person is in a transaction of this kind; lasts until the transaction ends. */
  takeTurn: (tx: Tx, userId: string) => Promise<void>
  /** Takes one summary from the person's month; throws when none is left. */
  reserve: (tx: Tx, userId: string, now: Date) => Promise<{ period: Date }>
  planOf: (actor: Actor) => Plan
  /** All plans: whether an upgrade would help. */
  plans: readonly Plan[]
  /** Queues the work; it runs when the transaction commits. */
  enqueue: (tx: Tx, summaryId: string) => Promise<void>
}

/** Summaries that one person may have in the making, so that nobody fills the queue for everybody. */
const MAX_UNFINISHED = 50
const RETRY_AFTER_SECONDS = 30

/** Whether taking one summary from a month failed because none is left: another plan gives more, or none does. */
export const isUsedUp = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'upgrade_required' || error.code === 'conflict')

/**
 * Takes what one more summary needs: a place among those in the making, and one of the month.
 *
 * @param isRepeat whether the person has had the same address summarized in the same way: with nothing left of the
 *   month it is looked at all the same, and costs nothing unless it has changed
 * @returns the month it was taken from; null where nothing was taken
 * @throws AppError `rate_limited`; `upgrade_required` or `conflict` when the month is used up
 */
export async function takePlace(
  deps: Pick<AskDeps, 'clock' | 'reserve'>,
  tx: Tx,
  userId: string,
  isRepeat: boolean,
): Promise<Date | null> {
  if ((await countUnfinished(tx, userId)) >= MAX_UNFINISHED) {
    throw new AppError('rate_limited', 'Many of your summaries are still being made. Please wait for one to finish.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  }
  try {
    return (await deps.reserve(tx, userId, deps.clock.now())).period
  } catch (error) {
    if (isRepeat && isUsedUp(error)) return null
    throw error
  }
}

import { AppError } from '../../../shared/errors.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import { fairPlace } from './fair-place.ts'
import { countUnfinished } from './repo.ts'
import type { WaitingLine } from './waiting-line.ts'

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
  enqueue: (tx: Tx, work: SummaryWork) => Promise<void>
  /** The summaries that wait. */
  line: Pick<WaitingLine, 'length'>
  /** How many may wait, of all people. */
  maxWaiting: number
}

/** A summary that is to be made. */
export interface SummaryWork {
  summaryId: string
  userId: string
  /** Where it stands among those that wait. */
  priority: number
}

/** Summaries that one person may have in the making, so that nobody fills the queue for everybody. */
const MAX_UNFINISHED = 50
/** Summaries that may wait in all: more would be promised than can be made in a time that anybody waits. */
export const MAX_WAITING = 2000
const RETRY_AFTER_SECONDS = 30
const CROWDED_RETRY_AFTER_SECONDS = 120

/** Whether more waits than can be made in good time. It is asked outside of transactions: the line is everybody's. */
export async function isCrowded({ line, maxWaiting }: Pick<AskDeps, 'line' | 'maxWaiting'>): Promise<boolean> {
  return (await line.length()) >= maxWaiting
}

/** Whether taking one summary from a month failed because none is left: another plan gives more, or none does. */
export const isUsedUp = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'upgrade_required' || error.code === 'conflict')

/**
 * Takes what one more summary needs: a place among those in the making, and one of the month.
 *
 * @param crowded whether more waits than can be made in good time
 * @param isRepeat whether the person has had the same address summarized in the same way: with nothing left of the
 *   month it is looked at all the same, and costs nothing unless it has changed
 * @returns the month it was taken from, null where nothing was taken; and where it stands among those that wait
 * @throws AppError `rate_limited`; `unavailable` when too many wait; `upgrade_required` or `conflict` when the month is
 *   used up
 */
export async function takePlace(
  deps: Pick<AskDeps, 'clock' | 'reserve' | 'planOf' | 'plans'>,
  tx: Tx,
  actor: Actor,
  { crowded, isRepeat }: { crowded: boolean; isRepeat: boolean },
): Promise<{ period: Date | null; priority: number }> {
  if (crowded) {
    throw new AppError(
      'unavailable',
      'Very many summaries are waiting to be made just now. Nothing was charged; please try again in a few minutes.',
      { retryAfterSeconds: CROWDED_RETRY_AFTER_SECONDS },
    )
  }
  const { userId } = actor
  const unfinished = await countUnfinished(tx, userId)
  if (unfinished >= MAX_UNFINISHED) {
    throw new AppError('rate_limited', 'Many of your summaries are still being made. Please wait for one to finish.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  }
  const now = deps.clock.now()
  const priority = fairPlace({ now, plans: deps.plans, plan: deps.planOf(actor), unfinished })
  try {
    return { period: (await deps.reserve(tx, userId, now)).period, priority }
  } catch (error) {
    if (isRepeat && isUsedUp(error)) return { period: null, priority }
    throw error
  }
}

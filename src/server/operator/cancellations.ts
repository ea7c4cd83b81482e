import {
  type CancellationFacts,
  type CancellationOutcome,
  listCancellations as findCancellations,
  processCancellation as process,
  rejectCancellation as reject,
} from '../features/billing/cancellation/answer-cancellation.ts'
import type { CancellationStatus } from '../features/billing/cancellation/repo.ts'
import type { OperatorContext } from './operator-context.ts'

const shown = ({ isGiven: _isGiven, ...facts }: CancellationFacts) => facts

/** Lists requests to cancel, oldest first. */
export async function listCancellations(
  context: OperatorContext,
  { status, limit }: { status: CancellationStatus | 'all'; limit: number },
) {
  const { db } = await context.openDatabase()
  const found = await findCancellations({ ...context, db }, { status, limit: limit + 1 })
  return { cancellations: found.slice(0, limit).map(shown), more: found.length > limit }
}
export type CancellationList = Awaited<ReturnType<typeof listCancellations>>

const answered = (
  { config }: OperatorContext,
  { cancellation, subscriptions, settledNow }: CancellationOutcome,
  dryRun: boolean,
) => ({
  cancellation: shown(cancellation),
  subscriptions,
  settledNow,
  /** Whether an operator gave the user the current plan, which then stays. */
  isGiven: cancellation.isGiven,
  /** Whether the user gets an email, or would get one. */
  isMailed: settledNow && config.mail !== null,
  dryRun,
})
export type AnsweredCancellation = ReturnType<typeof answered>

/** Ends the subscription of a request to cancel, or previews it. @throws AppError as `processCancellation` */
export async function processCancellation(
  context: OperatorContext,
  { id, dryRun }: { id: string; dryRun: boolean },
): Promise<AnsweredCancellation> {
  const billing = await context.openBilling()
  return answered(context, await process(billing, id, { dryRun }), dryRun)
}

/** Rejects a request to cancel, or previews it. @throws AppError as `rejectCancellation` */
export async function rejectCancellation(
  context: OperatorContext,
  { id, answer, dryRun }: { id: string; answer: string; dryRun: boolean },
): Promise<AnsweredCancellation> {
  const billing = await context.openBilling()
  return answered(context, await reject(billing, id, answer, { dryRun }), dryRun)
}

import {
  type CancellationFacts,
  type CancellationOutcome,
  listCancellations,
  previewCancellation,
  previewRejection,
  processCancellation,
  rejectCancellation,
} from '../features/billing/cancellation/answer-cancellation.ts'
import { defineAction } from './action.ts'
import {
  listCancellationsContract,
  processCancellationContract,
  rejectCancellationContract,
  type SettledCancellation,
  type ShownCancellation,
} from './cancellation-contracts.ts'
import type { WorkDeps } from './operator-deps.ts'

const shown = ({ paidUntil, createdAt, processedAt, ...facts }: CancellationFacts): ShownCancellation => ({
  ...facts,
  paidUntil: paidUntil?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  processedAt: processedAt?.toISOString() ?? null,
})

const settled = (
  { config }: WorkDeps,
  { cancellation, subscriptions, settledNow }: CancellationOutcome,
  dryRun: boolean,
): SettledCancellation => ({
  cancellation: shown(cancellation),
  subscriptions,
  settledNow,
  isGiven: cancellation.isGiven,
  isMailed: settledNow && config.mail !== null,
  dryRun,
})

export const cancellationActions = [
  defineAction(listCancellationsContract, {
    needs: 'data',
    run: async ({ database: { db }, clock, catalogue }, { status, limit }) => {
      const found = await listCancellations({ db, clock, catalogue }, { status, limit: limit + 1 })
      return { cancellations: found.slice(0, limit).map(shown), more: found.length > limit }
    },
  }),
  defineAction(processCancellationContract, {
    needs: 'work',
    run: async (deps, { id, dryRun }) =>
      settled(deps, await (dryRun ? previewCancellation : processCancellation)(deps.billing, id), dryRun),
  }),
  defineAction(rejectCancellationContract, {
    needs: 'work',
    run: async (deps, { id, answer, dryRun }) =>
      settled(deps, await (dryRun ? previewRejection : rejectCancellation)(deps.billing, id, answer), dryRun),
  }),
]

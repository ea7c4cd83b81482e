import { AppError } from '../../shared/errors.ts'
import { findPerson } from '../features/accounts/find-person.ts'
import {
  type CancellationFacts,
  listCancellations,
  previewCancellation,
  processCancellation,
  readCancellation,
  rejectCancellation,
} from '../features/billing/cancellations.ts'
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

async function settled(
  { config, database }: WorkDeps,
  cancellation: CancellationFacts,
  rest: Pick<SettledCancellation, 'subscriptions' | 'dryRun'>,
): Promise<SettledCancellation> {
  const person = await findPerson(database.db, cancellation.userId)
  return {
    cancellation: shown(cancellation),
    isGiven: person.planSource === 'operator',
    isMailed: config.mail !== null,
    ...rest,
  }
}

/** @throws AppError `conflict` for a request that was answered already, as doing it would */
function insistOnPending(cancellation: CancellationFacts): CancellationFacts {
  if (cancellation.status === 'pending') return cancellation
  throw new AppError('conflict', `This request was ${cancellation.status} already.`)
}

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
    run: async (deps, { id, dryRun }) => {
      if (!dryRun) return settled(deps, await processCancellation(deps.billing, id), { subscriptions: null, dryRun })
      const { cancellation, subscriptions } = await previewCancellation(deps.billing, id)
      return settled(deps, insistOnPending(cancellation), { subscriptions, dryRun })
    },
  }),
  defineAction(rejectCancellationContract, {
    needs: 'work',
    run: async (deps, { id, answer, dryRun }) => {
      const cancellation = dryRun
        ? insistOnPending(await readCancellation(deps.billing, id))
        : await rejectCancellation(deps.billing, id, answer)
      return settled(deps, cancellation, { subscriptions: dryRun ? [] : null, dryRun })
    },
  }),
]

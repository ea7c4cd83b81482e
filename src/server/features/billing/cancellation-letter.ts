import { heldPlan } from '../../../shared/plans/held-plan.ts'
import { factsOf, type ReadCancellationDeps } from './cancellations.ts'
import type { CancellationStatus } from './cancellations-repo.ts'
import { findCancellation } from './cancellations-repo.ts'

/** What letters say of a request to cancel, and to whom. */
export interface CancellationLetter {
  id: string
  userId: string
  email: string
  emailVerified: boolean
  firstName: string | null
  /** Name of the plan that the person has now. */
  plan: string
  /** Until when; null where no end is known. */
  paidUntil: Date | null
  /** Whether the plan is not paid for, but was given by an operator. */
  isGiven: boolean
  reason: string
  status: CancellationStatus
  answer: string | null
}

/** Undefined where the request is gone, with its person. */
export async function findCancellationLetter(
  deps: ReadCancellationDeps,
  requestId: string,
): Promise<CancellationLetter | undefined> {
  const found = await findCancellation(deps.db, requestId)
  if (found === undefined) return undefined
  const { emailVerified, firstName, planSource } = found.person
  const isGiven = planSource === 'operator' && heldPlan(found.person, deps.clock.now()) !== null
  return { ...factsOf(deps, found), emailVerified, firstName, isGiven }
}

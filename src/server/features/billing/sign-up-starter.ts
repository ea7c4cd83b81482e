import { AppError } from '../../../shared/errors.ts'
import { planOf, planState } from '../../../shared/plans/catalogue.ts'
import { heldPlan } from '../../../shared/plans/entitlements.ts'
import type { BillingDeps } from './billing-deps.ts'
import { requirePayer } from './customer.ts'
import { writeStarter } from './starter-repo.ts'

/**
 * Gives somebody the free plan. Doing it again changes nothing. A plan that nobody knows here and that is not paid for
 * gives way to it, because whoever has one is led to the pricing page until they choose.
 *
 * @returns words for the person
 * @throws AppError `conflict` for somebody with a paid plan: that is canceled, not replaced
 */
export async function signUpStarter(
  { db, clock, catalogue }: Pick<BillingDeps, 'db' | 'clock' | 'catalogue'>,
  userId: string,
): Promise<string> {
  const now = clock.now()
  const payer = await requirePayer(db, userId)
  const held = heldPlan(payer, now)
  const state = planState(catalogue, held)
  if (state === 'paid' || (state === 'unrecognized' && payer.stripeSubscriptionId !== null)) {
    const name = state === 'paid' ? `the ${planOf(catalogue, held).name} plan` : 'a paid plan'
    throw new AppError(
      'conflict',
      `You have ${name}. To go back to ${planOf(catalogue, null).name}, cancel it: you keep it until the end of what is paid for.`,
    )
  }
  await writeStarter(db, userId, state === 'unrecognized' ? held : null, now)
  return `You are on the ${planOf(catalogue, null).name} plan.`
}

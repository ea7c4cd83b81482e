import { AppError } from '../../../../shared/errors.ts'
import { heldPlan, planOf, planState } from '../../../../shared/plans/catalogue.ts'
import type { Context } from '../../../db/database.ts'
import { writeStarter } from '../repo.ts'
import { requireBillingUser } from './customer.ts'

/**
 * Gives a user the free plan. It replaces an unrecognized plan that is not paid for, since users with one are
 * redirected to the pricing page until they choose.
 * @returns a message for the user
 * @throws AppError `plan_paid` for a user with a paid plan, which must be canceled instead
 */
export async function signUpStarter({ db, clock, catalogue }: Context, userId: string): Promise<string> {
  const now = clock.now()
  const user = await requireBillingUser(db, userId)
  const held = heldPlan(user, now)
  const state = planState(catalogue, held)
  const starter = planOf(catalogue, null).name
  if (state === 'paid' || (state === 'unrecognized' && user.stripeSubscriptionId !== null)) {
    const name = state === 'paid' ? `the ${planOf(catalogue, held).name} plan` : 'a paid plan'
    const message = `You have ${name}. To go back to ${starter}, cancel it: you keep it until the end of what is paid for.`
    throw new AppError('plan_paid', message)
  }
  await writeStarter(db, userId, state === 'unrecognized' ? held : null, now)
  return `You are on the ${starter} plan.`
}

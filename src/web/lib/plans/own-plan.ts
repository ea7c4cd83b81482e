import { planOf, planState } from '../../../shared/plans/catalogue.ts'
import { useUser } from '../auth/auth-context.tsx'
import { usePlans } from '../queries.ts'
import { fieldsOf } from '../stores/store.ts'

/** The signed-in user's plan. All fields but `stored` are undefined until the catalogue has loaded. */
export function useOwnPlan() {
  const { subscriptionPlan: stored } = useUser()
  const { data: catalogue, isError } = usePlans()
  return {
    catalogue,
    isError,
    stored,
    plan: catalogue && planOf(catalogue, stored),
    state: catalogue && planState(catalogue, stored),
  }
}

/** State of a history entry that leads to a plan's card. */
export const forPlan = (id: string) => ({ plan: id })

/** Query parameter of the pricing page: the plan that a visitor chose before they registered or signed in. */
export const askedParameter = 'plan'

/** Id of the plan that the user came for, or null. */
export function askedPlan(): string | null {
  const { plan } = fieldsOf(history.state)
  return typeof plan === 'string' ? plan : new URLSearchParams(location.search).get(askedParameter)
}

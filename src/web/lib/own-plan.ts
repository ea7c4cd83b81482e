import { planOf, planState } from '../../shared/plans/catalogue.ts'
import { useUser } from './auth/auth-context.tsx'
import { usePlans } from './queries.ts'

/** The signed-in user's plan. All fields but `stored` are undefined until the catalogue has loaded. */
export function useOwnPlan() {
  const { subscriptionPlan: stored } = useUser()
  const { data: catalogue, isError } = usePlans()
  return {
    catalogue,
    /** Whether the catalogue didn't load. */
    isError,
    /** The plan as stored. */
    stored,
    plan: catalogue && planOf(catalogue, stored),
    state: catalogue && planState(catalogue, stored),
  }
}

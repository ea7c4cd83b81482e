import type { User } from '../../../shared/accounts.ts'
import { isOwing, type SubscriptionDetails, type SubscriptionState } from '../../../shared/billing.ts'
import { type PlanCatalogue, planState } from '../../../shared/plans/catalogue.ts'
import { useSubscriptionDetails, useSubscriptionStatus } from '../../lib/subscription.ts'
import type { Standing } from './plan-choice.ts'

interface KnownStanding {
  status: SubscriptionState | undefined
  standing: Standing
  /** Details of a paid subscription, once they are loaded. */
  details: SubscriptionDetails | undefined
  /** Whether everything was asked that there is to ask. */
  isKnown: boolean
}

/** How a person's subscription stands, as far as it is known. Visitors have none; only those who pay have details. */
export function useStanding(user: User | null, catalogue: PlanCatalogue | undefined): KnownStanding {
  const isPaid = user !== null && catalogue !== undefined && planState(catalogue, user.subscriptionPlan) === 'paid'
  const { data: status, isFetching } = useSubscriptionStatus({ enabled: user !== null, fresh: true })
  const { data: details, isFetching: isAsking } = useSubscriptionDetails({ enabled: isPaid, fresh: true })
  const owes = user !== null && isOwing(status?.status ?? null)
  const isEnding = isPaid && details?.cancelAtPeriodEnd === true
  return {
    status,
    standing: owes ? 'owing' : isEnding ? 'ending' : null,
    details,
    isKnown: !isFetching && !isAsking,
  }
}

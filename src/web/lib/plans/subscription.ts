import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { CreateSubscriptionAnswer } from '../../../shared/account/billing.ts'
import { AppError } from '../../../shared/errors.ts'
import { pagePaths } from '../../../shared/paths.ts'
import type { PlanId } from '../../../shared/plans/catalogue.ts'
import { callApi } from '../api/client.ts'
import { detailsQuery, statsQuery, statusQuery, userKey } from '../queries.ts'
import { tabChannel } from '../stores/tab-channel.ts'

/**
 * POST /api/create-subscription: returns the hosted page to pay or confirm on, unless the user is already on the plan.
 * Throws AppError `internal` for any other URL, which the browser would open.
 */
export async function createSubscription(plan: PlanId): Promise<CreateSubscriptionAnswer> {
  const answer = await callApi('createSubscription', { body: { plan } })
  if ('url' in answer ? /^https?:/.test(answer.url) : answer.message) return answer
  throw new AppError('internal', 'We couldn’t open the payment page. Please reload this page and try again.')
}

/** Announces changes of the plan to the browser's other tabs. */
const planChannel = tabChannel('precis.plan')

/** Queries that depend on the plan. A change may reset the month's counters. */
const planKeys = [userKey, statusQuery.queryKey, detailsQuery.queryKey, statsQuery.queryKey]

async function refresh(queryClient: QueryClient): Promise<void> {
  await Promise.all(planKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey, exact: true })))
}

/** A function that reloads everything that depends on the user's plan, here and in other tabs. It never rejects. */
export function usePlanRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(async () => {
    planChannel.post(null)
    await refresh(queryClient)
  }, [queryClient])
}

/** Follows changes of the plan in other tabs. */
export function usePlanNews(): void {
  const queryClient = useQueryClient()
  useEffect(() => planChannel.listen(() => void refresh(queryClient)), [queryClient])
}

/** URL parameter with which users on the top plan come to choose a lower one. */
export const changeParameter = 'change'

/** Path of the pricing page for users who want another plan. */
export const changePlanPath = `${pagePaths.subscribe}?${changeParameter}=true`

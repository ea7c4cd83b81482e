import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { billingCalls } from '../../shared/api/billing-calls.ts'
import type { CreateSubscriptionAnswer } from '../../shared/billing.ts'
import { pagePaths } from '../../shared/paths.ts'
import type { PlanId } from '../../shared/plans/catalogue.ts'
import { callApi } from './api/client.ts'
import { detailsQuery, statsQuery, statusQuery, userKey } from './queries.ts'

/** POST /api/create-subscription: on the plan already, or the page where it is paid or the change confirmed. */
export function createSubscription(plan: PlanId): Promise<CreateSubscriptionAnswer> {
  return callApi(billingCalls.createSubscription, { body: { plan } })
}

/** Name under which the tabs of one browser tell each other that the person's plan has changed. */
const CHANNEL = 'precis.plan'

let channel: BroadcastChannel | undefined

/** One for the whole tab, made when it is first needed: a channel hears all others of its name, those of its own tab too. */
const planChannel = (): BroadcastChannel => (channel ??= new BroadcastChannel(CHANNEL))

/** What follows from the plan: the person, the subscription, and the counters of the month, which may begin anew. */
const planKeys = [userKey, statusQuery.queryKey, detailsQuery.queryKey, statsQuery.queryKey]

async function refresh(queryClient: QueryClient): Promise<void> {
  await Promise.all(planKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey, exact: true })))
}

/**
 * A function that loads anew whatever goes by the person's plan, here and in the browser's other tabs. It resolves when
 * that is known here, and never rejects.
 */
export function usePlanRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(async () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin than its own
    planChannel().postMessage(null)
    await refresh(queryClient)
  }, [queryClient])
}

/** Follows changes of the plan that other tabs tell of. */
export function usePlanNews(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const listen = (): void => void refresh(queryClient)
    const heard = planChannel()
    heard.addEventListener('message', listen)
    return () => heard.removeEventListener('message', listen)
  }, [queryClient])
}

/** In the address of the plans where somebody with nothing above them comes to change to a plan below. */
export const changeParameter = 'change'

/** The plans, for somebody who wants another one. */
export const changePlanPath = `${pagePaths.subscribe}?${changeParameter}=true`

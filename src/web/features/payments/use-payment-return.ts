import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { billingCalls } from '../../../shared/api/billing-calls.ts'
import type { PaymentVerification } from '../../../shared/billing.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { isFree, planOf } from '../../../shared/plans/catalogue.ts'
import { isReturnPath, readReturn, withoutReturn } from '../../../shared/redirect-params.ts'
import { toast } from '../../components/toast/toast-store.ts'
import { ApiError, isUnauthorized } from '../../lib/api/api-error.ts'
import { callApi } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { forgetPlanBefore, planBefore } from '../../lib/plan-before.ts'
import { statusQuery, usePlans } from '../../lib/queries.ts'
import { usePlanRefresh } from '../../lib/subscription.ts'

const TIMEOUT_MS = 20_000
const RETRIES = 2

/** POST /api/verify-payment: whether a hosted payment was made. Asking again changes nothing. */
function verifyPayment(sessionId: string): Promise<PaymentVerification> {
  return callApi(billingCalls.verifyPayment, {
    body: { sessionId },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    handlesExpiry: true,
  })
}

/** Whether asking again may give another answer: there was none, or a fault, and no refusal. */
function mayPass(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429
}

/** Asks again by itself, twice: after a payment nobody should have to care whether a connection just broke. */
const retryVerification = (failures: number, error: Error): boolean => failures < RETRIES && mayPass(error)

const RECHECK_DELAY_MS = 3000
const SIGN_IN_DELAY_MS = 500

/** What is to be said of a payment between its page and its end. */
export type PaymentNotice =
  | { kind: 'waiting' }
  /** Nobody knows yet whether it was made; the person can have it asked again. */
  | { kind: 'unconfirmed'; again: () => void; dismiss: () => void }

interface Verification {
  sessionId: string
  userId: string
  /** As it was when the person left; where this tab does not know, when they came back. */
  planBefore: string | null
}

function tellSuccess(plan: string): void {
  toast({ title: 'Payment Successful!', description: `Your ${plan} subscription has been activated.` })
}

function tellFailure(): void {
  toast({
    title: 'Payment Verification Failed',
    description: 'Please contact support if the issue persists.',
    variant: 'destructive',
  })
}

function tellCanceled(): void {
  toast({
    title: 'Payment Canceled',
    description: 'Your subscription setup was canceled. You can try again anytime.',
  })
}

/** Takes the word of a payment out of the address, where it stands there, in place of the history's entry. */
function useCleanAddress() {
  const [, navigate] = useLocation()
  return {
    clean: () => {
      const { pathname, search } = location
      if (isReturnPath(pathname) && readReturn(search) !== null)
        navigate(withoutReturn(pathname, search), { replace: true })
    },
    /** The same, and from the page of plans to the dashboard. Whoever has gone elsewhere stays there. */
    toDashboard: () => {
      const { pathname, search } = location
      if (isReturnPath(pathname)) navigate(withoutReturn(pagePaths.dashboard, search), { replace: true })
    },
  }
}

/** A function for when the session ended on the way back: to sign-in, and from there back to the payment. */
function useSignInAgain(): (sessionId: string) => void {
  const [, navigate] = useLocation()
  const { setUser } = useAuth()
  return (sessionId) => {
    toast({ title: 'Unauthorized', description: 'You are logged out. Logging in again...', variant: 'destructive' })
    const back = `${pagePaths.dashboard}?${new URLSearchParams({ success: 'true', session_id: sessionId })}`
    const signIn = async (): Promise<void> => {
      await setUser(null)
      navigate(`${pagePaths.login}?returnTo=${encodeURIComponent(back)}`, { replace: true })
    }
    setTimeout(() => void signIn(), SIGN_IN_DELAY_MS)
  }
}

/** Whether word of a payment has come another way: the person has a paid plan now that they did not leave with. */
const hasCome = (plan: string | null, { planBefore: before }: Pick<Verification, 'planBefore'>): boolean =>
  plan !== before && !isFree(plan)

/** Asks the server whether a payment was made, and says how it ended. */
function useVerification() {
  const { user } = useAuth()
  const refreshPlan = usePlanRefresh()
  const { clean, toDashboard } = useCleanAddress()
  const signInAgain = useSignInAgain()
  return useMutation({
    mutationFn: ({ sessionId }: Verification) => verifyPayment(sessionId),
    retry: retryVerification,
    onSuccess: async ({ success, plan }, verification) => {
      forgetPlanBefore()
      if (success) await refreshPlan()
      // Whoever has signed out meanwhile hears nothing of it.
      if (user?.id !== verification.userId) return
      if (!success) {
        if (!hasCome(user.subscriptionPlan, verification)) tellFailure()
        return
      }
      toDashboard()
      tellSuccess(plan)
    },
    onError: (error, verification) => {
      if (user?.id !== verification.userId) return
      if (isUnauthorized(error)) return signInAgain(verification.sessionId)
      forgetPlanBefore()
      // What was refused will be refused again: nobody should be asked to wait for it.
      if (!mayPass(error)) clean()
      if (!hasCome(user.subscriptionPlan, verification)) tellFailure()
    },
  })
}

/**
 * Looks at the subscription once more, 3 s after a payment's verification has ended. A payment whose verification
 * failed may have arrived by then: the provider tells the server too.
 */
function useRecheck(ended: Verification | null, succeeded: boolean, onArrived: (plan: string) => void): void {
  const { user } = useAuth()
  const queryClient = useQueryClient()
  const refreshPlan = usePlanRefresh()

  const recheck = useEffectEvent(async () => {
    const { hasSubscription } = await queryClient.fetchQuery({ ...statusQuery, staleTime: 0 })
    if (hasSubscription && (!succeeded || isFree(user?.subscriptionPlan ?? null))) await refreshPlan()
  })
  useEffect(() => {
    if (ended === null) return
    // Where it cannot be asked either, what was said stands.
    const timer = setTimeout(() => void recheck().catch(() => undefined), RECHECK_DELAY_MS)
    return () => clearTimeout(timer)
  }, [ended])

  const plan = user?.subscriptionPlan ?? null
  const hasArrived = ended !== null && !succeeded && user?.id === ended.userId && hasCome(plan, ended)
  const { data: catalogue } = usePlans({ enabled: hasArrived })
  const arrived = hasArrived && catalogue !== undefined ? planOf(catalogue, plan).name : null
  const arrive = useEffectEvent(onArrived)
  useEffect(() => {
    if (arrived !== null) arrive(arrived)
  }, [arrived])
}

/**
 * Takes note of how somebody comes back from the hosted payment page: verifies a payment once, however often screens are
 * built meanwhile, and says that one was canceled. The address keeps the payment until there is an answer, so that a
 * reload asks again; asking twice changes nothing.
 */
export function usePaymentReturn(): PaymentNotice | null {
  const { user } = useAuth()
  const [path] = useLocation()
  const search = useSearch()
  const begun = useRef(new Set<string>())
  const { clean, toDashboard } = useCleanAddress()
  const { mutate, reset, status, variables, data, error } = useVerification()
  const succeeded = data?.success === true

  const notice = useEffectEvent(() => {
    const back = readReturn(location.search)
    if (back?.kind === 'canceled') {
      clean()
      forgetPlanBefore()
      tellCanceled()
    } else if (back?.kind === 'success' && user !== null) {
      const { sessionId } = back
      const isLast = variables?.sessionId === sessionId && variables.userId === user.id
      // Where the session had ended, nothing was asked yet.
      if (begun.current.has(`${user.id} ${sessionId}`) && !(isLast && isUnauthorized(error))) {
        // An entry of the history from before its end.
        if (isLast && succeeded) clean()
        return
      }
      begun.current.add(`${user.id} ${sessionId}`)
      mutate({ sessionId, userId: user.id, planBefore: planBefore(user.subscriptionPlan) })
    }
  })
  const userId = user?.id
  useLayoutEffect(() => {
    // The root leads those signed in to the dashboard, which comes here again.
    const leadsOn = path === pagePaths.home && userId !== undefined
    if (search !== '' && isReturnPath(path) && !leadsOn) notice()
  }, [path, search, userId])

  const isOwn = variables !== undefined && variables.userId === userId
  const hasEnded = isOwn && (status === 'success' || status === 'error')
  useRecheck(hasEnded ? variables : null, succeeded, (plan) => {
    reset()
    toDashboard()
    tellSuccess(plan)
  })

  if (!isOwn) return null
  if (status === 'pending') return { kind: 'waiting' }
  const isUnconfirmed = data?.success === false || (error !== null && mayPass(error))
  if (!isUnconfirmed) return null
  return {
    kind: 'unconfirmed',
    again: () => mutate(variables),
    dismiss: () => {
      reset()
      clean()
    },
  }
}

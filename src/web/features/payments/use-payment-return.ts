import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { User } from '../../../shared/account/accounts.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { isFree, planOf } from '../../../shared/plans/catalogue.ts'
import { isReturnPath, readReturn, withoutReturn } from '../../../shared/redirect-params.ts'
import { type ToastMessage, toast } from '../../components/toast.tsx'
import { ApiError, callApi, isUnauthorized } from '../../lib/api/client.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { forgetPlanBefore, justPaid, planBefore, planChosen } from '../../lib/plans/plan-before.ts'
import { usePlanRefresh } from '../../lib/plans/subscription.ts'
import { statusQuery, usePlans, userKey } from '../../lib/queries.ts'

const TIMEOUT_MS = 20_000
const RETRIES = 2
const RECHECK_DELAY_MS = 3000
const SIGN_IN_DELAY_MS = 500

const messages = {
  failed: {
    title: 'Payment Verification Failed',
    description: 'Please contact support if the issue persists.',
    variant: 'destructive',
  },
  canceled: {
    title: 'Payment Canceled',
    description: 'Your subscription setup was canceled. You can try again anytime.',
  },
  signedOut: { title: 'Unauthorized', description: 'You are logged out. Logging in again...', variant: 'destructive' },
} satisfies Record<string, ToastMessage>

type PaymentNotice = { kind: 'waiting' } | { kind: 'unconfirmed'; again: () => void; dismiss: () => void }

interface Payment {
  sessionId: string
  userId: string
  /** Plan with which the user left; where this tab does not know it, the plan with which they came back. */
  planBefore: string | null
}

const keyOf = ({ userId, sessionId }: Payment): string => `${userId} ${sessionId}`

/** Whether another request may succeed: the server did not respond, or failed, rather than rejecting this one. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429

/** POST /api/verify-payment, which is idempotent: whether a hosted payment succeeded. */
const verifyPayment = ({ sessionId }: Payment) =>
  callApi('verifyPayment', { body: { sessionId }, signal: AbortSignal.timeout(TIMEOUT_MS), handlesExpiry: true })

/** Removes the payment from the URL, and navigates to `to` if given, unless the user has left the pages that payments return to. */
function useLeaveReturn(): (to?: string) => void {
  const [, navigate] = useLocation()
  return (to) => {
    const { pathname, search } = location
    if (!isReturnPath(pathname) || (to === undefined && readReturn(search) === null)) return
    navigate(withoutReturn(to ?? pathname, search), { replace: true })
  }
}

function useSignInAgain(): (sessionId: string) => void {
  const [, navigate] = useLocation()
  const { setUser } = useAuth()
  return (sessionId) => {
    toast(messages.signedOut)
    const back = `${pagePaths.dashboard}?${new URLSearchParams({ success: 'true', session_id: sessionId })}`
    const signIn = async (): Promise<void> => {
      await setUser(null)
      navigate(`${pagePaths.login}?returnTo=${encodeURIComponent(back)}`, { replace: true })
    }
    setTimeout(() => void signIn(), SIGN_IN_DELAY_MS)
  }
}

/** Verifies each payment once, and reports a canceled one. The session id stays in the URL until there is a response. */
export function usePaymentReturn(): PaymentNotice | null {
  const { user } = useAuth()
  const [path] = useLocation()
  const search = useSearch()
  const queryClient = useQueryClient()
  const { data: catalogue } = usePlans()
  const refreshPlan = usePlanRefresh()
  const leaveReturn = useLeaveReturn()
  const signInAgain = useSignInAgain()
  const asked = useRef(new Set<string>())

  const succeed = (userId: string, plan: string): void => {
    justPaid.set({ userId, plan: null, state: 'confirmed' })
    leaveReturn(pagePaths.dashboard)
    toast({ title: 'Payment Successful!', description: `Your ${plan} subscription has been activated.` })
  }
  /** Whether the server has learned of a payment from Stripe: the user has a paid plan that they did not leave with. */
  const hasArrived = ({ userId, planBefore }: Payment): boolean =>
    user?.id === userId && user.subscriptionPlan !== planBefore && !isFree(user.subscriptionPlan)

  /** Loads a plan that became active later than the response. */
  const recheck = async (succeeded: boolean): Promise<void> => {
    const { hasSubscription } = await queryClient.fetchQuery({ ...statusQuery, staleTime: 0 })
    const now = queryClient.getQueryData<User | null>(userKey)?.subscriptionPlan ?? null
    if (hasSubscription && (!succeeded || isFree(now))) await refreshPlan()
  }

  const { mutate, reset, status, variables, data, error } = useMutation({
    mutationFn: verifyPayment,
    onMutate: ({ userId }) => justPaid.set({ userId, plan: planChosen(), state: 'confirming' }),
    retry: (failures, failure) => failures < RETRIES && isTemporary(failure),
    // The one place for what follows from a response.
    onSettled: async (answer, failure, payment) => {
      if (isUnauthorized(failure)) {
        justPaid.set(null)
        asked.current.delete(keyOf(payment))
        if (user?.id === payment.userId) signInAgain(payment.sessionId)
        return
      }
      forgetPlanBefore()
      const isPaid = answer?.success === true
      if (isPaid) await refreshPlan()
      if (!isPaid || user?.id !== payment.userId) justPaid.set(null)
      if (user?.id !== payment.userId) return
      setTimeout(() => void recheck(isPaid).catch(() => undefined), RECHECK_DELAY_MS)
      if (isPaid) return succeed(payment.userId, answer.plan)
      const isFinal = failure !== null && !isTemporary(failure)
      if (isFinal) leaveReturn()
      if (hasArrived(payment)) return
      if (isFinal) justPaid.set({ userId: payment.userId, plan: null, state: 'failed' })
      toast(messages.failed)
    },
  })
  const succeeded = data?.success === true

  const handleReturn = useEffectEvent(() => {
    const result = readReturn(search)
    if (result?.kind === 'canceled') {
      leaveReturn()
      forgetPlanBefore()
      toast(messages.canceled)
    } else if (result?.kind === 'success' && user !== null) {
      const returned = { ...result, userId: user.id, planBefore: planBefore(user.subscriptionPlan) }
      const key = keyOf(returned)
      if (!asked.current.has(key)) {
        asked.current.add(key)
        mutate(returned)
      } else if (succeeded && variables?.sessionId === returned.sessionId) {
        // The user went back to an earlier history entry.
        leaveReturn()
      }
    }
  })
  const userId = user?.id
  useLayoutEffect(() => {
    // Home redirects signed-in users to the dashboard, with the same query.
    if (search !== '' && isReturnPath(path) && !(path === pagePaths.home && userId !== undefined)) handleReturn()
  }, [path, search, userId])

  const payment = variables?.userId === userId ? variables : undefined
  const hasEnded = payment !== undefined && (status === 'success' || status === 'error')
  const isLate = hasEnded && !succeeded && catalogue !== undefined && hasArrived(payment)
  const succeedLate = useEffectEvent(() => {
    reset()
    if (catalogue !== undefined && user !== null) succeed(user.id, planOf(catalogue, user.subscriptionPlan).name)
  })
  useEffect(() => {
    if (isLate) succeedLate()
  }, [isLate])

  if (payment === undefined) return null
  if (status === 'pending') return { kind: 'waiting' }
  if (data?.success !== false && !(error !== null && isTemporary(error))) return null
  const dismiss = () => {
    reset()
    leaveReturn()
  }
  return { kind: 'unconfirmed', again: () => mutate(payment), dismiss }
}

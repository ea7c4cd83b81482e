import type { ComponentProps, ReactNode } from 'react'
import type { SubscriptionDetails } from '../../../shared/account/billing.ts'
import { isOwing } from '../../../shared/account/subscription-status.ts'
import { content } from '../../../shared/content.ts'
import type { Badge } from '../../components/badge.tsx'
import { withoutBreaks } from '../../components/unbroken-text.tsx'
import { longDate } from '../../lib/dates.ts'

interface StatusWords {
  label: string
  tone: ComponentProps<typeof Badge>['tone']
}

const known: ReadonlyMap<string, StatusWords> = new Map([
  ['active', { label: 'Active', tone: 'plain' }],
  ['trialing', { label: 'Trial', tone: 'accent' }],
  ['past_due', { label: 'Past Due', tone: 'bad' }],
  ['canceled', { label: 'Canceled', tone: 'secondary' }],
])

/** Badge for a subscription's status; an unknown status is shown as is. */
export const statusWords = (status: string | null): StatusWords =>
  known.get(status ?? '') ?? { label: status || 'Unknown', tone: 'plain' }

/** Facts that decide what happens to a plan that is canceled. */
export interface Leaving {
  /** Name of the plan; null if only the subscription is left: the plan has ended, or is no longer offered. */
  plan: string | null
  /** Whether an operator gave the plan: only gifts cost nothing. */
  isGift: boolean
  /** Whether a payment is late: then the plan ends with the request, since we stop trying to collect the payment. */
  isLate: boolean
  /** Latest day on which it ends, in words; null if unknown. */
  until: string | null
}

export function leavingOf(plan: string | null, details: SubscriptionDetails | null): Leaving {
  const end = details?.currentPeriodEnd ?? null
  return {
    plan,
    isGift: details?.price === 0,
    isLate: isOwing(details?.status ?? null),
    until: end === null ? null : longDate(end),
  }
}

/** Sentence about how long a canceled plan stays: "You’ll keep Pro until March 4, 2091", without a period. */
export function keptWords({ plan, isGift, isLate, until }: Leaving): string {
  if (isLate) return `${plan} ends as soon as we process your request, and we won’t collect the open payment`
  if (!isGift) return `You’ll keep ${plan} until ${until ?? 'your paid month ends'}`
  return `You’ll keep ${plan} until we end it${until === null ? '' : `, ${until} at the latest`}`
}

export function leavingWords(leaving: Leaving): string {
  const { plan, isGift, isLate } = leaving
  const lead = `Tell us why and we’ll take care of it within ${content.legal.cancellationAnswer}.`
  if (plan !== null) return `${lead} ${isLate ? 'Your last payment didn’t go through: ' : ''}${keptWords(leaving)}.`
  if (isLate)
    return `${lead} Your paid plan has already ended. Once the subscription ends too, we won’t charge your card again.`
  return isGift ? lead : `${lead} Once it ends, we won’t charge your card again.`
}

type Period = Pick<SubscriptionDetails, 'status' | 'cancelAtPeriodEnd' | 'price'>

/** Label for the end of the period: the next payment, the end of what is paid for, or the end of the plan. */
export function endLabel({ status, cancelAtPeriodEnd, price }: Period): string {
  // Gifts don't renew.
  if (price === 0) return 'Ends on'
  if (status === 'active') return cancelAtPeriodEnd ? 'Paid until' : 'Renews on'
  if (status === 'trialing') return cancelAtPeriodEnd ? 'Ends on' : 'Trial ends on'
  return status === 'canceled' ? 'Paid until' : 'Ends on'
}

export interface CancelWords {
  /** Under the title 'Reason Required'. */
  required: string
  failedTitle: string
  failed: string
}

export const manageWords: CancelWords = {
  required: 'Please provide a reason for cancellation.',
  failedTitle: 'Request Failed',
  failed: 'Failed to submit cancellation request. Please try again.',
}

export const dashboardWords: CancelWords = {
  required: 'Please provide a reason for canceling your subscription.',
  failedTitle: 'Submission Failed',
  failed: 'Failed to submit cancellation request',
}

/** A text with "1-2 business days" on one line. Its hyphen allows breaks that no character prevents without changing it. */
export function Unbroken({ text }: { text: string }): ReactNode {
  const time = content.legal.cancellationAnswer
  return withoutBreaks(text.split(time).flatMap((part, index) => (index === 0 ? part : [time, part])))
}

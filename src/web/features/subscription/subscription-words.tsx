import type { ComponentProps } from 'react'
import type { SubscriptionDetails } from '../../../shared/billing.ts'
import { content } from '../../../shared/content.ts'
import type { Badge } from '../../components/badge.tsx'

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

/** How a subscription stands, as its badge says it: what nobody here has a word for stands as it is. */
export function statusWords(status: string | null): StatusWords {
  return known.get(status ?? '') ?? { label: status || 'Unknown', tone: 'plain' }
}

/** Whether a plan was given: an operator's gift costs nothing, and nothing else does. */
export const isGift = (details: Pick<SubscriptionDetails, 'price'> | null): boolean => details?.price === 0

/** A plan that is canceled. */
export interface Leaving {
  /** Its name; null where only the subscription is left: the plan has ended already, or is not offered any more. */
  plan: string | null
  isGift: boolean
  /** Whether a payment for it is late: then it ends with the request, since nothing is to be tried to charge any more. */
  isLate: boolean
  /** When it ends at the latest, in words; null where that is not known. */
  until: string | null
}

/** "until March 4, 2091": how long a plan stays that is canceled. */
export function keptUntil({ isGift, until }: Pick<Leaving, 'isGift' | 'until'>): string {
  if (!isGift) return `until ${until ?? 'your paid month ends'}`
  return `until we end it${until === null ? '' : `, ${until} at the latest`}`
}

/** What becomes of a plan whose payment is late: nothing of it is paid for that could be kept. */
export const lateEnd = (plan: string): string =>
  `${plan} ends as soon as we process your request, and we won’t collect the open payment`

/** What becomes of a subscription whose plan has ended, or is not offered here any more. */
function leftOver({ isGift, isLate }: Leaving): string {
  if (isLate)
    return ' Your paid plan has already ended. Once the subscription ends too, we won’t charge your card again.'
  return isGift ? '' : ' Once it ends, we won’t charge your card again.'
}

/** What the dialog says that asks why somebody cancels: what happens then, and what they keep. */
export function leavingWords(leaving: Leaving): string {
  const lead = `Tell us why and we’ll take care of it within ${content.legal.cancellationAnswer}.`
  const { plan } = leaving
  if (plan === null) return `${lead}${leftOver(leaving)}`
  if (leaving.isLate) return `${lead} Your last payment didn’t go through: ${lateEnd(plan)}.`
  return `${lead} You’ll keep ${plan} ${keptUntil(leaving)}.`
}

/**
 * What the end of a period is to the person: the day of the next payment, the last one that is paid for, or that on
 * which the plan goes. Whether a request to cancel has been answered is not told, but what is paid is paid.
 */
export function endLabel({
  status,
  cancelAtPeriodEnd,
  price,
}: Pick<SubscriptionDetails, 'status' | 'cancelAtPeriodEnd' | 'price'>): string {
  // A gift renews itself no more than it costs.
  if (isGift({ price })) return 'Ends on'
  if (status === 'active') return cancelAtPeriodEnd ? 'Paid until' : 'Renews on'
  if (status === 'trialing') return cancelAtPeriodEnd ? 'Ends on' : 'Trial ends on'
  return status === 'canceled' ? 'Paid until' : 'Ends on'
}

/** Messages of the screens that offer to cancel. */
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

/** A text in which "1-2 business days" stays on one line. */
export function UnbrokenAnswerTime({ text }: { text: string }) {
  const time = content.legal.cancellationAnswer
  return text.split(time).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other identity
    <span key={index}>
      {index === 0 ? null : <span className="whitespace-nowrap">{time}</span>}
      {part}
    </span>
  ))
}

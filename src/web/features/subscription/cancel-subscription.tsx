import { useState } from 'react'
import { isOwing, type SubscriptionDetails } from '../../../shared/billing.ts'
import { Button } from '../../components/button.tsx'
import { longDate } from '../../lib/dates.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import type { CancelWords } from './cancel-words.ts'
import { isGift } from './subscription-words.ts'

interface CancelSubscriptionProps {
  /** Name of the plan; null where it has ended already, or is not offered any more. */
  plan: string | null
  /** Null where they could not be loaded: the server knows whether there is something to cancel. */
  details: SubscriptionDetails | null
  words: CancelWords
  look?: 'plain' | 'text'
  className?: string
}

/** The button that asks for the subscription to be canceled, until that has been asked. */
export function CancelSubscription({ plan, details, words, look = 'plain', className }: CancelSubscriptionProps) {
  const [isAsking, setAsking] = useState(false)
  const isRequested = details?.cancelAtPeriodEnd === true
  const end = details?.currentPeriodEnd ?? null
  return (
    <>
      <Button look={look} className={className} disabled={isRequested} onClick={() => setAsking(true)}>
        {isRequested ? 'Cancellation Requested' : 'Cancel Subscription'}
      </Button>
      <CancelDialog
        leaving={{
          plan,
          isGift: isGift(details),
          isLate: isOwing(details?.status ?? null),
          until: end === null ? null : longDate(end),
        }}
        words={words}
        open={isAsking}
        onOpenChange={setAsking}
      />
    </>
  )
}

import { Suspense, useState } from 'react'
import { isOwing, type SubscriptionDetails } from '../../../shared/billing.ts'
import { Button } from '../../components/button.tsx'
import { ErrorBoundary, lazyScript } from '../../components/error-boundary.tsx'
import { LoadFailure } from '../../components/states.tsx'
import { longDate } from '../../lib/dates.ts'
import { type CancelWords, isGift } from './subscription-words.tsx'

// Forms come with a library that the dashboard does without until one opens.
const CancelDialog = lazyScript(async () => import('./cancel-dialog.tsx'))

interface CancelSubscriptionProps {
  /** Name of the plan; null where it has ended, or is no longer offered. */
  plan: string | null
  /** Null where they could not be loaded: the server knows whether there is anything to cancel. */
  details: SubscriptionDetails | null
  words: CancelWords
  look?: 'plain' | 'text'
  className?: string
}

/** The button that requests the cancellation, until it was requested. */
export function CancelSubscription({ plan, details, words, look = 'plain', className }: CancelSubscriptionProps) {
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const isRequested = details?.cancelAtPeriodEnd === true
  const end = details?.currentPeriodEnd ?? null
  return (
    <>
      <Button look={look} className={className} disabled={isRequested} onClick={() => setState('open')}>
        {isRequested ? 'Cancellation Requested' : 'Cancel Subscription'}
      </Button>
      {state === 'unopened' ? null : (
        <ErrorBoundary renderFailure={() => <LoadFailure className="mt-4" />}>
          <Suspense>
            <CancelDialog
              leaving={{
                plan,
                isGift: isGift(details),
                isLate: isOwing(details?.status ?? null),
                until: end === null ? null : longDate(end),
              }}
              words={words}
              open={state === 'open'}
              onOpenChange={(open) => setState(open ? 'open' : 'closed')}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}

import { Suspense, useState } from 'react'
import type { SubscriptionDetails } from '../../../shared/account/billing.ts'
import { Button } from '../../components/button.tsx'
import { ErrorBoundary, lazyScript } from '../../components/error-boundary.tsx'
import { LoadFailure } from '../../components/states.tsx'
import { type CancelWords, leavingOf } from './subscription-words.tsx'

// The dashboard loads the form library only when a dialog needs it.
const CancelDialog = lazyScript(async () => import('./cancel-dialog.tsx'))

interface CancelSubscriptionProps {
  /** Name of the plan; null if it has ended, or is no longer offered. */
  plan: string | null
  /** Null if they didn't load: the server decides whether there is anything to cancel. */
  details: SubscriptionDetails | null
  words: CancelWords
  look?: 'plain' | 'text'
  className?: string
}

export function CancelSubscription({ plan, details, words, look = 'plain', className }: CancelSubscriptionProps) {
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const isRequested = details?.cancelAtPeriodEnd === true
  return (
    <>
      <Button look={look} className={className} disabled={isRequested} needsConnection onClick={() => setState('open')}>
        {isRequested ? 'Cancellation Requested' : 'Cancel Subscription'}
      </Button>
      {state === 'unopened' ? null : (
        <ErrorBoundary renderFailure={() => <LoadFailure className="mt-4" />}>
          <Suspense>
            <CancelDialog
              leaving={leavingOf(plan, details)}
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

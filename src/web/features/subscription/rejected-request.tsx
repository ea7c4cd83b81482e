import type { SubscriptionDetails } from '../../../shared/billing.ts'
import { Alert } from '../../components/alert.tsx'
import { longDate } from '../../lib/dates.ts'

interface RejectedRequestProps {
  details: SubscriptionDetails
  className?: string
}

/** The answer to a request to cancel that was rejected. */
export function RejectedRequest({ details: { cancellation, cancelAtPeriodEnd }, className }: RejectedRequestProps) {
  if (cancellation?.status !== 'rejected' || cancelAtPeriodEnd) return null
  const { requestedAt, answer } = cancellation
  return (
    <div className={className}>
      <Alert tone="note">
        <span className="block font-medium">We couldn’t cancel your subscription.</span>
        {answer === null ? null : <q className="mt-1.5 block font-serif text-[1.0625rem] text-pretty">{answer}</q>}
        <span className="mt-1.5 block text-ink-soft">Our answer to your request of {longDate(requestedAt)}</span>
      </Alert>
    </div>
  )
}

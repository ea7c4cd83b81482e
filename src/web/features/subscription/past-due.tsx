import { useEffect } from 'react'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import { Button } from '../../components/button.tsx'
import { FailureLine } from '../../components/failure-line.tsx'
import { useSessionLoss } from '../../components/use-session-loss.ts'
import { isUnauthorized } from '../../lib/api/api-error.ts'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { usePayInvoice } from './api/pay-invoice.ts'

interface PastDueProps {
  plan: Plan
  /** Until when the plan is kept without a payment, in words; null where that is not known. */
  until: string | null
}

/** Says that a payment failed, what comes of it, and leads to where it can be made. */
export function PastDue({ plan, until }: PastDueProps) {
  const { mutate, isPending, error } = usePayInvoice()
  const rememberFocus = useFocusBack(error)
  const onSessionLoss = useSessionLoss()
  useEffect(() => {
    if (error !== null) onSessionLoss(error)
  }, [error, onSessionLoss])
  const pay = () => {
    rememberFocus()
    mutate(plan.id)
  }
  return (
    <section aria-labelledby="past-due" className="mb-8 rounded-card border border-line bg-raised p-5 sm:p-6">
      <h2 id="past-due" className="text-[1.3125rem] leading-snug text-bad">
        Your last payment didn’t go through
      </h2>
      <p className="mt-1.5 max-w-[36em]">
        We’ll try your card again over the next few days. You’ll keep {plan.name}
        {until === null ? ' for now' : ` until ${until}`}; pay before then, with this card or another, and nothing
        changes.
      </p>
      <Button className="mt-4" pending={isPending} onClick={pay}>
        Pay Now
      </Button>
      {error === null || isUnauthorized(error) ? null : (
        <div className="mt-4">
          <FailureLine error={error} fallback="The payment page could not be opened. Please try again in a moment." />
        </div>
      )}
    </section>
  )
}

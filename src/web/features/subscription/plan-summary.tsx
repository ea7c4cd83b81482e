import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SubscriptionDetails } from '../../../shared/account/billing.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import { Alert } from '../../components/alert.tsx'
import { cn } from '../../lib/cn.ts'
import { longDate } from '../../lib/dates.ts'
import { facts as planFacts } from '../../lib/plans/plan-facts.ts'

interface RejectedRequestProps {
  details: SubscriptionDetails
  className?: string
}

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

/** Columns of the page: the plan on the left, its details on the right. */
export const planColumns = 'grid gap-x-12 md:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-x-24'

interface PlanSummaryProps {
  label: string
  plan: Plan
  /** Formatted monthly price; null for a plan that an operator gave. */
  price: string | null
  status?: ReactNode
  facts: readonly { label: string; value: string }[]
  children?: ReactNode
}

function Features({ plan }: { plan: Plan }) {
  const held = planFacts
    .map(({ label, detail, value }) => ({ label, detail, value: value(plan) }))
    .filter(({ value }) => value !== false)
  return (
    <ul className="mt-4 divide-y divide-line border-t border-line text-sm">
      {held.map(({ label, detail, value }) => (
        <li key={label} className="flex items-baseline justify-between gap-6 py-2.5">
          <span>
            {label}
            {detail === undefined ? null : (
              <span className="block text-[0.8125rem] text-pretty text-ink-soft">{detail}</span>
            )}
          </span>
          {typeof value === 'string' ? (
            <span className="text-right text-ink-soft tabular-nums">{value}</span>
          ) : (
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 self-start text-good" />
          )}
        </li>
      ))}
    </ul>
  )
}

export function PlanSummary({ label, plan, price, status, facts, children }: PlanSummaryProps) {
  return (
    <section aria-labelledby="current-plan" className="border-y border-line">
      <div className={cn(planColumns, 'gap-y-10 py-9')}>
        <div>
          <p className="eyebrow">{label}</p>
          <div className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-2">
            <h2 id="current-plan" className="text-[1.75rem] leading-none">
              {plan.name}
            </h2>
            {status}
          </div>
          {price === null ? (
            <p className="mt-5 font-serif text-[1.625rem] leading-none font-medium">Given to you</p>
          ) : (
            <p className="mt-5 flex items-baseline gap-1.5">
              <span className="font-serif text-[2.625rem] leading-none font-medium tabular-nums">{price}</span>
              <span className="text-sm text-ink-soft">a month</span>
            </p>
          )}
          {facts.length > 0 ? (
            <dl className="mt-6 border-t border-line text-sm">
              {facts.map((fact) => (
                <div key={fact.label} className="flex justify-between gap-6 border-b border-line py-2.5">
                  <dt className="text-ink-soft">{fact.label}</dt>
                  <dd className="text-right tabular-nums">{fact.value}</dd>
                </div>
              ))}
            </dl>
          ) : null}
          {children ? <div className="mt-7 flex flex-wrap items-center gap-x-4 gap-y-3">{children}</div> : null}
        </div>
        <div>
          <h3 className="eyebrow">What’s included</h3>
          <Features plan={plan} />
        </div>
      </div>
    </section>
  )
}

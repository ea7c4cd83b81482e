import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import { facts as planFacts } from '../../lib/plan-facts.ts'

interface PlanSummaryProps {
  /** What the plan is to the reader: "Current plan". */
  label: string
  plan: Plan
  /** What it costs a month, in words. */
  price: string
  /** A word on how it stands, beside the name. */
  status?: ReactNode
  /** Lines under the price. */
  facts: readonly { label: string; value: string }[]
  /** What can be done. */
  children?: ReactNode
}

/** What a plan holds, line by line; what it does not hold has no line. */
function Features({ plan }: { plan: Plan }) {
  const held = planFacts
    .map(({ label, value }) => ({ label, value: value(plan) }))
    .filter(({ value }) => value !== false)
  return (
    <ul className="mt-3 text-sm">
      {held.map(({ label, value }) => (
        <li key={label} className="flex items-baseline justify-between gap-6 border-b border-line py-2.5 first:pt-0">
          <span>{label}</span>
          {typeof value === 'string' ? (
            <span className="text-right text-ink-soft tabular-nums">{value}</span>
          ) : (
            <Check aria-hidden="true" className="size-4 shrink-0 self-center text-good" />
          )}
        </li>
      ))}
    </ul>
  )
}

/** A plan with its price, its facts and what it holds, between hairlines. */
export function PlanSummary({ label, plan, price, status, facts, children }: PlanSummaryProps) {
  return (
    <section aria-labelledby="current-plan" className="border-y border-line">
      <div className="grid gap-x-12 gap-y-9 py-8 sm:grid-cols-2">
        <div>
          <p className="eyebrow">{label}</p>
          <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
            <h2 id="current-plan" className="text-[1.75rem] leading-none">
              {plan.name}
            </h2>
            {status}
          </div>
          <p className="mt-5 flex items-baseline gap-1.5">
            <span className="font-serif text-[2.625rem] leading-none font-medium tabular-nums">{price}</span>
            <span className="text-sm text-ink-soft">a month</span>
          </p>
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
        </div>
        <div>
          <h3 className="eyebrow">What it holds</h3>
          <Features plan={plan} />
        </div>
      </div>
      {children ? <div className="flex flex-wrap items-center gap-3 pb-8">{children}</div> : null}
    </section>
  )
}

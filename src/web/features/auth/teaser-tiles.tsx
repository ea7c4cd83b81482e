import type { PlanCatalogue } from '../../../shared/plans/catalogue.ts'
import { firstUnlimitedPlan } from '../../../shared/plans/entitlements.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { usePlans } from '../../lib/plans.ts'

/** What the free plan and the first unlimited one hold: "Starter with 3 Summaries", "Pro with Unlimited". */
export function teasers(catalogue: PlanCatalogue): { plan: string; holds: string; text: string }[] {
  const [free] = catalogue.plans
  const unlimited = firstUnlimitedPlan(catalogue.plans)
  return [free, unlimited].flatMap((plan) => {
    if (plan === undefined || plan === null) return []
    const holds = plan.summariesPerMonth === null ? 'Unlimited' : `${plan.summariesPerMonth} Summaries`
    return [{ plan: plan.name, holds, text: plan.description }]
  })
}

/** The two tiles beside the registration form. */
export function TeaserTiles() {
  const { data: catalogue, isPending } = usePlans()
  if (isPending) return <Skeleton className="h-48" />
  if (catalogue === undefined) return null
  return (
    <ul className="border-t border-line">
      {teasers(catalogue).map(({ plan, holds, text }) => (
        <li key={plan} className="border-b border-line py-6">
          <p className="font-serif text-[1.625rem] leading-tight tracking-[-0.015em]">
            {plan} with <span className="whitespace-nowrap shadow-[0_0.07em_0_var(--accent)]">{holds}</span>
          </p>
          <p className="mt-2 text-ink-soft">{text}</p>
        </li>
      ))}
    </ul>
  )
}

import { Link } from 'wouter'
import { content } from '../../../shared/content.ts'
import { formatMoney } from '../../../shared/format.ts'
import { type Plan, type PlanCatalogue, planOf } from '../../../shared/plans/catalogue.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { cn } from '../../lib/cn.ts'
import { highlights } from '../../lib/plan-facts.ts'

interface PlanCardsProps {
  catalogue: PlanCatalogue
  /** Undefined for visitors; else the person's plan as stored. */
  plan: string | null | undefined
}

/** A message to the operator, who starts and changes plans by hand. */
function requestLink(plan: Plan): string {
  const subject = encodeURIComponent(`${plan.name} plan`)
  return `mailto:${content.supportEmail}?subject=${subject}`
}

interface PlanCardProps {
  plan: Plan
  isOwn: boolean
  isVisitor: boolean
  /** Whether it holds more than the person's own plan. */
  isAbove: boolean
}

function PlanCard({ plan, isOwn, isVisitor, isAbove }: PlanCardProps) {
  return (
    <li
      className={cn(
        'flex flex-col border-line py-7 max-lg:border-b lg:border-l lg:px-7 lg:first:border-l-0 lg:first:pl-0 lg:last:pr-0',
      )}
    >
      <div className="flex min-h-6 items-center gap-2.5">
        <h2 className="text-[1.5rem] leading-none">{plan.name}</h2>
        {isOwn ? <Badge tone="accent">Your plan</Badge> : null}
        {!isOwn && plan.highlighted ? <Badge>Recommended</Badge> : null}
      </div>
      <p className="mt-2 text-sm text-ink-soft lg:min-h-11">{plan.description}</p>
      <p className="mt-5 flex items-baseline gap-1.5">
        <span className="font-serif text-[2.625rem] leading-none font-medium tabular-nums">
          {formatMoney(plan.price.amount, plan.price.currency)}
        </span>
        <span className="text-sm text-ink-soft">a month</span>
      </p>
      <ul className="mt-6 grow space-y-2 text-sm">
        {highlights(plan).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {isVisitor ? (
        <Button asChild look={plan.highlighted ? 'primary' : 'plain'} className="mt-7 self-start">
          <Link href="/register?returnTo=/subscribe">
            {plan.price.amount === 0 ? 'Start free' : `Choose ${plan.name}`}
          </Link>
        </Button>
      ) : null}
      {isAbove ? (
        <Button asChild look={plan.highlighted ? 'primary' : 'plain'} className="mt-7 self-start">
          <a href={requestLink(plan)}>Ask us for {plan.name}</a>
        </Button>
      ) : null}
    </li>
  )
}

/** The plans side by side, parted by hairlines. */
export function PlanCards({ catalogue, plan }: PlanCardsProps) {
  const own = plan === undefined ? null : planOf(catalogue, plan)
  return (
    <ul className="border-y border-line lg:grid lg:auto-cols-fr lg:grid-flow-col" aria-label="Plans">
      {catalogue.plans.map((each) => (
        <PlanCard
          key={each.id}
          plan={each}
          isOwn={each === own}
          isVisitor={plan === undefined}
          isAbove={own !== null && each.price.amount > own.price.amount}
        />
      ))}
    </ul>
  )
}

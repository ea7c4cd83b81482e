import { useEffect, useRef } from 'react'
import { pagePaths } from '../../../shared/paths.ts'
import { isFree, type Plan, type PlanCatalogue, planOf, planState } from '../../../shared/plans/catalogue.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { cn } from '../../lib/cn.ts'
import { sendFocus } from '../../lib/page/focus.ts'
import { useMoney } from '../../lib/plans/money.ts'
import { askedParameter, askedPlan } from '../../lib/plans/own-plan.ts'
import { highlights } from '../../lib/plans/plan-facts.ts'
import type { PlanChooser } from './use-choose-plan.ts'

/** Button of a plan's card: leads to registration, takes the free plan, pays or confirms a change, or leads to the manage page. */
interface PlanChoice {
  kind: 'register' | 'starter' | 'pay' | 'manage'
  label: string
}

/** State of a subscription that limits changes: it ends with the period, or a payment is due. */
export type Standing = 'ending' | 'owing' | null

interface CardFacts {
  isOwn: boolean
  isFirst: boolean
  /** Null for the free plan that the user has. */
  choice: PlanChoice | null
}

/** Facts for each plan's card. `storedPlan` is undefined for visitors. */
export function cardFacts(
  catalogue: PlanCatalogue,
  storedPlan: string | null | undefined,
  standing: Standing,
): Map<Plan, CardFacts> {
  const { plans } = catalogue
  const isUndecided = storedPlan !== undefined && isFree(storedPlan)
  const own = isUndecided ? planOf(catalogue, storedPlan) : plans.find(({ id }) => id === storedPlan)
  const isPaid = storedPlan !== undefined && planState(catalogue, storedPlan) === 'paid'
  const higher = plans.slice(own === undefined ? 0 : plans.indexOf(own) + 1)
  const next = higher.find(({ highlighted }) => highlighted) ?? (isPaid ? higher[0] : undefined)
  const first = isPaid && standing !== null ? own : next

  const choiceOf = (plan: Plan): PlanChoice | null => {
    const { name } = plan
    const isFreePlan = plan.price.amount === 0
    if (storedPlan === undefined) return { kind: 'register', label: isFreePlan ? 'Start free' : `Choose ${name}` }
    if (!isPaid) {
      if (!isFreePlan) return { kind: 'pay', label: `Upgrade to ${name}` }
      return plan.id === storedPlan ? null : { kind: 'starter', label: `Continue with ${name}` }
    }
    if (plan === own) {
      // Choosing the same plan again withdraws a cancellation, or opens the unpaid invoice.
      if (standing === 'ending') return { kind: 'pay', label: `Keep ${name}` }
      return standing === 'owing' ? { kind: 'pay', label: 'Pay Now' } : { kind: 'manage', label: 'Manage Subscription' }
    }
    // Canceling the paid plan leads back to the free one.
    if (isFreePlan) return { kind: 'manage', label: `Switch to ${name}` }
    return { kind: 'pay', label: `${higher.includes(plan) ? 'Upgrade' : 'Switch'} to ${name}` }
  }
  // Users who haven't chosen a plan have the rights of the free one, and may still choose it.
  return new Map(
    plans.map((plan) => [plan, { isOwn: plan.id === storedPlan, isFirst: plan === first, choice: choiceOf(plan) }]),
  )
}

interface PlanCardProps {
  plan: Plan
  facts: CardFacts
  chooser: PlanChooser
}

function PlanAction({ plan, facts: { choice, isFirst }, chooser: { chosen, choose } }: PlanCardProps) {
  if (choice === null) {
    return (
      <Button wide look="plain" disabled>
        Current plan
      </Button>
    )
  }
  const look = isFirst ? 'primary' : 'plain'
  const { kind, label } = choice
  if (kind === 'register' || kind === 'manage') {
    const back = plan.price.amount === 0 ? pagePaths.subscribe : `${pagePaths.subscribe}?${askedParameter}=${plan.id}`
    const register = `${pagePaths.register}?returnTo=${back}`
    return (
      <ButtonLink wide look={look} href={kind === 'register' ? register : pagePaths.manageSubscription}>
        {label}
      </ButtonLink>
    )
  }
  return (
    <Button
      wide
      look={look}
      pending={chosen === plan.id}
      needsConnection
      disabled={chosen !== null && chosen !== plan.id}
      onClick={() => void choose(kind, plan.id)}
    >
      {label}
    </Button>
  )
}

/** Rows of a card above its features: name, description, price and button. */
const HEAD_ROWS = 4

/** Plans beside each other, two a row on tablets, below each other on phones. */
export const planGrid =
  'border-y border-line md:grid md:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none lg:gap-x-8 xl:gap-x-14'

/** A plan, with a rule between it and the ones before it. */
export const planColumn = cn(
  'relative border-line py-7 max-md:not-last:border-b lg:before:absolute lg:before:inset-y-0 lg:before:-left-4 lg:before:border-l lg:before:border-line lg:first-of-type:before:hidden xl:before:-left-7',
  'md:max-lg:nth-of-type-[even]:border-l md:max-lg:nth-of-type-[even]:pl-8 md:max-lg:nth-of-type-[n+3]:border-t md:max-lg:nth-of-type-[odd]:pr-8',
)

/** A card whose parts share rows with those of the other cards. `rows` is the most features that a card lists. */
function PlanCard({ rows, ...props }: PlanCardProps & { rows: number }) {
  const { plan, facts, chooser } = props
  const { isOwn } = facts
  const { failure } = chooser
  const price = useMoney(plan.price.amount, plan.price.currency)
  return (
    <li
      data-plan={plan.id}
      tabIndex={-1}
      style={{ gridRow: `span ${HEAD_ROWS + rows}` }}
      className={cn(
        planColumn,
        'scroll-my-20 break-inside-avoid outline-none focus:shadow-[inset_0_2px_0_var(--color-accent)] md:grid md:grid-rows-subgrid',
      )}
    >
      <div className="flex min-h-6 items-center gap-2.5">
        <h2 className="text-[1.5rem] leading-none">{plan.name}</h2>
        {isOwn ? <Badge tone="accent">Your plan</Badge> : null}
        {!isOwn && plan.highlighted ? <Badge>Recommended</Badge> : null}
      </div>
      <p className="mt-2 text-sm text-pretty text-ink-soft">{plan.description}</p>
      <p className="mt-5 flex items-baseline gap-1.5">
        <span className="font-serif text-[2.625rem] leading-none font-medium tabular-nums">{price}</span>
        <span className="text-sm text-ink-soft">a month</span>
      </p>
      <div className="mt-6 empty:hidden sm:max-md:max-w-64 md:empty:block">
        <PlanAction {...props} />
        {failure?.plan === plan.id ? <p className="mt-3 text-sm text-pretty text-bad">{failure.reason}</p> : null}
      </div>
      <ul
        style={{ gridRow: `span ${rows}` }}
        className="mt-5 text-sm md:grid md:grid-rows-subgrid lg:max-xl:text-[0.8125rem]"
      >
        {highlights(plan).map((line) => (
          <li key={line} className="py-1 text-pretty">
            {line}
          </li>
        ))}
      </ul>
    </li>
  )
}

interface PlanCardsProps {
  catalogue: PlanCatalogue
  plan: string | null | undefined
  standing: Standing
  chooser: PlanChooser
}

/** Scrolls to the plan that the user came for, and moves focus there. */
function useAskedCard() {
  const cards = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const asked = askedPlan()
    const card = asked === null ? null : cards.current?.querySelector<HTMLElement>(`[data-plan="${CSS.escape(asked)}"]`)
    if (!card) return
    const takeFocus = (): boolean => {
      card.focus({ preventScroll: true })
      return document.activeElement === card
    }
    card.scrollIntoView({ block: 'nearest' })
    takeFocus()
    // A dialog that led here keeps the focus until it has closed.
    sendFocus(takeFocus)
  }, [])
  return cards
}

export function PlanCards({ catalogue, plan, standing, chooser }: PlanCardsProps) {
  const cards = useAskedCard()
  const facts = cardFacts(catalogue, plan, standing)
  const rows = Math.max(...catalogue.plans.map((each) => highlights(each).length))
  return (
    <ul
      ref={cards}
      className={cn(planGrid, 'print:grid print:grid-cols-2')}
      aria-label="Plans"
      aria-busy={chooser.chosen !== null}
    >
      {[...facts].map(([each, fact]) => (
        <PlanCard key={each.id} plan={each} facts={fact} chooser={chooser} rows={rows} />
      ))}
    </ul>
  )
}

import { Link } from 'wouter'
import { pagePaths } from '../../../shared/paths.ts'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import { Button } from '../../components/button.tsx'
import type { CardFacts } from './plan-choice.ts'
import type { PlanChooser } from './use-choose-plan.ts'

interface PlanActionProps extends Pick<CardFacts, 'choice' | 'isFirst'> {
  plan: Plan
  chooser: PlanChooser
}

/** The button of a plan's card. */
export function PlanAction({ plan, choice, isFirst, chooser }: PlanActionProps) {
  const look = isFirst ? 'primary' : 'plain'
  if (choice.kind === 'none') return null
  if (choice.kind === 'register' || choice.kind === 'manage') {
    return (
      <Button asChild wide look={look}>
        <Link
          href={
            choice.kind === 'register'
              ? `${pagePaths.register}?returnTo=${pagePaths.subscribe}`
              : pagePaths.manageSubscription
          }
        >
          {choice.label}
        </Link>
      </Button>
    )
  }
  const { chosen } = chooser
  return (
    <Button
      wide
      look={look}
      pending={chosen === plan.id}
      disabled={chosen !== null}
      onClick={() => void (choice.kind === 'starter' ? chooser.takeStarter(plan.id) : chooser.pay(plan.id))}
    >
      {choice.label}
    </Button>
  )
}

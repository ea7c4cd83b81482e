import { firstPlanWith, firstUnlimitedPlan, type Plan } from '../../../shared/plans/catalogue.ts'
import { formatCount } from '../../../shared/text/format.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { DialogActions, type DialogState, TitledDialog } from '../../components/overlay/dialog.tsx'
import { monthAndDay } from '../../lib/dates.ts'
import { useMoney } from '../../lib/plans/money.ts'
import { exportLine, highlights } from '../../lib/plans/plan-facts.ts'
import { useSite } from '../../lib/site.ts'

/** The cheapest plan without a monthly limit of questions; null where each has one, or the free plan has none. */
function firstWithMoreQuestions(plans: readonly Plan[]): Plan | null {
  const first = plans.findIndex(({ questionsPerMonth }) => questionsPerMonth === null)
  return first > 0 ? (plans[first] ?? null) : null
}

/** "300 recording minutes a month": the first plan that transcribes more than the free one; null if none does. */
function moreMinutes(plans: readonly Plan[]): [string, Plan] | null {
  const least = plans[0]?.audioMinutesPerMonth ?? null
  const more = plans.find(
    ({ audioMinutesPerMonth: minutes }) => least !== null && (minutes === null || minutes > least),
  )
  if (more === undefined) return null
  const { audioMinutesPerMonth: minutes } = more
  return [minutes === null ? 'Recordings of any length' : `${formatCount(minutes)} recording minutes a month`, more]
}

/**
 * Features that the paid plans of the catalogue add to a basic summary, with the plans: "(Pro and up)", or "(Elite)".
 * Without a language model, questions are unlimited on every plan.
 */
export function upgradeReasons(plans: readonly Plan[], hasModels: boolean): string[] {
  const minutes = moreMinutes(plans)
  const features: [string, Plan | null][] = [
    ['Summaries about five times longer, with notable quotes', firstPlanWith(plans, 'advanced')],
    ['Unlimited summaries', firstUnlimitedPlan(plans)],
    ['Unlimited questions to your sources', hasModels ? firstWithMoreQuestions(plans) : null],
    ...(minutes === null ? [] : [minutes]),
    ['E\u2011books', firstPlanWith(plans, 'ebooks')],
    [exportLine, firstPlanWith(plans, 'exports')],
  ]
  return features.flatMap(([feature, first]) =>
    first === null ? [] : `${feature} (${first.name}${first === plans.at(-1) ? '' : ' and up'})`,
  )
}

function PlanRow({ plan }: { plan: Plan }) {
  const price = useMoney(plan.price.amount, plan.price.currency)
  const [summaries] = highlights(plan)
  return (
    <li className="flex items-baseline gap-4 border-b border-line py-2.75">
      <span className="min-w-12 shrink-0 font-medium">{plan.name}</span>
      <span className="min-w-0 flex-1 text-pretty">
        {summaries}
        {plan.advanced ? ', about 5x longer' : null}
      </span>
      <span className="shrink-0 text-sm text-ink-soft tabular-nums">{price} a month</span>
    </li>
  )
}

interface UpgradeDialogProps extends DialogState {
  plans: readonly Plan[]
  /** The user's plan, if its summaries of this month are used up. */
  spent: Plan | null
  /** Start of the next usage month, ISO 8601. */
  resetsAt: string | undefined
  onContinue: () => void
}

/** Shown to users without a paid plan before each summary. With none left, it says when there are more, and on which plans. */
export function UpgradeDialog({ open, onOpenChange, plans, spent, resetsAt, onContinue }: UpgradeDialogProps) {
  const { models } = useSite()
  const restart = monthAndDay(resetsAt ?? '')
  const quota = spent?.summariesPerMonth ?? 0
  return (
    <TitledDialog
      open={open}
      onOpenChange={onOpenChange}
      title={spent === null ? 'Upgrade for better summaries' : 'No summaries left this month'}
      lead={
        spent === null ? (
          'Your plan includes basic summaries with key takeaways. Paid plans add:'
        ) : (
          <>
            You’ve used all {formatCount(quota)} summaries of {spent.name}.{' '}
            {restart === null ? 'They reset monthly.' : `You get ${formatCount(quota)} more on ${restart}.`}
            <span className="mt-4 block">Or continue today:</span>
          </>
        )
      }
    >
      <ul className="mt-4 border-t border-line">
        {spent === null
          ? upgradeReasons(plans, models !== null).map((reason) => (
              <li key={reason} className="border-b border-line py-2.75 text-pretty">
                {reason}
              </li>
            ))
          : plans
              .filter(({ summariesPerMonth: count }) => count === null || count > quota)
              .map((plan) => <PlanRow key={plan.id} plan={plan} />)}
      </ul>
      <DialogActions>
        <Button look="plain" onClick={spent === null ? onContinue : () => onOpenChange(false)}>
          {spent === null ? 'Continue with Basic Summary' : 'Maybe Later'}
        </Button>
        <ButtonLink href="/subscribe">Upgrade Now</ButtonLink>
      </DialogActions>
    </TitledDialog>
  )
}

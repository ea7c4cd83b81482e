import { firstPlanWith, firstUnlimitedPlan, type Plan } from '../../../shared/plans/catalogue.ts'
import { formatCount } from '../../../shared/text/format.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { DialogActions, type DialogState, TitledDialog } from '../../components/overlay/dialog.tsx'
import { SpentLine } from '../../components/spent-line.tsx'
import { exportLine } from '../../lib/plans/plan-facts.ts'
import { useSite } from '../../lib/site.ts'

/** The cheapest plan without a monthly limit of questions; null where each has one, or the free plan has none. */
function firstWithMoreQuestions(plans: readonly Plan[]): Plan | null {
  const first = plans.findIndex(({ questionsPerMonth }) => questionsPerMonth === null)
  return first > 0 ? (plans[first] ?? null) : null
}

/** "300 minutes of recordings a month": the first plan that transcribes more than the free one; null if none does. */
function moreMinutes(plans: readonly Plan[]): [string, Plan] | null {
  const least = plans[0]?.audioMinutesPerMonth ?? null
  const more = plans.find(
    ({ audioMinutesPerMonth: minutes }) => least !== null && (minutes === null || minutes > least),
  )
  if (more === undefined) return null
  const { audioMinutesPerMonth: minutes } = more
  return [minutes === null ? 'Recordings of any length' : `${formatCount(minutes)} minutes of recordings a month`, more]
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

interface UpgradeDialogProps extends DialogState {
  plans: readonly Plan[]
  /** The user's plan, if its summaries of this month are used up. */
  spent: Plan | null
  /** Start of the next usage month, ISO 8601. */
  resetsAt: string | undefined
  onContinue: () => void
}

/** Shown to users without a paid plan before each summary. With none left, it offers no basic summary. */
export function UpgradeDialog({ open, onOpenChange, plans, spent, resetsAt, onContinue }: UpgradeDialogProps) {
  const { models } = useSite()
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
            <SpentLine plan={spent} resetsAt={resetsAt} hasLink={false} /> Paid plans add:
          </>
        )
      }
    >
      <ul className="mt-4 border-t border-line">
        {upgradeReasons(plans, models !== null).map((reason) => (
          <li key={reason} className="border-b border-line py-2.75 text-pretty">
            {reason}
          </li>
        ))}
      </ul>
      <DialogActions>
        {spent === null ? (
          <Button look="plain" onClick={onContinue}>
            Continue with Basic Summary
          </Button>
        ) : (
          <Button look="plain" onClick={() => onOpenChange(false)}>
            Close
          </Button>
        )}
        <ButtonLink href="/subscribe">Upgrade Now</ButtonLink>
      </DialogActions>
    </TitledDialog>
  )
}

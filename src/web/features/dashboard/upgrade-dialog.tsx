import { Link } from 'wouter'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import { firstPlanWith, firstUnlimitedPlan } from '../../../shared/plans/entitlements.ts'
import { Button } from '../../components/button.tsx'
import { DialogActions, TitledDialog } from '../../components/dialog.tsx'
import { exportLine } from '../../lib/plan-facts.ts'

interface UpgradeDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  plans: readonly Plan[]
  onContinue: () => void
}

/** "(Pro and up)", or "(Elite)" for the top plan; null without a plan. */
function where(plans: readonly Plan[], first: Plan | null): string | null {
  if (first === null) return null
  return first === plans.at(-1) ? `(${first.name})` : `(${first.name} and up)`
}

/** Features that the paid plans of the catalogue add to a basic summary. */
export function upgradeReasons(plans: readonly Plan[]): string[] {
  const advanced = where(plans, firstPlanWith(plans, 'advanced'))
  const unlimited = where(plans, firstUnlimitedPlan(plans))
  const ebooks = where(plans, firstPlanWith(plans, 'ebooks'))
  const exports = where(plans, firstPlanWith(plans, 'exports'))
  return [
    advanced && `Summaries about five times longer, with notable quotes ${advanced}`,
    unlimited && `Unlimited summaries ${unlimited}`,
    ebooks && `E\u2011books ${ebooks}`,
    exports && `${exportLine} ${exports}`,
  ].filter((reason) => reason !== null)
}

/** Shown to users without a paid plan before each summary. */
export function UpgradeDialog({ open, onOpenChange, plans, onContinue }: UpgradeDialogProps) {
  return (
    <TitledDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Upgrade for better summaries"
      lead="Your plan includes basic summaries with key takeaways. Paid plans add:"
    >
      <ul className="mt-4 border-t border-line">
        {upgradeReasons(plans).map((reason) => (
          <li key={reason} className="border-b border-line py-2.75 text-pretty">
            {reason}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button look="plain" onClick={onContinue}>
          Continue with Basic Summary
        </Button>
        <Button asChild>
          <Link href="/subscribe">Upgrade Now</Link>
        </Button>
      </DialogActions>
    </TitledDialog>
  )
}

import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import { pagePaths } from '../../../../shared/paths.ts'
import { planOf } from '../../../../shared/plans/catalogue.ts'
import { exportRefusal, firstPlanWith } from '../../../../shared/plans/entitlements.ts'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { forPlan } from '../../../lib/asked-plan.ts'
import { useUser } from '../../../lib/auth/auth-context.tsx'
import { usePlans } from '../../../lib/plans.ts'
import type { SummaryExport } from './use-export.ts'

interface UpgradeConfirmProps {
  /** Why there is no export; null while nobody has asked. */
  reason: string | null
  onClose: () => void
}

/** Says why there is no export, and offers the plan that has them. */
function UpgradeConfirm({ reason, onClose }: UpgradeConfirmProps) {
  const { data: catalogue } = usePlans()
  const [, navigate] = useLocation()
  // While the dialog leaves the screen it keeps saying what it said.
  const [said, setSaid] = useState(reason)
  if (reason !== null && reason !== said) setSaid(reason)
  const plan = catalogue === undefined ? null : firstPlanWith(catalogue.plans, 'exports')
  return (
    <ConfirmDialog
      open={reason !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Upgrade to Export"
      description={plan === null ? said : `${said} Would you like to upgrade to ${plan.name} now?`}
      confirm="Upgrade"
      cancel="Not Now"
      onConfirm={() => navigate(pagePaths.subscribe, plan === null ? {} : { state: forPlan(plan.id) })}
    />
  )
}

interface ExportGateProps {
  exporting: SummaryExport
  /** What exports. */
  children: ReactNode
}

/** Lets people export whose plan includes that, and tells the others which does. */
export function ExportGate({ exporting: { refusal, refuse, forget }, children }: ExportGateProps) {
  const { subscriptionPlan } = useUser()
  const { data: catalogue } = usePlans()
  const confirm = <UpgradeConfirm reason={refusal} onClose={forget} />
  // As long as the plans are not known, the server knows.
  if (catalogue !== undefined && !planOf(catalogue, subscriptionPlan).exports) {
    if (firstPlanWith(catalogue.plans, 'exports') === null) return null
    return (
      <>
        <Button look="plain" aria-keyshortcuts="e" onClick={() => refuse(exportRefusal(catalogue.plans))}>
          <Download className="max-sm:hidden" />
          Upgrade to Export
        </Button>
        {confirm}
      </>
    )
  }
  return (
    <>
      {children}
      {confirm}
    </>
  )
}

import { Download } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { exportFormats, summaryExportPath } from '../../../../shared/api/calls.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import { planOf } from '../../../../shared/plans/catalogue.ts'
import { exportRefusal, firstPlanWith } from '../../../../shared/plans/rights.ts'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../components/menu.tsx'
import { Spinner } from '../../../components/spinner.tsx'
import { useUser } from '../../../lib/auth/auth-context.tsx'
import { isPlainClick } from '../../../lib/input.ts'
import { formatNames } from '../../../lib/plan-facts.ts'
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
      onConfirm={() => navigate(pagePaths.subscribe)}
    />
  )
}

interface ExportButtonProps {
  id: string
  exporting: SummaryExport
}

/**
 * Exports a summary in one of the formats, or for people whose plan includes no exports says which does. The formats are
 * links, for every way of following one; a plain click stays on the page, which can then say why there is no file.
 */
export function ExportButton({ id, exporting }: ExportButtonProps) {
  const { subscriptionPlan } = useUser()
  const { data: catalogue } = usePlans()
  const { start, isPending, refusal, refuse, forget } = exporting
  const confirm = <UpgradeConfirm reason={refusal} onClose={forget} />
  // As long as the plans are not known, the server knows.
  if (catalogue !== undefined && !planOf(catalogue, subscriptionPlan).exports) {
    if (firstPlanWith(catalogue.plans, 'exports') === null) return null
    return (
      <>
        <Button look="plain" onClick={() => refuse(exportRefusal(catalogue.plans))}>
          <Download className="max-sm:hidden" />
          Upgrade to Export
        </Button>
        {confirm}
      </>
    )
  }
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <Button look="plain" aria-busy={isPending}>
            {isPending ? <Spinner className="size-4" /> : <Download />}
            Export
          </Button>
        </MenuTrigger>
        <MenuContent align="start" side="top" className="min-w-40">
          {exportFormats.map((format) => (
            <MenuItem key={format} asChild>
              <a
                href={summaryExportPath(id, format)}
                target="_blank"
                rel="noopener"
                onClick={(event) => {
                  if (!isPlainClick(event)) return
                  event.preventDefault()
                  if (!isPending) start({ id, format })
                }}
              >
                {formatNames[format]}
              </a>
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
      {confirm}
    </>
  )
}

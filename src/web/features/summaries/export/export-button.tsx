import { ChevronDown, Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import {
  type ExportFormat,
  exportFormats,
  MAX_EXPORTED,
  summariesExportPath,
  summaryExportPath,
} from '../../../../shared/api/calls.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import { planOf } from '../../../../shared/plans/catalogue.ts'
import { exportRefusal, firstPlanWith } from '../../../../shared/plans/entitlements.ts'
import type { Summary } from '../../../../shared/summary.ts'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog } from '../../../components/dialog.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../components/menu.tsx'
import { Spinner } from '../../../components/spinner.tsx'
import { useUser } from '../../../lib/auth/auth-context.tsx'
import { isPlainClick } from '../../../lib/input.ts'
import { formatNames } from '../../../lib/plan-facts.ts'
import { forPlan } from '../../../lib/plans.ts'
import { usePlans } from '../../../lib/queries.ts'
import type { SummaryExport } from './use-export.ts'

interface FormatMenuProps {
  /** Address of the file in a format. */
  pathOf: (format: ExportFormat) => string
  isPending: boolean
  /** Exports what an address answers with. */
  start: (path: string) => void
}

/**
 * The button to export with, and the formats there are. Each is a link, for every way of following one; a plain click
 * stays on the page, which can then say why there is no file.
 */
function FormatMenu({ pathOf, isPending, start }: FormatMenuProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Menu open={isOpen} onOpenChange={setOpen}>
      <MenuTrigger asChild>
        <Button
          look="plain"
          className="max-sm:px-3"
          aria-busy={isPending}
          aria-keyshortcuts="e"
          // Radix opens on pointer and keys; assistive technology and the shortcut click.
          onClick={({ detail }) => {
            if (detail === 0) setOpen(true)
          }}
        >
          {isPending ? <Spinner className="size-4" /> : <Download className="max-xs:hidden" />}
          Export
          <ChevronDown className="size-3.5!" />
        </Button>
      </MenuTrigger>
      <MenuContent align="start" side="top" className="min-w-40">
        {exportFormats.map((format) => (
          <MenuItem key={format} asChild>
            <a
              href={pathOf(format)}
              target="_blank"
              rel="noopener"
              onClick={(event) => {
                if (!isPlainClick(event)) return
                event.preventDefault()
                // What is prevented does not close it.
                setOpen(false)
                if (!isPending) start(pathOf(format))
              }}
            >
              {formatNames[format]}
            </a>
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  )
}

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
function ExportGate({ exporting: { refusal, refuse, forget }, children }: ExportGateProps) {
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

interface ExportButtonProps {
  id: string
  exporting: SummaryExport
}

/** Exports a summary in one of the formats, or for people whose plan includes no exports says which does. */
export function ExportButton({ id, exporting }: ExportButtonProps) {
  return (
    <ExportGate exporting={exporting}>
      <FormatMenu
        pathOf={(format) => summaryExportPath(id, format)}
        isPending={exporting.isPending}
        start={exporting.start}
      />
    </ExportGate>
  )
}

interface ExportSeveralProps {
  summaries: readonly Pick<Summary, 'id' | 'status'>[]
  exporting: SummaryExport
  /** Says why they can't be exported. */
  onRefused: (reason: string) => void
}

/** Why some summaries can't be exported together; null where they can. */
function refusalOf(summaries: readonly Pick<Summary, 'status'>[]): string | null {
  if (summaries.length > MAX_EXPORTED) return `Up to ${MAX_EXPORTED} summaries can be exported at a time.`
  if (summaries.every(({ status }) => status === 'ready')) return null
  return 'Some of these summaries are not finished. Only finished ones can be exported.'
}

/** Exports several summaries as one archive of files. */
export function ExportSeveral({ summaries, exporting, onRefused }: ExportSeveralProps) {
  const refusal = refusalOf(summaries)
  const ids = summaries.map(({ id }) => id)
  return (
    <ExportGate exporting={exporting}>
      {refusal === null ? (
        <FormatMenu
          pathOf={(format) => summariesExportPath(ids, format)}
          isPending={exporting.isPending}
          start={exporting.start}
        />
      ) : (
        <Button look="plain" className="max-sm:px-3" onClick={() => onRefused(refusal)}>
          Export
        </Button>
      )}
    </ExportGate>
  )
}

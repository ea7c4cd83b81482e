import { ChevronDown, Download, Lock } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type ExportFormat, exportFormats, MAX_EXPORTED, summariesExportPath } from '../../../../shared/api/routes.ts'
import { pagePaths } from '../../../../shared/paths.ts'
import { exportRefusal, firstPlanWith, planOf } from '../../../../shared/plans/catalogue.ts'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { Button, Spinner } from '../../../components/button.tsx'
import { ConfirmDialog } from '../../../components/overlay/dialog.tsx'
import * as Menu from '../../../components/overlay/menu.tsx'
import { useUser } from '../../../lib/auth/auth-context.tsx'
import { cn } from '../../../lib/cn.ts'
import { isPlainClick } from '../../../lib/page/input.ts'
import { useOnline } from '../../../lib/page/use-online.ts'
import { forPlan } from '../../../lib/plans/own-plan.ts'
import { formatNames } from '../../../lib/plans/plan-facts.ts'
import { usePlans } from '../../../lib/queries.ts'
import type { SummaryExport } from './use-export.ts'

interface FormatMenuProps {
  pathOf: (format: ExportFormat, withQuestions: boolean) => string
  exporting: SummaryExport
  /** Whether there are questions and answers, which the export may include. */
  hasQuestions?: boolean
  /** Whether it is a symbol only on phones. */
  isCompact?: boolean
}

const labelStyle = (isCompact: boolean) => (isCompact ? 'max-sm:sr-only' : undefined)

/** Menu of the export formats. Each is a link; a plain click stays on the page, which shows progress and failures. */
function FormatMenu(props: FormatMenuProps) {
  const { pathOf, exporting, hasQuestions = false, isCompact = false } = props
  const { isPending, start } = exporting
  const [withQuestions, setWithQuestions] = useState(false)
  const hrefOf = (format: ExportFormat): string => pathOf(format, hasQuestions && withQuestions)
  const [isOpen, setOpen] = useState(false)
  return (
    <Menu.Root open={isOpen} onOpenChange={setOpen}>
      <Menu.Trigger asChild>
        <Button
          look="plain"
          className={isCompact ? 'max-sm:px-0' : 'max-sm:px-3'}
          aria-busy={isPending}
          aria-keyshortcuts="e"
          // Radix opens on pointer and keys; assistive technology and the shortcut click.
          onClick={({ detail }) => {
            if (detail === 0) setOpen(true)
          }}
        >
          {isPending ? <Spinner className="size-4" /> : <Download className={isCompact ? '' : 'max-xs:hidden'} />}
          <span className={labelStyle(isCompact)}>Export</span>
          <ChevronDown className={cn('size-3.5!', isCompact && 'max-sm:hidden')} />
        </Button>
      </Menu.Trigger>
      <Menu.Content align="start" side="top" className="min-w-40">
        {exportFormats.map((format) => (
          <Menu.Item key={format} asChild>
            <a
              href={hrefOf(format)}
              target="_blank"
              rel="noopener"
              onClick={(event) => {
                if (!isPlainClick(event)) return
                event.preventDefault()
                // The menu stays open when the default action is prevented.
                setOpen(false)
                if (!isPending) start(hrefOf(format))
              }}
            >
              {formatNames[format]}
            </a>
          </Menu.Item>
        ))}
        {hasQuestions ? (
          <>
            <Menu.Rule />
            <Menu.CheckboxItem checked={withQuestions} onCheckedChange={setWithQuestions}>
              With questions
            </Menu.CheckboxItem>
          </>
        ) : null}
      </Menu.Content>
    </Menu.Root>
  )
}

/** Explains that the plan includes no exports, and offers one that does. `reason` is null while the dialog is closed. */
function UpgradeConfirm({ reason, onClose }: { reason: string | null; onClose: () => void }) {
  const { data: catalogue } = usePlans()
  const [, navigate] = useLocation()
  // The text stays while the dialog fades out.
  const [text, setText] = useState(reason)
  if (reason !== null && reason !== text) setText(reason)
  const plan = catalogue === undefined ? null : firstPlanWith(catalogue.plans, 'exports')
  return (
    <ConfirmDialog
      open={reason !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Upgrade to Export"
      description={plan === null ? text : `${text} Would you like to upgrade to ${plan.name} now?`}
      confirm="Upgrade"
      cancel="Not Now"
      onConfirm={() => navigate(pagePaths.subscribe, plan === null ? {} : { state: forPlan(plan.id) })}
    />
  )
}

interface ExportMenuProps extends FormatMenuProps {
  /** Shows why the summaries can't be exported; undefined if they can. */
  reject?: (() => void) | undefined
}

/** Exports in one of the formats, or offers the plan that includes exports. */
export function ExportMenu({ reject, ...menu }: ExportMenuProps) {
  const { refusal, refuse, forget } = menu.exporting
  const { subscriptionPlan } = useUser()
  const { data: catalogue } = usePlans()
  const isOnline = useOnline()
  const { isCompact = false } = menu
  // While the plans load, the server decides.
  const isIncluded = catalogue === undefined || planOf(catalogue, subscriptionPlan).exports
  if (!isIncluded && firstPlanWith(catalogue.plans, 'exports') === null) return null
  return (
    <>
      {!isIncluded ? (
        // Not an action of this plan, so quieter than those beside it.
        <Button look="text" aria-keyshortcuts="e" onClick={() => refuse(exportRefusal(catalogue.plans))}>
          <Lock className={cn('size-3.5!', isCompact ? 'max-sm:hidden' : 'max-xs:hidden')} />
          {isCompact ? <Download className="sm:hidden" /> : null}
          <span className={labelStyle(isCompact)}>Upgrade to Export</span>
        </Button>
      ) : isOnline && reject === undefined ? (
        <FormatMenu {...menu} />
      ) : (
        <Button look="plain" className={isCompact ? 'max-sm:px-0' : 'max-sm:px-3'} needsConnection onClick={reject}>
          {isCompact ? <Download className="sm:hidden" /> : null}
          <span className={labelStyle(isCompact)}>Export</span>
        </Button>
      )}
      <UpgradeConfirm reason={refusal} onClose={forget} />
    </>
  )
}

interface ExportSeveralProps {
  summaries: readonly Pick<Summary, 'id' | 'status'>[]
  exporting: SummaryExport
  onRejected: (reason: string) => void
}

/** Reason why summaries can't be exported together; null if they can. */
function rejectionOf(summaries: readonly Pick<Summary, 'status'>[]): string | null {
  if (summaries.length > MAX_EXPORTED) return `Up to ${MAX_EXPORTED} summaries can be exported at a time.`
  if (summaries.every(({ status }) => status === 'ready')) return null
  return 'Some of these summaries aren’t finished. Only finished ones can be exported.'
}

export function ExportSeveral({ summaries, exporting, onRejected }: ExportSeveralProps) {
  const reason = rejectionOf(summaries)
  const ids = summaries.map(({ id }) => id)
  return (
    <ExportMenu
      pathOf={(format) => summariesExportPath(ids, format)}
      exporting={exporting}
      isCompact
      reject={reason === null ? undefined : () => onRejected(reason)}
    />
  )
}

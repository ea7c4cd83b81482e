import { RotateCw } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Summary } from '../../../../shared/summary/summary.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorBoundary, lazyScript } from '../../../components/error-boundary.tsx'
import { textLinkStyle } from '../../../components/links.tsx'
import { type DialogState, TitledDialog } from '../../../components/overlay/dialog.tsx'
import { ErrorState, LoadFailure, SkeletonGroup, SkeletonText } from '../../../components/states.tsx'
import { cn } from '../../../lib/cn.ts'
import { useOfflineProps } from '../../../lib/page/use-online.ts'
import { useOwnPlan } from '../../../lib/plans/own-plan.ts'
import { useSummaryLanguage } from '../language/summary-language.tsx'
import { canRedo, offersAdvanced, type RedoWay, redoOffer } from './redo-options.ts'

// The form library and its schemas are large, and reading a summary needs neither.
const RedoForm = lazyScript(async () => import('./redo-form.tsx'))

const FormSkeleton = () => (
  <SkeletonGroup label="Loading the options">
    {/* As high as the form, which has more lines on phones, so that the dialog stays where it is. */}
    <SkeletonText lines={18} className="mt-6 sm:[&>:nth-child(n+17)]:hidden" />
  </SkeletonGroup>
)

const leadOf = ({ hasSource }: Summary): string =>
  hasSource
    ? 'We kept the text of the source, so you don’t need to add it again.'
    : 'The text of the source wasn’t kept, so we’ll read it from the web again.'

/** How the user can redo a summary, if at all; `loaded` is undefined until plans and languages have loaded. */
export function useRedoOffer(summary: Summary, tried: RedoWay | null = null) {
  const { catalogue, plan, isError: plansFailed } = useOwnPlan()
  const { facts, isError, isFetching, reload } = useSummaryLanguage()
  const isLoaded = facts !== undefined && plan !== undefined && catalogue !== undefined
  const loaded = isLoaded
    ? { offer: redoOffer(summary, { plan, plans: catalogue.plans, facts }, tried), plan, facts }
    : undefined
  return {
    loaded,
    isPossible: loaded === undefined ? canRedo(summary) : loaded.offer.possible.length > 0,
    hasFailed: isError || plansFailed,
    isFetching,
    reload,
  }
}

interface RedoDialogProps extends DialogState {
  summary: Summary
  suggested: RedoWay | null
  options: ReturnType<typeof useRedoOffer>
}

/** Makes a new summary of the source of a summary: asks how, whether to keep both, and shows the cost. */
export function RedoDialog({ summary, suggested, options, open, onOpenChange }: RedoDialogProps) {
  const { loaded, hasFailed, isFetching, reload } = options
  return (
    <TitledDialog open={open} onOpenChange={onOpenChange} title="Redo this summary" lead={leadOf(summary)}>
      {loaded !== undefined ? (
        <ErrorBoundary renderFailure={() => <LoadFailure className="mt-6" />}>
          <Suspense fallback={<FormSkeleton />}>
            <RedoForm summary={summary} suggested={suggested} {...loaded} onClose={() => onOpenChange(false)} />
          </Suspense>
        </ErrorBoundary>
      ) : hasFailed ? (
        <ErrorState title="The options didn’t load" onRetry={reload} retrying={isFetching}>
          Please try again.
        </ErrorState>
      ) : (
        <FormSkeleton />
      )}
    </TitledDialog>
  )
}

interface RedoButtonProps {
  summary: Summary
  label: string
  suggested?: RedoWay
  /** A way that has just changed nothing. */
  tried?: RedoWay | null
  className?: string
}

/** Opens the options of a redo. Renders nothing where none is possible. */
export function RedoButton({ summary, label, suggested, tried = null, className }: RedoButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const options = useRedoOffer(summary, tried)
  if (!options.isPossible) return null
  return (
    <>
      <Button look="plain" className={className} needsConnection onClick={() => setOpen(true)}>
        <RotateCw /> {label}
      </Button>
      <RedoDialog
        summary={summary}
        suggested={suggested ?? null}
        options={options}
        open={isOpen}
        onOpenChange={setOpen}
      />
    </>
  )
}

/** Leads from a page about a focus to one about the whole source. Renders nothing where none is possible. */
export function WholeSource({ summary }: { summary: Summary }) {
  const [isOpen, setOpen] = useState(false)
  const offline = useOfflineProps(true)
  const options = useRedoOffer(summary)
  if (summary.focus === undefined || !options.isPossible) return null
  return (
    <span lang="en" dir="ltr" className="print:hidden">
      <button
        type="button"
        onClick={() => setOpen(true)}
        {...offline}
        className={cn('relative touch-target rounded-chip aria-disabled:opacity-55', textLinkStyle)}
      >
        The whole source
      </button>
      <RedoDialog summary={summary} suggested="whole" options={options} open={isOpen} onOpenChange={setOpen} />
    </span>
  )
}

/** Offers an advanced summary to users whose plan includes one by now. */
export function AdvancedOffer({ summary }: { summary: Summary }) {
  const { plan } = useOwnPlan()
  if (plan === undefined || !offersAdvanced(summary, plan)) return null
  return (
    <div
      lang="en"
      dir="ltr"
      className="mt-7 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-4 print:hidden"
    >
      <p className="text-sm text-pretty text-ink-soft">
        {plan.name} includes an advanced summary of this source, about 5x longer, with notable quotes.
      </p>
      <RedoButton summary={summary} suggested="advanced" label="Make an advanced summary" />
    </div>
  )
}

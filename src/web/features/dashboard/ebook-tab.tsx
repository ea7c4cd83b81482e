import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { firstPlanWith, type Plan, plansWith } from '../../../shared/plans/catalogue.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { DialogActions, type DialogState, TitledDialog } from '../../components/overlay/dialog.tsx'
import { Skeleton } from '../../components/states.tsx'
import { typesetTitle } from '../../components/unbroken-text.tsx'

/** Badge with the first plan that includes e-books: "Pro+"; null if no plan does. */
export function ebookBadge(plans: readonly Plan[]): string | null {
  const first = firstPlanWith(plans, 'ebooks')
  return first === null ? null : `${first.name}+`
}

const partOf = (plans: readonly Plan[]): string => {
  const names = plansWith(plans, 'ebooks')
  return names === null ? 'No plan includes e\u2011books yet.' : `E\u2011books are part of ${names}.`
}

export function UnlockDialog({ open, onOpenChange, plans }: DialogState & { plans: readonly Plan[] }) {
  return (
    <TitledDialog
      open={open}
      onOpenChange={onOpenChange}
      title={typesetTitle('Unlock e-book summaries')}
      lead={`${partOf(plans)} A whole book becomes one page, and each takeaway names the chapter it comes from.`}
    >
      <DialogActions>
        <Button look="plain" onClick={() => onOpenChange(false)}>
          Maybe Later
        </Button>
        <ButtonLink href="/subscribe">Choose Your Plan</ButtonLink>
      </DialogActions>
      <p className="mt-6 border-t border-line pt-4 text-xs text-pretty text-ink-soft">
        Upgrade anytime • Cancel anytime • <span className="inline-block">30-day money-back guarantee</span>
      </p>
    </TitledDialog>
  )
}

interface EbookTabProps {
  plans: readonly Plan[]
  /** The user's plan; undefined until loaded. */
  own: Plan | undefined
  plansFailed: boolean
  onUnlock: () => void
  children: ReactNode
}

export function EbookTab({ plans, own, plansFailed, onUnlock, children }: EbookTabProps) {
  if (own?.ebooks) return children
  if (own === undefined) {
    return plansFailed ? (
      <p className="py-4 text-ink-soft">We couldn’t load your plan. Reload the page to try again.</p>
    ) : (
      <Skeleton className="h-36 rounded-control" />
    )
  }
  return (
    <div className="grid min-h-36 sm:mb-1.5 grid-cols-[auto_minmax(0,1fr)] content-center items-start gap-x-4 gap-y-4 rounded-control border border-line bg-paper px-4 py-5 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:items-center sm:px-5">
      <Lock aria-hidden="true" strokeWidth={1.5} className="mt-0.5 size-6 text-ink-soft sm:self-start" />
      <div className="min-w-0">
        <h2 className="text-[1.1875rem] leading-snug">A book on one page</h2>
        <p className="mt-1 text-sm text-ink-soft">{partOf(plans)} Each takeaway names the chapter it comes from.</p>
      </div>
      {plansWith(plans, 'ebooks') === null ? null : (
        <Button className="max-sm:col-start-2 max-sm:justify-self-start" onClick={onUnlock}>
          Unlock E-Books
        </Button>
      )}
    </div>
  )
}

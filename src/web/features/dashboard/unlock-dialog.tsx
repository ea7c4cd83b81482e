import { Link } from 'wouter'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogClose, DialogTitle } from '../../components/dialog.tsx'
import { DialogActions } from '../../components/dialog-actions.tsx'
import { partOf } from './ebook-lock.tsx'

interface UnlockDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  plans: readonly Plan[]
}

/** Offers the plans that read e-books. */
export function UnlockDialog({ open, onOpenChange, plans }: UnlockDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <div className="px-6 pt-8 pb-6 sm:px-9">
        <DialogTitle className="pr-8 text-[1.625rem] leading-tight">
          Unlock <span className="whitespace-nowrap">e-book</span> summaries
        </DialogTitle>
        <p className="mt-2.5 text-ink-soft">
          {partOf(plans)} A whole book becomes one page, and each takeaway names the chapter it comes from.
        </p>
        <DialogActions>
          <Button look="plain" onClick={() => onOpenChange(false)}>
            Maybe Later
          </Button>
          <Button asChild>
            <Link href="/subscribe">Choose Your Plan</Link>
          </Button>
        </DialogActions>
        <p className="mt-6 border-t border-line pt-4 text-[0.8125rem] text-balance text-ink-soft">
          Upgrade anytime • Cancel anytime • 30-day money-back guarantee
        </p>
        <DialogClose className="absolute top-3 right-3" />
      </div>
    </Dialog>
  )
}

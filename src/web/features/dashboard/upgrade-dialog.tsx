import { Link } from 'wouter'
import type { Plan } from '../../../shared/plans/catalogue.ts'
import { Button } from '../../components/button.tsx'
import { Dialog, DialogClose, DialogTitle } from '../../components/dialog.tsx'

interface UpgradeDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  plans: readonly Plan[]
  onContinue: () => void
}

/** What the paid plans add to a basic summary, read from the plans themselves. */
export function upgradeReasons(plans: readonly Plan[]): string[] {
  const first = (right: 'advanced' | 'exports' | 'ebooks') => plans.find((plan) => plan[right])?.name
  const unlimited = plans.find(({ summariesPerMonth }) => summariesPerMonth === null)?.name
  return [
    first('advanced') && `Summaries about five times longer, with notable quotes, on ${first('advanced')}`,
    unlimited && `As many summaries as you like from ${unlimited} up`,
    first('ebooks') && `E-books from ${first('ebooks')} up`,
    first('exports') && `Export as PDF and Markdown from ${first('exports')} up`,
  ].filter((reason) => reason !== undefined)
}

/** Shown to people without a paid plan before a summary is made. */
export function UpgradeDialog({ open, onOpenChange, plans, onContinue }: UpgradeDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <div className="px-6 pt-8 pb-6 sm:px-9">
        <DialogTitle className="pr-8 text-[1.625rem] leading-tight">Upgrade for better summaries</DialogTitle>
        <p className="mt-2.5 text-ink-soft">Your plan makes a basic summary with key takeaways. A paid plan adds:</p>
        <ul className="mt-4 border-t border-line">
          {upgradeReasons(plans).map((reason) => (
            <li key={reason} className="border-b border-line py-2.75">
              {reason}
            </li>
          ))}
        </ul>
        <div className="mt-6 flex flex-wrap gap-2.5 max-sm:flex-col">
          <Button look="plain" onClick={onContinue}>
            Continue with Basic Summary
          </Button>
          <Button asChild>
            <Link href="/subscribe">Upgrade Now</Link>
          </Button>
        </div>
        {/* Last, so that the keyboard first meets the button that goes on. */}
        <DialogClose className="absolute top-3 right-3" />
      </div>
    </Dialog>
  )
}

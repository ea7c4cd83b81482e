import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import type { Summary } from '../../../../shared/summary.ts'
import { Button } from '../../../components/button.tsx'
import { useOwnPlan } from '../../../lib/own-plan.ts'
import { RedoDialog } from './redo-dialog.tsx'
import { offersAdvanced, type RedoWay } from './redo-options.ts'

interface RedoButtonProps {
  summary: Summary
  label?: string
  suggested?: RedoWay
  look?: 'plain' | 'text'
  className?: string
}

/** Opens the choice of how to redo a summary. */
export function RedoButton({ summary, label = 'Redo', suggested, look = 'plain', className }: RedoButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look={look} className={className} onClick={() => setOpen(true)}>
        <RotateCw /> {label}
      </Button>
      <RedoDialog summary={summary} suggested={suggested ?? null} open={isOpen} onOpenChange={setOpen} />
    </>
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

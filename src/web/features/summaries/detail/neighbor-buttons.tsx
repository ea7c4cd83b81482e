import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '../../../components/button.tsx'
import { Spinner } from '../../../components/spinner.tsx'
import type { Neighbors } from './use-neighbors.ts'

interface StepProps extends Omit<ComponentProps<typeof IconButton>, 'onClick'> {
  /** Null at the end of the list, where the button stays and keeps the keyboard. */
  step: (() => void) | null
}

function Step({ step, ...rest }: StepProps) {
  return (
    <IconButton
      aria-disabled={step === null}
      onClick={step ?? undefined}
      className="aria-disabled:opacity-40 aria-disabled:hover:bg-transparent"
      {...rest}
    />
  )
}

/** Leads through the list that a summary was opened from, as the arrow keys do. */
export function NeighborButtons({ neighbors: { previous, next, isLoading } }: { neighbors: Neighbors }) {
  return (
    <>
      <Step label="Previous summary" aria-keyshortcuts="ArrowLeft" step={previous}>
        <ChevronLeft />
      </Step>
      <Step label="Next summary" aria-keyshortcuts="ArrowRight" step={isLoading ? null : next} aria-busy={isLoading}>
        {isLoading ? <Spinner className="size-4" /> : <ChevronRight />}
      </Step>
    </>
  )
}

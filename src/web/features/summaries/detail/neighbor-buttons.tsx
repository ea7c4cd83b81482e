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

interface NeighborButtonsProps {
  neighbors: Neighbors
  /** Direction of the header that the buttons are in: arrows point the other way in a mirrored one. */
  dir: 'ltr' | 'rtl'
}

/** Leads through the list that a summary was opened from, as the arrow keys and `j` and `k` do. */
export function NeighborButtons({ neighbors: { previous, next, isLoading }, dir }: NeighborButtonsProps) {
  const [back, ahead] = dir === 'ltr' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  return (
    <>
      <Step label="Previous summary" aria-keyshortcuts={`${back} k`} step={previous}>
        <ChevronLeft className="rtl:-scale-x-100" />
      </Step>
      <Step label="Next summary" aria-keyshortcuts={`${ahead} j`} step={isLoading ? null : next} aria-busy={isLoading}>
        {isLoading ? <Spinner className="size-4" /> : <ChevronRight className="rtl:-scale-x-100" />}
      </Step>
    </>
  )
}

import { useState } from 'react'
import type { Progress } from '../../../../shared/summary.ts'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { useCreation } from './creation-context.ts'

/** Cancels a summary, and says before whether that counts against the plan. */
export function CancelButton({ id, progress }: { id: string; progress: Progress | null }) {
  const { cancel, isCanceling } = useCreation()
  const [asking, setAsking] = useState(false)
  // The server may know of a first text that has not reached this page.
  const [isRefused, setIsRefused] = useState(false)
  const counts = isRefused || progress?.cancelCounts === true
  return (
    <>
      <Button look="text" pending={isCanceling} onClick={() => setAsking(true)}>
        Cancel
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel this summary?"
        description={
          counts
            ? 'The summary is already being written, so canceling still counts against your plan.'
            : 'It won’t count against your plan.'
        }
        confirm="Cancel summary"
        cancel="Keep going"
        destructive
        pending={isCanceling}
        onConfirm={() => cancel({ id, ifFree: !counts, onNotFree: () => setIsRefused(true) })}
      />
    </>
  )
}

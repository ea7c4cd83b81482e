import { useState } from 'react'
import type { Progress } from '../../../../shared/summary.ts'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { overallShare } from '../watch/watch-state.ts'
import { useCreation } from './creation-context.ts'

/** From this share of the work on, a slip of the hand would cost enough to be asked about. */
const MUCH = 0.5

/** Gives a summary up; asks first where much of it is done. */
export function CancelButton({ id, progress }: { id: string; progress: Progress | null }) {
  const { cancel, isCanceling } = useCreation()
  const [asking, setAsking] = useState(false)
  const isMuchDone = progress !== null && overallShare(progress) >= MUCH
  return (
    <>
      <Button look="text" pending={isCanceling} onClick={() => (isMuchDone ? setAsking(true) : cancel(id))}>
        Cancel
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancel this summary?"
        description="Much of it is done already. What was made of it is deleted, and nothing is counted."
        confirm="Cancel the summary"
        cancel="Keep going"
        destructive
        pending={isCanceling}
        onConfirm={() => cancel(id)}
      />
    </>
  )
}

import type { Summary } from '../../../shared/summary.ts'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { useDeleteSummary } from './api/delete-summary.ts'

interface DeleteDialogProps {
  summary: Pick<Summary, 'id' | 'title'>
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted?: () => void
}

/** Asks before a summary is deleted, and deletes it. */
export function DeleteDialog({ summary, open, onOpenChange, onDeleted }: DeleteDialogProps) {
  const { mutate, isPending } = useDeleteSummary()
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Are you sure you want to delete this summary?"
      description={summary.title}
      confirm="Delete"
      destructive
      pending={isPending}
      onConfirm={() =>
        mutate(summary.id, {
          onSuccess: () => {
            onOpenChange(false)
            onDeleted?.()
          },
          onError: () => onOpenChange(false),
        })
      }
    />
  )
}

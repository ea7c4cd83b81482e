import type { ReactNode } from 'react'

/** What a question is asked with. */
export interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** What the button that goes ahead says. */
  confirm: string
  cancel?: string
  destructive?: boolean
  pending?: boolean
  onConfirm: () => void
}

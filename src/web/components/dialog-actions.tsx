import type { ReactNode } from 'react'
import { cn } from '../lib/cn.ts'

interface DialogActionsProps {
  className?: string
  /** The buttons, the primary or destructive one last. */
  children: ReactNode
}

/**
 * The buttons at the foot of a dialog: secondary ones on the left, the primary or destructive one on the right. On
 * phones they fill the width, with the primary one on top.
 */
export function DialogActions({ className, children }: DialogActionsProps) {
  return (
    <div
      className={cn('mt-7 flex flex-wrap justify-end gap-2.5 max-sm:flex-col-reverse max-sm:flex-nowrap', className)}
    >
      {children}
    </div>
  )
}

import { X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from './button.tsx'
import { type DialogProps, useDialogParts } from './dialog-parts.ts'
import { onTouch } from './on-touch.tsx'

/** A page laid over the page. */
export const Dialog = onTouch<DialogProps>(async () => import('./dialog-panel.tsx'))

/** What a dialog is called. */
export function DialogTitle(props: ComponentProps<'h2'>) {
  const { Title } = useDialogParts()
  return <Title {...props} />
}

/** The cross in a dialog's corner. */
export function DialogClose({ className }: { className?: string }) {
  const { Close } = useDialogParts()
  return (
    <Close asChild>
      <IconButton label="Close" className={className}>
        <X />
      </IconButton>
    </Close>
  )
}

import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { DialogActions } from './dialog-actions.tsx'
import { useEscape } from './use-escape.ts'
import { useFocusReturn } from './use-focus-return.ts'

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /** Label of the button that goes ahead. */
  confirm: string
  cancel?: string
  destructive?: boolean
  pending?: boolean
  onConfirm: () => void
}

/** Asks for confirmation before a destructive action. Stays open until its owner closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirm, cancel = 'Cancel', destructive, pending, onConfirm } = props
  const { remember, onCloseAutoFocus } = useFocusReturn()
  const escape = useEscape(() => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 grid animate-fade place-items-center overflow-y-auto border-b-(length:--toast) border-transparent bg-veil p-4 data-[state=closed]:animate-leave">
          <Radix.Content
            onOpenAutoFocus={remember}
            onCloseAutoFocus={onCloseAutoFocus}
            {...escape}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className="w-[min(100%,26rem)] animate-rise rounded-card bg-raised p-7 text-ink shadow-float focus:outline-none"
          >
            <Radix.Title className="text-[1.375rem] leading-snug">{title}</Radix.Title>
            {description ? <Radix.Description className="mt-2 text-ink-soft">{description}</Radix.Description> : null}
            <DialogActions>
              <Radix.Cancel asChild>
                <Button look="plain">{cancel}</Button>
              </Radix.Cancel>
              <Button look={destructive ? 'destructive' : 'primary'} pending={pending ?? false} onClick={onConfirm}>
                {confirm}
              </Button>
            </DialogActions>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

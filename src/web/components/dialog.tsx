import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import { cn } from '../lib/cn.ts'
import { IconButton } from './button.tsx'
import { useEscape } from './use-escape.ts'
import { useFocusReturn } from './use-focus-return.ts'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Takes focus when the dialog opens, in place of its first control. */
  onOpenAutoFocus?: (event: Event) => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  className?: string
  children: ReactNode
}

/** Modal dialog that scrolls together with its overlay, so that a long one reads like a page and not like a window. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, onOpenAutoFocus, onKeyDown, className, children } = props
  const { remember, onCloseAutoFocus } = useFocusReturn()
  const escape = useEscape(() => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 grid animate-fade grid-cols-1 scroll-py-20 items-start justify-items-center overflow-y-auto border-b-(length:--toast) border-transparent bg-veil px-3 py-4 data-[state=closed]:animate-leave sm:px-8 sm:py-14">
          <Radix.Content
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              remember()
              onOpenAutoFocus?.(event)
            }}
            onCloseAutoFocus={onCloseAutoFocus}
            {...escape}
            onKeyDown={(event) => {
              escape.onKeyDown(event)
              onKeyDown?.(event)
            }}
            className={cn(
              'relative w-[min(100%,30rem)] animate-rise rounded-card bg-raised text-ink shadow-float focus:outline-none',
              className,
            )}
          >
            {children}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Names the dialog it is in. */
export const DialogTitle = Radix.Title

/** Close button for a dialog's corner. */
export function DialogClose({ className }: { className?: string }) {
  return (
    <Radix.Close asChild>
      <IconButton label="Close" className={className}>
        <X />
      </IconButton>
    </Radix.Close>
  )
}

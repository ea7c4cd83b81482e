import { Dialog as Radix } from 'radix-ui'
import { cn } from '../lib/cn.ts'
import { type DialogParts, DialogPartsContext, type DialogProps } from './dialog-parts.ts'
import { useEscape } from './use-escape.ts'
import { useFocusReturn } from './use-focus-return.ts'

const parts: DialogParts = { Title: Radix.Title, Close: Radix.Close }

/** A page laid over the page. It scrolls with its veil, so that a long one reads like a page and not like a window. */
export default function DialogPanel(props: DialogProps) {
  const { open, onOpenChange, onOpenAutoFocus, onKeyDown, className, children } = props
  const { remember, onCloseAutoFocus } = useFocusReturn()
  const escape = useEscape(() => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 grid animate-fade grid-cols-1 scroll-py-20 items-start justify-items-center overflow-y-auto bg-veil px-3 py-4 data-[state=closed]:animate-leave sm:px-8 sm:py-14">
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
            <DialogPartsContext value={parts}>{children}</DialogPartsContext>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

import { AlertDialog as Radix } from 'radix-ui'
import { Button } from './button.tsx'
import type { ConfirmDialogProps } from './confirm-props.ts'
import { useEscape } from './use-escape.ts'
import { useFocusReturn } from './use-focus-return.ts'

/** The question that a confirmation asks. */
export default function ConfirmPanel(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirm, cancel = 'Cancel', destructive, pending, onConfirm } = props
  const { remember, onCloseAutoFocus } = useFocusReturn()
  const escape = useEscape(() => onOpenChange(false))
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 grid animate-fade place-items-center overflow-y-auto bg-veil p-4 data-[state=closed]:animate-leave">
          <Radix.Content
            onOpenAutoFocus={remember}
            onCloseAutoFocus={onCloseAutoFocus}
            {...escape}
            {...(description ? {} : { 'aria-describedby': undefined })}
            className="w-[min(100%,26rem)] animate-rise rounded-card bg-raised p-7 text-ink shadow-float focus:outline-none"
          >
            <Radix.Title className="text-[1.375rem] leading-snug">{title}</Radix.Title>
            {description ? <Radix.Description className="mt-2 text-ink-soft">{description}</Radix.Description> : null}
            <div className="mt-6 flex flex-wrap justify-end gap-2.5">
              <Radix.Cancel asChild>
                <Button look="plain">{cancel}</Button>
              </Radix.Cancel>
              <Button look={destructive ? 'destructive' : 'primary'} pending={pending ?? false} onClick={onConfirm}>
                {confirm}
              </Button>
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

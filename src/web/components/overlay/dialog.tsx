import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, useRef } from 'react'
import { cn } from '../../lib/cn.ts'
import { takeSentFocus } from '../../lib/page/focus.ts'
import { RootMark } from '../../lib/page/root-mark.ts'
import { useOnline } from '../../lib/page/use-online.ts'
import { Button, IconButton } from '../button.tsx'
import { dismissFailure } from '../toast.tsx'

/** Events that Radix passed to a dialog although the key was pressed in another one. */
const passedOn = new WeakSet<KeyboardEvent>()

/**
 * Closes by Escape only the dialog in which the key was pressed; `onEscape` replaces that. Radix passes the key to its
 * topmost layer: to a shown toast, or to the dialog below one that has just opened. Fields with `data-handles-escape` keep
 * the key for themselves.
 */
function useEscape(close: () => void, onEscape: (() => void) | undefined) {
  const ref = useRef<HTMLDivElement>(null)
  const contains = ({ target }: { target: EventTarget | null }) =>
    target instanceof Node && ref.current?.contains(target) === true
  return {
    ref,
    onEscapeKeyDown: (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.matches('[data-handles-escape]')) {
        event.preventDefault()
        return
      }
      const isOwn = event.target === document.body || contains(event)
      if (isOwn && onEscape === undefined) return
      event.preventDefault()
      passedOn.add(event)
      if (event.target === document.body) onEscape?.()
    },
    onKeyDown: (event: ReactKeyboardEvent<HTMLElement>) => {
      const isTaken = event.defaultPrevented && !passedOn.has(event.nativeEvent)
      if (event.key === 'Escape' && contains(event) && !isTaken) (onEscape ?? close)()
    },
  }
}

/** Returns focus to the element that had it when the dialog opened, else to the dialog below it, or to the screen. */
function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  return {
    remember: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (takeSentFocus()) return
      // A menu that has just closed may not have returned its focus when the dialog opened.
      const below = [...document.querySelectorAll('[role=dialog][data-state=open]')].at(-1) ?? null
      for (const target of [opener.current, below, document.querySelector('#main')]) {
        if (target === document.body || !(target instanceof HTMLElement)) continue
        target.focus({ preventScroll: true })
        if (document.activeElement === target) return
      }
    },
  }
}

const overlayStyle = 'fixed inset-0 grid animate-fade overflow-y-auto bg-veil data-[state=closed]:animate-leave'

interface FrameProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Takes focus when the dialog opens, in place of its first control. */
  onOpenAutoFocus?: (event: Event) => void
  onKeyDown?: (event: ReactKeyboardEvent<HTMLElement>) => void
  /** Called by Escape instead of closing the dialog. */
  onEscape?: (() => void) | undefined
  /** Whether it requires an answer: a click outside does nothing. */
  isQuestion?: boolean
  isDescribed?: boolean
  className?: string
  children: ReactNode
}

function Frame(props: FrameProps) {
  const { open, onOpenChange, onOpenAutoFocus, onKeyDown, onEscape, isQuestion, isDescribed } = props
  const { className, children } = props
  const { remember, onCloseAutoFocus } = useFocusReturn()
  const escape = useEscape(() => onOpenChange(false), onEscape)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay
          className={cn(
            overlayStyle,
            isQuestion
              ? 'z-50 place-items-center p-4'
              : 'z-40 grid-cols-1 scroll-py-20 max-wide:has-[[data-source]]:scroll-pb-[calc(min(22rem,50dvh)+1rem)] auto-rows-max content-center-safe justify-items-center px-3 py-4 sm:px-[clamp(0.75rem,calc((100vw-60rem)/2),2rem)] sm:py-8',
          )}
        >
          <Radix.Content
            role={isQuestion ? 'alertdialog' : 'dialog'}
            {...(isDescribed ? {} : { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              remember()
              // It is about what the user did before, and would cover the dialog.
              dismissFailure()
              onOpenAutoFocus?.(event)
            }}
            onCloseAutoFocus={onCloseAutoFocus}
            onInteractOutside={(event) => {
              if (isQuestion) event.preventDefault()
            }}
            {...escape}
            onKeyDown={(event) => {
              escape.onKeyDown(event)
              onKeyDown?.(event)
            }}
            className={cn('animate-rise rounded-card bg-raised text-ink shadow-float focus:outline-none', className)}
          >
            {isQuestion ? null : <RootMark of="dialog" />}
            {children}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const DialogTitle = Radix.Title

/** Modal dialog that scrolls with its overlay, so that a long one reads like a page. */
export function Dialog({ className, ...rest }: Omit<FrameProps, 'isQuestion' | 'isDescribed'>) {
  return <Frame className={cn('relative w-[min(100%,30rem)]', className)} {...rest} />
}

export const DialogClose = ({ className }: { className?: string }) => (
  <Radix.Close asChild>
    <IconButton label="Close" className={className}>
      <X />
    </IconButton>
  </Radix.Close>
)

/** Props of a dialog that its opener controls. */
export type DialogState = Pick<FrameProps, 'open' | 'onOpenChange'>

interface TitledDialogProps extends DialogState {
  className?: string
  children: ReactNode
  title: ReactNode
  lead?: ReactNode
}

/** Dialog with a title, a lead, and a close button, which comes last so that focus starts in the content. */
export const TitledDialog = ({ title, lead, children, ...rest }: TitledDialogProps) => (
  <Dialog {...rest}>
    <div className="px-6 py-7 sm:px-9 sm:py-8">
      <DialogTitle className="pr-8 text-[1.625rem] leading-tight">{title}</DialogTitle>
      {lead ? <p className="mt-2.5 text-ink-soft">{lead}</p> : null}
      {children}
    </div>
    <DialogClose className="absolute top-3 right-3" />
  </Dialog>
)

interface ConfirmDialogProps extends DialogState {
  title: string
  description?: ReactNode
  confirm: string
  cancel?: string
  destructive?: boolean
  pending?: boolean
  onConfirm: () => void
}

/** Says why the buttons of a dialog are off, since the notice of the page is behind it. */
export const OfflineLine = () => (useOnline() ? null : <p className="mt-4 text-sm text-ink-soft">You’re offline.</p>)

/** Asks for confirmation. `onConfirm` doesn't close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, confirm, cancel = 'Cancel', destructive, pending = false, onConfirm, ...rest } = props
  return (
    <Frame isQuestion isDescribed={Boolean(description)} className="w-[min(100%,26rem)] p-7" {...rest}>
      <DialogTitle className="text-[1.375rem] leading-snug">{title}</DialogTitle>
      {description ? <Radix.Description className="mt-2 text-ink-soft">{description}</Radix.Description> : null}
      <OfflineLine />
      <DialogActions>
        <Radix.Close asChild>
          <Button look="plain">{cancel}</Button>
        </Radix.Close>
        <Button look={destructive ? 'destructive' : 'primary'} pending={pending} needsConnection onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Frame>
  )
}

interface DialogActionsProps {
  /** Whether the buttons of a titled dialog that is higher than the window stay in view. */
  isSticky?: boolean
  children: ReactNode
}

/**
 * Buttons at the bottom of a dialog, the primary or destructive one last. On phones they are stacked, with the last on top;
 * those that stay in view share a line.
 */
export const DialogActions = ({ isSticky = false, children }: DialogActionsProps) => (
  <div
    className={cn(
      'flex flex-wrap justify-end gap-2.5',
      isSticky
        ? 'edge-bar sticky -bottom-4 z-10 -mx-6 mt-2 -mb-7 rounded-b-card bg-raised px-6 pt-3 pb-5 max-sm:*:last:grow sm:-bottom-8 sm:-mx-9 sm:-mb-8 sm:px-9 sm:pt-4 sm:pb-6'
        : 'mt-7 max-sm:flex-col-reverse max-sm:flex-nowrap',
    )}
  >
    {children}
  </div>
)

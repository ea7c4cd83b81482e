import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { publishLength } from '../../lib/publish-length.ts'
import { useStore } from '../../lib/use-store.ts'
import { Button, IconButton } from '../button.tsx'
import { dismissToast, shownToast, type ToastAction, type ToastRecord } from './toast-store.ts'

const DURATION_MS = 5000
const SWIPE_THRESHOLD_PX = 50
/** From this width, a toast fits beside the widest dialog. */
const BESIDE_DIALOG_PX = 1440

/** Action button of a toast. The toast stays while it is hovered or focused, so the label shows when the action expired. */
function ActionButton({ action: { label, altText, lastsMs, tooLate, act } }: { action: ToastAction }) {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (tooLate === undefined) return undefined
    const timer = setTimeout(() => setIsOver(true), lastsMs)
    return () => clearTimeout(timer)
  }, [lastsMs, tooLate])
  return (
    <Radix.Action asChild altText={altText}>
      <Button look="plain" className="min-h-9 px-3.5" aria-disabled={isOver} onClick={isOver ? undefined : act}>
        {isOver ? tooLate : label}
      </Button>
    </Radix.Action>
  )
}

/**
 * Publishes the height of the strip at the bottom of the window that contains the toast, as `--toast`. Dialogs end above it
 * if the window is too narrow for a toast beside them.
 */
function useToastStrip(isShown: boolean) {
  const area = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const { current } = area
    if (!isShown || current === null) return undefined
    const heightNow = () => (innerWidth < BESIDE_DIALOG_PX ? innerHeight - current.getBoundingClientRect().top : 0)
    return publishLength('--toast', current, heightNow)
  }, [isShown])
  return area
}

function ShownToast({ id, open, title, description, variant, action }: ToastRecord) {
  return (
    <Radix.Root
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismissToast(id)
      }}
      duration={action?.lastsMs ?? DURATION_MS}
      type={variant === 'destructive' || action !== undefined ? 'foreground' : 'background'}
      className={cn(
        'grid animate-slide grid-cols-[minmax(0,1fr)_auto_auto] items-start gap-x-2 rounded-card border bg-raised py-3',
        'pr-2 pl-4.5 shadow-float data-[state=closed]:animate-leave data-[swipe=cancel]:translate-x-0',
        'data-[swipe=end]:translate-x-full data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        variant === 'destructive' ? 'border-bad/45' : 'border-line',
      )}
    >
      <div className="py-1">
        <Radix.Title className={cn('text-sm font-medium', variant === 'destructive' && 'text-bad')}>
          {title}
        </Radix.Title>
        {description ? (
          <Radix.Description dir="auto" className="mt-0.5 line-clamp-4 text-sm wrap-anywhere text-ink-soft">
            {description}
          </Radix.Description>
        ) : null}
      </div>
      {action === undefined ? <span /> : <ActionButton action={action} />}
      <Radix.Close asChild>
        <IconButton label="Dismiss">
          <X />
        </IconButton>
      </Radix.Close>
    </Radix.Root>
  )
}

/** Notification area: F8 moves focus there, a swipe to the right dismisses a toast. */
export function Toaster() {
  const shown = useStore(shownToast)
  const area = useToastStrip(shown?.open === true)
  return (
    <Radix.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {shown === null ? null : <ShownToast key={shown.id} {...shown} />}
      <Radix.Viewport
        ref={area}
        hotkey={['F8']}
        // Above the navigation, the banner and the selection bar at the bottom of the window.
        className={cn(
          'fixed right-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom)+var(--banner,0px)+var(--over-foot))] z-60 w-full',
          'p-3 outline-none sm:max-w-[clamp(19rem,calc((100vw-52rem)/2),22rem)]',
          'md:bottom-[calc(var(--banner)+var(--over-foot))] md:p-4',
        )}
      />
    </Radix.Provider>
  )
}

import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { cn } from '../../lib/cn.ts'
import { IconButton } from '../button.tsx'
import { dismissToast, getToasts, subscribeToasts } from './toast-store.ts'

const DURATION_MS = 5000
const SWIPE_THRESHOLD_PX = 50

/** The corner where toasts appear: F8 takes the keyboard there, a swipe to the right sends one away. */
export default function ToastRegion() {
  const toasts = useSyncExternalStore(subscribeToasts, getToasts, getToasts)
  return (
    <Radix.Provider duration={DURATION_MS} swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD_PX}>
      {toasts.map(({ id, open, title, description, variant }) => (
        <Radix.Root
          key={id}
          open={open}
          onOpenChange={(isOpen) => {
            if (!isOpen) dismissToast(id)
          }}
          type={variant === 'destructive' ? 'foreground' : 'background'}
          className={cn(
            'grid animate-slide grid-cols-[minmax(0,1fr)_auto] items-start gap-3 rounded-card border border-line bg-raised py-3 pr-2 pl-4.5 shadow-float data-[state=closed]:animate-leave data-[swipe=cancel]:translate-x-0 data-[swipe=end]:translate-x-full data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            variant === 'destructive' && 'border-bad/45',
          )}
        >
          <div className="py-1">
            <Radix.Title className={cn('text-sm font-medium', variant === 'destructive' && 'text-bad')}>
              {title}
            </Radix.Title>
            {description ? (
              <Radix.Description className="mt-0.5 line-clamp-4 text-sm wrap-anywhere text-ink-soft">
                {description}
              </Radix.Description>
            ) : null}
          </div>
          <Radix.Close asChild>
            <IconButton label="Dismiss">
              <X />
            </IconButton>
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        hotkey={['F8']}
        // Above the bar and the banner at the foot of screens: neither they nor a dialog's title and buttons are covered.
        className="fixed right-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom)+var(--banner,0px))] z-60 w-full p-3 outline-none sm:max-w-[22rem] md:bottom-(--banner) md:p-4"
      />
    </Radix.Provider>
  )
}

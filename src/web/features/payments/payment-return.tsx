import { X } from 'lucide-react'
import { createPortal } from 'react-dom'
import { Button, IconButton, Spinner } from '../../components/button.tsx'
import { SupportLink } from '../../components/links.tsx'
import { shownToast } from '../../components/toast.tsx'
import { cn } from '../../lib/cn.ts'
import { useUnchanged } from '../../lib/page/use-unchanged.ts'
import { useStore } from '../../lib/stores/use-store.ts'
import { usePaymentReturn } from './use-payment-return.ts'

const SLOW_AFTER_MS = 10_000

function Waiting() {
  const isSlow = useUnchanged('waiting', SLOW_AFTER_MS)
  return (
    <div className="flex gap-3.5 p-4.5">
      <Spinner className="mt-0.5 size-4.5 shrink-0 text-accent" />
      <output className="block text-sm">
        <span className="block font-medium">{isSlow ? 'Still confirming' : 'Confirming'} your payment…</span>
        <span className="mt-0.5 block text-ink-soft">
          {isSlow ? 'This is taking longer than usual. You won’t be charged twice, and you' : 'You'} can keep working.
        </span>
      </output>
    </div>
  )
}

/** Wraps the action of a button that disappears with the notice, and moves focus to the screen. */
const movingFocus = (action: () => void) => () => {
  document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
  action()
}

function Unconfirmed({ again, dismiss }: { again: () => void; dismiss: () => void }) {
  return (
    <div className="py-3 pr-2 pl-4.5 text-sm">
      <div className="flex items-start justify-between gap-3">
        <p className="py-1.5 font-medium">Your payment isn’t confirmed yet</p>
        <IconButton label="Dismiss" onClick={movingFocus(dismiss)}>
          <X />
        </IconButton>
      </div>
      <p className="pr-2.5 text-ink-soft">
        If you’ve paid, nothing is lost: check again in a moment, or email <SupportLink />.
      </p>
      <Button look="plain" className="mt-3.5 mb-1.5" needsConnection onClick={movingFocus(again)}>
        Check again
      </Button>
    </div>
  )
}

/** Handles the return from the hosted payment page. Renders before the screens, whose guards redirect in effects. */
export default function PaymentReturn() {
  const notice = usePaymentReturn()
  // Toasts appear in the same corner, and have priority.
  const isHidden = useStore(shownToast)?.open === true
  if (notice === null) return null
  // At the end of the document, so that the skip link stays the first tab stop.
  return createPortal(
    <section
      aria-label="Payment"
      // The delay avoids a flash when the response comes quickly.
      className={cn(
        'fixed right-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom)+var(--banner,0px))] z-30 w-full animate-rise p-3',
        '[animation-delay:400ms] [animation-fill-mode:backwards] sm:max-w-[22rem] md:bottom-(--banner) md:p-4',
        'print:hidden',
        isHidden && 'invisible',
      )}
    >
      <div className="rounded-card border border-line bg-raised shadow-float">
        {notice.kind === 'waiting' ? <Waiting /> : <Unconfirmed again={notice.again} dismiss={notice.dismiss} />}
      </div>
    </section>,
    document.body,
  )
}

import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button, IconButton } from '../../components/button.tsx'
import { SupportLink } from '../../components/links.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { shownToast } from '../../components/toast/toast-store.ts'
import { cn } from '../../lib/cn.ts'
import { useStore } from '../../lib/use-store.ts'
import { type PaymentNotice, usePaymentReturn } from './use-payment-return.ts'

/** From then on it is worth a word that it takes so long. */
const SLOW_AFTER_MS = 10_000

function Waiting() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="flex gap-3.5 p-4.5">
      <Spinner className="mt-0.5 size-4.5 shrink-0 text-accent" />
      {/* Read out as it comes, and as it changes. */}
      <output className="block text-sm">
        <span className="block font-medium">
          {isSlow ? 'Still confirming your payment…' : 'Confirming your payment…'}
        </span>
        <span className="mt-0.5 block text-ink-soft">
          {isSlow
            ? 'This is taking longer than usual. You won’t be charged twice, and you can keep working.'
            : 'You can keep working.'}
        </span>
      </output>
    </div>
  )
}

/** Goes on from a button that will be gone: the keyboard stays on the page. */
function fromHere(work: () => void): () => void {
  return () => {
    const main = document.querySelector('#main')
    if (main instanceof HTMLElement) main.focus({ preventScroll: true })
    work()
  }
}

function Unconfirmed({ again, dismiss }: { again: () => void; dismiss: () => void }) {
  return (
    <div className="py-3 pr-2 pl-4.5 text-sm">
      <div className="flex items-start justify-between gap-3">
        <p className="py-1.5 font-medium">Your payment isn’t confirmed yet</p>
        <IconButton label="Dismiss" onClick={fromHere(dismiss)}>
          <X />
        </IconButton>
      </div>
      <p className="pr-2.5 text-ink-soft">
        If you’ve paid, nothing is lost: check again in a moment, or email <SupportLink />.
      </p>
      <Button look="plain" className="mt-3.5 mb-1.5" onClick={fromHere(again)}>
        Check again
      </Button>
    </div>
  )
}

function Notice({ notice }: { notice: PaymentNotice }) {
  // It has the place where toasts come, and they come first: two messages on top of each other are none.
  const isHidden = useStore(shownToast)?.open === true
  return (
    <section
      aria-label="Payment"
      // What is over at once is not worth a flash.
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
    </section>
  )
}

/**
 * What the app does when somebody comes back from the hosted payment page. Stands before the screens, whose guards lead
 * on in effects of their own, and goes on while the person moves about.
 */
export default function PaymentReturn() {
  const notice = usePaymentReturn()
  // At the end of the page, so that the way past the bar stays the keyboard's first stop.
  return notice === null ? null : createPortal(<Notice notice={notice} />, document.body)
}

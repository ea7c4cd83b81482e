import { X } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../components/button.tsx'
import { cn } from '../../lib/cn.ts'
import { closeBanner, openCookieSettings, useConsent } from '../../lib/consent.ts'
import { tellBannerHeight } from './banner-height.ts'
import { decide } from './decide.ts'
import { PolicyLink } from './policy-link.tsx'

const CookieSettings = lazy(async () => import('./cookie-settings.tsx'))

function useKnownHeight() {
  const banner = useRef<HTMLElement>(null)
  useEffect(() => (banner.current === null ? undefined : tellBannerHeight(banner.current)), [])
  return banner
}

/** The banner goes with the button that had the keyboard; the screen takes it over. */
function leaveTo(act: () => void): () => void {
  return () => {
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
    act()
  }
}

function Banner({ isAboveLinks }: { isAboveLinks: boolean }) {
  const banner = useKnownHeight()
  return (
    <section
      ref={banner}
      id="cookie-banner"
      aria-label="Cookies"
      className={cn(
        'fixed inset-x-0 bottom-0 z-30 animate-rise border-t border-line-strong/50 bg-raised short:static short:border-t-0 short:border-b print:hidden',
        isAboveLinks
          ? 'max-md:bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))] md:pb-[env(safe-area-inset-bottom)]'
          : 'pb-[env(safe-area-inset-bottom)]',
      )}
    >
      <div className="wrap relative flex flex-wrap items-center gap-x-8 gap-y-3 py-3.5 lg:flex-nowrap">
        <p className="min-w-0 flex-[1_1_24rem] pr-9 text-sm text-pretty text-ink-soft lg:pr-0">
          <span className="font-medium text-ink">Only useful cookies.</span> Essential cookies keep you signed in. If
          you agree, we also remember your theme. We don’t track you. <PolicyLink>Privacy Policy</PolicyLink>
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <Button look="plain" className="px-3.5" onClick={leaveTo(() => decide(true))}>
            Accept All
          </Button>
          <Button look="plain" className="px-3.5" onClick={leaveTo(() => decide(false))}>
            Essential Only
          </Button>
          <Button look="text" onClick={openCookieSettings}>
            Customize
          </Button>
        </div>
        <IconButton
          label="Close"
          className="max-lg:absolute max-lg:top-2 max-lg:right-2 lg:-mr-2.5"
          onClick={leaveTo(closeBanner)}
        >
          <X />
        </IconButton>
      </div>
    </section>
  )
}

interface CookieBannerProps {
  /** Whether small screens have links at their foot, which the banner leaves free. */
  isAboveLinks: boolean
}

/** Asks what may be kept in this browser until that is decided, and shows the settings when they are asked for. */
export function CookieBanner({ isAboveLinks }: CookieBannerProps) {
  const { isAsking, isChoosing } = useConsent()
  // Once opened it stays, so that it closes in its own time and gives the keyboard back.
  const [wasOpened, setWasOpened] = useState(isChoosing)
  if (isChoosing && !wasOpened) setWasOpened(true)
  return (
    <>
      {isAsking ? <Banner isAboveLinks={isAboveLinks} /> : null}
      {wasOpened ? (
        <Suspense>
          <CookieSettings />
        </Suspense>
      ) : null}
    </>
  )
}

import { Lock, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { pagePaths } from '../../../shared/paths.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { textLinkStyle } from '../../components/links.tsx'
import { DialogActions } from '../../components/overlay/dialog.tsx'
import { cn } from '../../lib/cn.ts'
import { followBannerHeight } from '../../lib/stores/cookie-notice.ts'

const policyPath = `${pagePaths.privacyPolicy}#cookies`

/** Links to the cookie section of the privacy policy. On that page itself the browser has to scroll, so it's a plain link. */
function PolicyLink({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const Tag = path === pagePaths.privacyPolicy ? 'a' : Link
  return (
    <Tag href={policyPath} data-cookies="dismiss" className={textLinkStyle}>
      {children}
    </Tag>
  )
}

/** Where the banner is: at the bottom of the window, above the links there, or in the page, where it covers nothing. */
type BannerPlace = 'bottom' | 'above-links' | 'page'

const placeStyles: Record<BannerPlace, string> = {
  page: 'border-b border-line bg-sunk',
  bottom: 'fixed pb-[env(safe-area-inset-bottom)]',
  'above-links':
    'fixed max-md:bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))] md:pb-[env(safe-area-inset-bottom)]',
}

/** The banner; styles hide it once the user has decided or closed it. */
function Banner({ place }: { place: BannerPlace }) {
  const banner = useRef<HTMLElement>(null)
  useEffect(() => (banner.current === null ? undefined : followBannerHeight(banner.current)), [])
  return (
    <section
      ref={banner}
      id="cookie-banner"
      aria-label="Cookies"
      className={cn(
        'print:hidden',
        place !== 'page' &&
          'inset-x-0 bottom-0 z-30 animate-rise border-t border-line-strong/50 bg-raised short:static short:border-t-0 short:border-b',
        placeStyles[place],
      )}
    >
      <div className="wrap relative flex flex-wrap items-center gap-x-8 gap-y-3 py-3.5 lg:flex-nowrap">
        <p className="min-w-0 flex-[1_1_24rem] pr-9 text-sm text-pretty text-ink-soft lg:pr-0">
          <span className="font-medium text-ink">Only useful cookies.</span> Essential cookies keep you signed in. If
          you agree, we also remember how you like to read, and keep what you read for offline. We don’t track you.{' '}
          <PolicyLink>Privacy Policy</PolicyLink>
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <Button look="plain" className="px-3.5" data-cookies="accept">
            Accept All
          </Button>
          <Button look="plain" className="px-3.5" data-cookies="decline">
            Essential Only
          </Button>
          <Button look="text" data-cookies="settings">
            Customize
          </Button>
        </div>
        <IconButton
          label="Close"
          className="max-lg:absolute max-lg:top-2 max-lg:right-2 lg:-mr-2.5"
          data-cookies="close"
        >
          <X />
        </IconButton>
      </div>
    </section>
  )
}

const switchStyle = cn(
  'relative touch-target inline-block h-6 w-10.5 shrink-0 appearance-none rounded-full border border-line-strong',
  'bg-sunk transition-colors duration-150 before:absolute before:top-0.5 before:left-0.5 before:size-4.5',
  'before:rounded-full before:bg-line-strong before:transition-transform before:duration-150',
  'checked:before:translate-x-4.5 enabled:cursor-pointer enabled:checked:border-accent enabled:checked:bg-accent',
  'enabled:checked:before:bg-on-accent disabled:cursor-not-allowed disabled:checked:bg-line-strong',
  'disabled:checked:before:bg-paper',
)

interface ChoiceProps {
  name: string
  isLocked?: boolean
  children: ReactNode
}

function Choice({ name, isLocked = false, children }: ChoiceProps) {
  const id = useId()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 border-b border-line py-4.5">
      <div>
        <label htmlFor={id} className="font-medium">
          {name}
        </label>
        {isLocked ? (
          <span className="ml-2.5 inline-flex items-center gap-1 text-[0.8125rem] text-ink-soft">
            <Lock aria-hidden="true" className="size-3" /> Always on
          </span>
        ) : null}
        <p id={`${id}-about`} className="mt-1 text-sm text-ink-soft">
          {children}
        </p>
      </div>
      <input
        id={id}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox reports its own state
        role="switch"
        name={name.toLowerCase()}
        aria-describedby={`${id}-about`}
        defaultChecked={isLocked}
        disabled={isLocked}
        className={switchStyle}
      />
    </div>
  )
}

function Settings() {
  return (
    <dialog
      id="cookie-settings"
      aria-labelledby="cookie-settings-title"
      className="m-auto w-[min(100%-1.5rem,30rem)] max-w-none rounded-card bg-raised text-ink shadow-float backdrop:bg-veil open:animate-rise"
    >
      <div className="px-6 py-7 sm:px-9 sm:py-8">
        <h2 id="cookie-settings-title" className="text-[1.625rem] leading-tight">
          Cookie settings
        </h2>
        <p className="mt-2 mb-4.5 text-ink-soft">
          Choose what this browser remembers. You can change this anytime at the bottom of every page.
        </p>
        <div className="border-t border-line">
          <Choice name="Essential" isLocked>
            Keeps you signed in, saves what you’re typing, and remembers this choice.
          </Choice>
          <Choice name="Functional">
            Remembers your light or dark theme, and whether you read with the source open. Keeps what you read for
            offline.
          </Choice>
        </div>
        <p className="mt-4 text-sm text-ink-soft">
          That’s all we use. <PolicyLink>See the full list</PolicyLink>
        </p>
        <DialogActions>
          <Button look="plain" data-cookies="dismiss">
            Cancel
          </Button>
          <Button data-cookies="save">Save Preferences</Button>
        </DialogActions>
      </div>
    </dialog>
  )
}

/** The cookie banner and settings. Only markup, for static pages too: lib/cookie-notice.ts adds the behavior. */
export const CookieNotice = ({ place }: { place: BannerPlace }) => (
  <>
    <Banner place={place} />
    <Settings />
  </>
)

import { Search } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { User } from '../../../shared/account/accounts.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { ShortcutsDialog } from '../../components/overlay/shortcuts-dialog.tsx'
import { CookieNotice } from '../../features/consent/cookie-notice.tsx'
import { CreationProvider } from '../../features/summaries/creation/creation-provider.tsx'
import { focusSearch } from '../../features/summaries/list/search-request.ts'
import { useOpenSummary } from '../../features/summaries/open-summary.ts'
import { useAuth } from '../../lib/auth/auth-context.tsx'
import { cn } from '../../lib/cn.ts'
import {
  isBelowDialog,
  isQuestionOpen,
  isSearchKey,
  searchHint,
  searchKeys,
  useWindowEvent,
} from '../../lib/page/input.ts'
import { publishLength } from '../../lib/page/publish-length.ts'
import { useOnline } from '../../lib/page/use-online.ts'
import { useOwnPlan } from '../../lib/plans/own-plan.ts'
import { useSite } from '../../lib/site.ts'
import { allowsFunctional } from '../../lib/stores/consent.ts'
import { Bar, BarLink, Footer, SkipLink } from './frame.tsx'
import { MainScreen } from './main-screen.tsx'
import { isAt, type NavLink, signedInLinks } from './nav-links.ts'
import { UserMenu } from './user-menu.tsx'

function BottomNav({ links }: { links: readonly NavLink[] }) {
  const [path] = useLocation()
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t border-line bg-paper pb-[env(safe-area-inset-bottom)] in-data-has-selection:hidden md:hidden print:hidden"
    >
      {links.map(({ href, label, Icon }) => (
        <Link
          key={href}
          href={href}
          aria-current={isAt(path, href) ? 'page' : undefined}
          className="flex h-14 flex-col items-center justify-center gap-1 text-[0.6875rem] text-ink-soft no-underline -outline-offset-4 aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          <Icon className="size-5" strokeWidth={1.75} />
          {label}
        </Link>
      ))}
    </nav>
  )
}

/** Says that the browser is offline, and what works meanwhile. It lies over the page, so that the page keeps its place. */
function OfflineNotice({ hasLinksBelow = false, children }: { hasLinksBelow?: boolean; children?: ReactNode }) {
  const isOnline = useOnline()
  const notice = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const { current } = notice
    return isOnline || current === null ? undefined : publishLength('--offline', current, () => current.offsetHeight)
  }, [isOnline])
  return (
    <output
      className={cn(
        'fixed inset-x-0 z-20 block print:hidden',
        hasLinksBelow
          ? 'bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom)+var(--cookies)+var(--over-foot))] md:bottom-(--cookies)'
          : 'bottom-(--cookies)',
      )}
    >
      {isOnline ? null : (
        <span
          ref={notice}
          className={cn(
            'block animate-fade border-t border-line bg-sunk text-sm md:pb-[env(safe-area-inset-bottom)]',
            !hasLinksBelow && 'pb-[env(safe-area-inset-bottom)]',
          )}
        >
          <span className="wrap block py-2.5 text-balance">You’re offline.{children}</span>
        </span>
      )}
    </output>
  )
}

function PlanBadge() {
  const { plan, state } = useOwnPlan()
  return plan !== undefined && state === 'paid' ? <Badge>{plan.name} Plan</Badge> : null
}

/** Opens the search anywhere, as / and Ctrl+K do. Closes an open summary, but no dialog that asks a question. */
function SearchButton() {
  const [path, navigate] = useLocation()
  const { openId, close } = useOpenSummary()
  const isOnList = path.startsWith(pagePaths.summaries)

  const search = () => {
    if (!isOnList) navigate(pagePaths.summaries)
    else if (openId !== null) close()
    focusSearch()
  }

  useWindowEvent('keydown', (event) => {
    if (!isSearchKey(event) || event.repeat) return
    event.preventDefault()
    if (openId !== null ? !isQuestionOpen() : !isBelowDialog()) search()
  })

  return (
    <button
      type="button"
      aria-keyshortcuts={searchKeys}
      title={`Search your summaries (${searchHint()})`}
      onClick={search}
      className="relative touch-target inline-flex min-h-9 items-center gap-2 rounded-control px-2 text-sm text-ink-soft transition-colors duration-150 hover:bg-sunk hover:text-ink"
    >
      <Search aria-hidden="true" className="size-4.5" />
      <span className="sr-only">Go to search</span>
      {/* The field of the list has it itself. */}
      {isOnList ? null : <kbd className="hidden font-sans text-xs lg:pointer-fine:inline">{searchHint()}</kbd>}
    </button>
  )
}

function MemberShell({ user, children }: { user: User; children: ReactNode }) {
  const { catalogue, stored } = useOwnPlan()
  const [isListingShortcuts, listShortcuts] = useState(false)
  const links = signedInLinks(catalogue, stored)
  return (
    <CreationProvider key={user.id}>
      <Bar>
        <nav aria-label="Main" className="ml-1.5 hidden gap-6 md:flex">
          {links.map(({ href, label }) => (
            <BarLink key={href} href={href} label={label} />
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2.5 xs:gap-4">
          <PlanBadge />
          <SearchButton />
          <UserMenu user={user} onShortcuts={() => listShortcuts(true)} />
        </div>
      </Bar>
      <OfflineNotice hasLinksBelow>
        {allowsFunctional() ? ' Your list and the last pages you opened are here.' : ''} Links and texts you submit
        start when you’re back.
      </OfflineNotice>
      <MainScreen>{children}</MainScreen>
      <div className="max-md:pb-[calc(3.5rem+env(safe-area-inset-bottom))]">
        <Footer isVisitor={false} />
      </div>
      <BottomNav links={links} />
      <ShortcutsDialog open={isListingShortcuts} onOpenChange={listShortcuts} />
    </CreationProvider>
  )
}

/** Screens for visitors with a primary action of their own. */
const actingScreens: ReadonlySet<string> = new Set([
  pagePaths.login,
  pagePaths.register,
  pagePaths.forgotPassword,
  pagePaths.resetPassword,
  pagePaths.verifyEmail,
  pagePaths.subscribe,
])

/** The bar for visitors. On the narrowest screens, Pricing is in the footer only. */
function VisitorBar() {
  const { sells, isOpen } = useSite()
  const [path] = useLocation()
  return (
    <Bar>
      <nav aria-label="Main" className="ml-auto flex items-center gap-3.5 xs:gap-6">
        {sells ? <BarLink href={pagePaths.subscribe} label="Pricing" className="max-[21.5rem]:hidden" /> : null}
        {isOpen ? <BarLink href={pagePaths.login} label="Log In" /> : null}
        <Button asChild look={actingScreens.has(path) ? 'plain' : 'primary'} className="max-xs:px-3">
          {isOpen ? <Link href={pagePaths.register}>Get Started</Link> : <Link href={pagePaths.login}>Log In</Link>}
        </Button>
      </nav>
    </Bar>
  )
}

export function Shell({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  const [path] = useLocation()
  const isHome = user === null && path === pagePaths.home
  return (
    <>
      <SkipLink />
      {isHome ? null : <CookieNotice place={user === null ? 'bottom' : 'above-links'} />}
      {user === null ? (
        <>
          <VisitorBar />
          {isHome ? <CookieNotice place="page" /> : null}
          <OfflineNotice />
          <MainScreen>{children}</MainScreen>
          <Footer isVisitor />
        </>
      ) : (
        <MemberShell user={user}>{children}</MemberShell>
      )}
    </>
  )
}

import { type ReactNode, useEffect, useState } from 'react'
import type { User } from '../../../shared/accounts.ts'
import { CreationProvider } from '../../features/summaries/creation/creation-provider.tsx'
import { isShortcut } from '../../lib/input.ts'
import { usePlans } from '../../lib/plans.ts'
import { Bar, BarLink } from './bar.tsx'
import { BottomNav } from './bottom-nav.tsx'
import { Footer } from './footer.tsx'
import { MainScreen } from './main-screen.tsx'
import { signedInLinks } from './nav-links.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { PlanBadge } from './plan-badge.tsx'
import { SearchButton } from './search-button.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { UserMenu } from './user-menu.tsx'

interface MemberShellProps {
  user: User
  children: ReactNode
}

/** Whether a dialog is open that the user has to answer first. */
const isQuestionOpen = (): boolean => document.querySelector('[role=alertdialog], dialog[open]') !== null

/** State of the list of shortcuts, which the ? key opens from every screen. */
function useShortcutsList() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isShortcut(event) || isQuestionOpen()) return
      event.preventDefault()
      setIsOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return [isOpen, setIsOpen] as const
}

/** Frame around every screen of a signed-in user: bars, menu, and the dialog that shows summaries. */
export function MemberShell({ user, children }: MemberShellProps) {
  const { data: catalogue } = usePlans()
  const [isListingShortcuts, listShortcuts] = useShortcutsList()
  const links = signedInLinks(catalogue, user.subscriptionPlan)
  return (
    <CreationProvider key={user.id}>
      <Bar>
        <nav aria-label="Main" className="ml-1.5 hidden gap-6 md:flex">
          {links.map(({ href, label }) => (
            <BarLink key={href} href={href} label={label} />
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2.5 xs:gap-4">
          <PlanBadge plan={user.subscriptionPlan} />
          <SearchButton />
          <UserMenu user={user} onShortcuts={() => listShortcuts(true)} />
        </div>
      </Bar>
      <OfflineNotice />
      <MainScreen>{children}</MainScreen>
      <div className="max-md:pb-[calc(3.5rem+env(safe-area-inset-bottom))]">
        <Footer isVisitor={false} />
      </div>
      <BottomNav links={links} />
      <ShortcutsDialog open={isListingShortcuts} onOpenChange={listShortcuts} />
    </CreationProvider>
  )
}

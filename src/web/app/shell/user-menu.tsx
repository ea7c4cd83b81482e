import { CircleUser, CreditCard, Keyboard, LogOut, Sparkle } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'wouter'
import type { User } from '../../../shared/account/accounts.ts'
import { displayName } from '../../../shared/account/user-names.ts'
import { pagePaths } from '../../../shared/paths.ts'
import { Avatar } from '../../components/avatar.tsx'
import * as Menu from '../../components/overlay/menu.tsx'
import { themeChoices, useThemePreference } from '../../components/overlay/theme-menu.tsx'
import { useLogOut } from '../../features/auth/use-log-out.ts'
import { usePlans } from '../../lib/queries.ts'
import { parseThemePreference, themePreference } from '../../lib/stores/theme.ts'
import { planLinks } from './nav-links.ts'

export function UserMenu({ user, onShortcuts }: { user: User; onShortcuts: () => void }) {
  const { data: catalogue } = usePlans()
  const logout = useLogOut()
  const theme = useThemePreference()
  const trigger = useRef<HTMLButtonElement>(null)
  const wantsShortcuts = useRef(false)
  // The dialog opens from the avatar, which takes focus back when it closes: the menu is gone by then.
  const openShortcuts = (event: Event) => {
    if (!wantsShortcuts.current) return
    wantsShortcuts.current = false
    event.preventDefault()
    trigger.current?.focus()
    onShortcuts()
  }
  const name = displayName(user)
  return (
    <Menu.Root>
      <Menu.Trigger ref={trigger} className="relative touch-target rounded-full">
        <span className="sr-only">Your account</span>
        <Avatar user={user} />
      </Menu.Trigger>
      <Menu.Content className="w-60" onCloseAutoFocus={openShortcuts}>
        <div className="px-2.5 pt-2 pb-2.5">
          <p className="truncate text-sm font-medium">{name}</p>
          {name === user.email ? null : <p className="truncate text-[0.8125rem] text-ink-soft">{user.email}</p>}
        </div>
        <Menu.Rule />
        {(catalogue === undefined ? [] : planLinks(catalogue, user.subscriptionPlan)).map(({ href, label }) => (
          <Menu.Item key={href} asChild>
            <Link href={href}>
              {href === pagePaths.subscribe ? <Sparkle /> : <CreditCard />} {label}
            </Link>
          </Menu.Item>
        ))}
        <Menu.Item asChild>
          <Link href={pagePaths.account}>
            <CircleUser /> Account
          </Link>
        </Menu.Item>
        <Menu.Rule />
        <Menu.RadioGroup value={theme} onValueChange={(value) => themePreference.set(parseThemePreference(value))}>
          <Menu.Label>Theme</Menu.Label>
          {themeChoices.map(({ value, label, Icon }) => (
            <Menu.RadioItem key={value} value={value}>
              <Icon /> {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Rule />
        <Menu.Item
          onSelect={() => {
            wantsShortcuts.current = true
          }}
          className="pointer-coarse:hidden"
        >
          <Keyboard /> Keyboard shortcuts
        </Menu.Item>
        <Menu.Item needsConnection onSelect={() => logout.mutate()}>
          <LogOut /> Sign out
        </Menu.Item>
      </Menu.Content>
    </Menu.Root>
  )
}

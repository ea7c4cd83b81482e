import type { User } from '../../../shared/accounts.ts'
import { Avatar } from '../../components/avatar.tsx'

export interface UserMenuProps {
  user: User
}

/** What the button of the menu shows and is called. */
export const userMenuTrigger = ({ user }: UserMenuProps) => ({
  className: 'relative touch-target rounded-full',
  children: (
    <>
      <span className="sr-only">Your account</span>
      <Avatar user={user} />
    </>
  ),
})

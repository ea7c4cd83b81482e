import { type ClosedProps, openable } from '../../components/openable.tsx'
import { type UserMenuProps, userMenuTrigger } from './user-menu-trigger.tsx'

function Closed({ button, user }: UserMenuProps & { button: ClosedProps }) {
  return <button {...button} {...userMenuTrigger({ user })} />
}

/** The menu under the avatar. */
export const UserMenu = openable<UserMenuProps>('menu', { load: async () => import('./user-menu-list.tsx'), Closed })

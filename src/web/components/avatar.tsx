import { Avatar as Radix } from 'radix-ui'
import { avatarInitials, type User } from '../../shared/accounts.ts'
import { cn } from '../lib/cn.ts'

interface AvatarProps {
  user: User
  className?: string
}

/** A person's picture, or their initials where there is none or it does not load. */
export function Avatar({ user, className }: AvatarProps) {
  return (
    <Radix.Root
      aria-hidden="true"
      className={cn(
        'grid size-9 shrink-0 place-items-center overflow-hidden rounded-full bg-sunk text-[0.8125rem] font-medium text-ink',
        className,
      )}
    >
      {user.profileImageUrl === null ? null : (
        <Radix.Image
          src={user.profileImageUrl}
          alt=""
          referrerPolicy="no-referrer"
          className="size-full object-cover"
        />
      )}
      <Radix.Fallback>{avatarInitials(user)}</Radix.Fallback>
    </Radix.Root>
  )
}

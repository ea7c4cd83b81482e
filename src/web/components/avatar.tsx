import type { SyntheticEvent } from 'react'
import type { User } from '../../shared/account/accounts.ts'
import { avatarInitials } from '../../shared/account/user-names.ts'
import { cn } from '../lib/cn.ts'

/** Hides an image that failed to load. */
export const hideImage = ({ currentTarget }: SyntheticEvent<HTMLElement>): void => {
  currentTarget.hidden = true
}

export function Avatar({ user, className }: { user: User; className?: string }) {
  const { profileImageUrl } = user
  return (
    <span
      aria-hidden="true"
      className={cn(
        'relative grid shrink-0 place-items-center overflow-hidden rounded-full bg-sunk font-medium text-ink base:size-9 base:text-[0.8125rem]',
        className,
      )}
    >
      {avatarInitials(user)}
      {profileImageUrl === null ? null : (
        <img
          key={profileImageUrl}
          src={profileImageUrl}
          alt=""
          referrerPolicy="no-referrer"
          onError={hideImage}
          className="absolute inset-0 size-full bg-sunk object-cover"
        />
      )}
    </span>
  )
}

import { useState } from 'react'
import { avatarInitials, type User } from '../../shared/accounts.ts'
import { cn } from '../lib/cn.ts'

interface AvatarProps {
  user: User
  className?: string
}

/** A person's initials, and over them their picture where there is one and it loads. */
export function Avatar({ user, className }: AvatarProps) {
  const { profileImageUrl } = user
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <span
      aria-hidden="true"
      className={cn(
        'relative grid shrink-0 place-items-center overflow-hidden rounded-full bg-sunk font-medium text-ink base:size-9 base:text-[0.8125rem]',
        className,
      )}
    >
      {avatarInitials(user)}
      {profileImageUrl === null || profileImageUrl === failed ? null : (
        <img
          src={profileImageUrl}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setFailed(profileImageUrl)}
          // In a page rendered by the server it may have failed before React listened.
          ref={(image) => {
            if (image?.complete === true && image.naturalWidth === 0) setFailed(profileImageUrl)
          }}
          className="absolute inset-0 size-full bg-sunk object-cover"
        />
      )}
    </span>
  )
}

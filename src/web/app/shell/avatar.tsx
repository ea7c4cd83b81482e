import { Avatar as Radix } from 'radix-ui'
import { avatarInitials, type User } from '../../../shared/accounts.ts'

/** A person's picture, or their initials where there is none or it does not load. */
export function Avatar({ user }: { user: User }) {
  return (
    <Radix.Root
      aria-hidden="true"
      className="grid size-9 place-items-center overflow-hidden rounded-full bg-sunk text-[0.8125rem] font-medium text-ink"
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

import { AppError } from '../../../shared/errors.ts'
import type { Db, Tx } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import type { Clock } from '../../platform/clock.ts'
import type { PostLetter } from './letters.ts'
import { hashLinkToken } from './link-token.ts'
import {
  isEmailTaken,
  type LinkWithUser,
  removeEmailLinks,
  setEmail,
  setEmailVerified,
  useEmailLink,
  voidMailedLinks,
} from './links-repo.ts'
import { addresseeOf } from './notices.ts'

export interface ConfirmEmailDeps {
  db: Db
  clock: Clock
  postLetter: PostLetter
  /** Signs a person out of every browser but the one that opened the link, where they are signed in there. */
  endOtherSessions: (tx: Tx, userId: string) => Promise<void>
}

export interface ConfirmedEmail {
  userId: string
  email: string
  /** Whether it is the new address of an account that had another one. */
  change: boolean
}

const invalid = (): AppError =>
  new AppError('link_invalid', 'This link is no longer valid. Please sign in and ask for a new one.')

const taken = (cause?: unknown): AppError =>
  new AppError('email_taken', 'This address has an account of its own by now, so yours was not changed.', { cause })

/** The link proves the address that it was mailed to, and none that the person has had since. */
async function verify(tx: Tx, link: LinkWithUser, now: Date): Promise<void> {
  if (link.user.email.toLowerCase() !== link.email.toLowerCase()) throw invalid()
  await setEmailVerified(tx, link.userId, now)
  await removeEmailLinks(tx, link.userId, 'verify')
}

async function change(deps: ConfirmEmailDeps, tx: Tx, { user, email }: LinkWithUser): Promise<void> {
  if (await isEmailTaken(tx, email, user.id)) throw taken()
  await setEmail(tx, user.id, email, deps.clock.now())
  await voidMailedLinks(tx, user.id)
  await deps.endOtherSessions(tx, user.id)
  await deps.postLetter(tx, { kind: 'notice', notice: 'email_changed', ...addresseeOf(user) })
}

/**
 * Confirms an address by the token of a link that was mailed to it. A new account's address is marked as verified; an
 * old account moves to its new address, and whatever was mailed to the former one is void. A Google account stays
 * connected: it is known by its number, and its address need not be the account's.
 *
 * @throws AppError `link_invalid` for a token that is unknown, used, replaced, called off or too old: nobody learns
 *   which; `email_taken`, when another account has got the address since
 */
export async function confirmEmail(deps: ConfirmEmailDeps, token: string): Promise<ConfirmedEmail> {
  const now = deps.clock.now()
  try {
    return await deps.db.transaction(async (tx) => {
      const link = await useEmailLink(tx, hashLinkToken(token), now)
      if (link === undefined) throw invalid()
      const isChange = link.purpose === 'change'
      if (isChange) await change(deps, tx, link)
      else await verify(tx, link, now)
      return { userId: link.userId, email: link.email, change: isChange }
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_lower')) throw taken(error)
    throw error
  }
}

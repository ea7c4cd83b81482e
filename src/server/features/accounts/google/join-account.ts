import type { Welcome } from '../../../../shared/redirect-params.ts'
import type { Tx } from '../../../db/database.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import type { AccountContext } from '../context.ts'
import { voidEmailedLinks } from '../email/email-links-repo.ts'
import { enqueueNotice } from '../email/notices.ts'
import { acceptInvitation } from '../invitations/invitations.ts'
import { endSessionsOf } from '../session/start-session.ts'
import { deleteTokensOf } from '../tokens/tokens-repo.ts'
import { insertUser, updateUser } from '../users-repo.ts'
import type { GoogleProfile } from './profile.ts'
import { findUserByGoogleId, lockGoogleAccount, lockUserByEmail } from './repo.ts'

/** The account of a Google profile, or `other_account`: the account is connected to another Google account. */
type Joined = { kind: Welcome; user: UserRow } | { kind: 'other_account'; user: UserRow }

/** First and last name are taken together, and only by users who have neither. */
const missingName = (user: UserRow, { firstName, lastName }: GoogleProfile) =>
  user.firstName === null && user.lastName === null ? { firstName, lastName } : {}

/** Signs in to a connected account, whose email stays as it is here. */
async function signInAgain(tx: Tx, user: UserRow, profile: GoogleProfile, now: Date): Promise<Joined> {
  const picture = profile.pictureUrl === null ? {} : { profileImageUrl: profile.pictureUrl }
  const updated = await updateUser(tx, user.id, { ...missingName(user, profile), ...picture }, now)
  return { kind: 'back', user: updated ?? user }
}

/**
 * Connects an account to the Google account of its email. If the email was never verified, an attacker may have created
 * the account and be waiting for its owner, so password, emailed links, sessions and API tokens are removed; saved data stays.
 * (A. Sudhodanan and A. Paverd, "Pre-hijacked accounts", USENIX Security 2022, classic-federated merge.)
 */
async function connect(context: AccountContext, tx: Tx, user: UserRow, profile: GoogleProfile): Promise<Joined> {
  const isUnverified = !user.emailVerified
  const change = {
    ...missingName(user, profile),
    googleId: profile.googleId,
    profileImageUrl: user.profileImageUrl ?? profile.pictureUrl,
    emailVerified: true,
    ...(isUnverified ? { password: null } : {}),
  }
  const connected = (await updateUser(tx, user.id, change, context.clock.now())) ?? user
  if (isUnverified) {
    await voidEmailedLinks(tx, user.id)
    await endSessionsOf(tx, user.id)
    await deleteTokensOf(tx, user.id)
  }
  await enqueueNotice(context, tx, isUnverified ? 'google_joined_without_password' : 'google_joined', connected)
  return { kind: isUnverified ? 'joined_without_password' : 'joined', user: connected }
}

async function tryJoin(
  context: AccountContext,
  tx: Tx,
  profile: GoogleProfile,
  invitation: string | null,
): Promise<Joined | null> {
  const now = context.clock.now()
  const known = await findUserByGoogleId(tx, profile.googleId)
  if (known !== undefined) return signInAgain(tx, known, profile, now)
  const sameEmail = await lockUserByEmail(tx, profile.email)
  if (sameEmail !== undefined) {
    return sameEmail.googleId === null
      ? connect(context, tx, sameEmail, profile)
      : { kind: 'other_account', user: sameEmail }
  }
  await acceptInvitation(context, tx, invitation ?? undefined, profile.email)
  const { pictureUrl: profileImageUrl, ...rest } = profile
  const user = await insertUser(tx, { ...rest, profileImageUrl, authProvider: 'google', emailVerified: true }, now)
  return user === undefined ? null : { kind: 'new', user }
}

/**
 * Finds the account of a Google profile: the connected one, else the one with the same email, which is connected now,
 * else a new one.
 *
 * @param profile with an email that Google has verified: an unverified one does not identify anyone
 * @param invitation token that a new account needs where registration is closed; null without one
 * @throws AppError as `acceptInvitation`
 */
export async function joinAccount(
  context: AccountContext,
  profile: GoogleProfile,
  invitation: string | null,
): Promise<Joined> {
  return context.db.transaction(async (tx) => {
    await lockGoogleAccount(tx, profile.googleId)
    // When the email is registered between the lookup and the insert, the second try finds it.
    const joined =
      (await tryJoin(context, tx, profile, invitation)) ?? (await tryJoin(context, tx, profile, invitation))
    if (joined === null) throw new Error('The account neither exists nor can be created.')
    return joined
  })
}

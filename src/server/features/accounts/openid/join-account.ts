import type { SignInProvider, Welcome } from '../../../../shared/redirect-params.ts'
import type { Tx } from '../../../db/database.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import type { AccountContext } from '../context.ts'
import { enqueueNotice } from '../email/email-links.ts'
import { voidEmailedLinks } from '../email/email-links-repo.ts'
import { acceptInvitation } from '../invitations/invitations.ts'
import { endSessionsOf } from '../session/start-session.ts'
import { deleteTokensOf } from '../tokens/tokens-repo.ts'
import { idColumns, insertUser, lockSubject, lockUserByEmail, lockUserBySubject, updateUser } from '../users-repo.ts'
import type { OpenIdProfile } from './provider.ts'

type ProviderProfile = OpenIdProfile & { provider: SignInProvider }

/** The account of a profile, or `other_account`: the account is connected to another one of the provider. */
type Joined = { kind: Welcome; user: UserRow } | { kind: 'other_account'; user: UserRow }

const identityOf = ({ provider, subject }: ProviderProfile) =>
  provider === 'google' ? { googleId: subject } : { oidcId: subject }

/** First and last name are taken together, and only by users who have neither. */
const missingName = (user: UserRow, { firstName, lastName }: ProviderProfile) =>
  user.firstName === null && user.lastName === null ? { firstName, lastName } : {}

/** Signs in to a connected account, whose email stays as it is here. */
async function signInAgain(tx: Tx, user: UserRow, profile: ProviderProfile, now: Date): Promise<Joined> {
  const picture = profile.pictureUrl === null ? {} : { profileImageUrl: profile.pictureUrl }
  const updated = await updateUser(tx, user.id, { ...missingName(user, profile), ...picture }, now)
  return { kind: 'back', user: updated ?? user }
}

/**
 * Connects an account to the provider's account of its email. If the email was never verified, an attacker may have created
 * the account and be waiting for its owner, so password, emailed links, sessions and API tokens are removed; saved data stays.
 * (A. Sudhodanan and A. Paverd, "Pre-hijacked accounts", USENIX Security 2022, classic-federated merge.)
 */
async function connect(context: AccountContext, tx: Tx, user: UserRow, profile: ProviderProfile): Promise<Joined> {
  const isUnverified = !user.emailVerified
  const change = {
    ...missingName(user, profile),
    ...identityOf(profile),
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
  await enqueueNotice(context, tx, `${profile.provider}_joined${isUnverified ? '_without_password' : ''}`, connected)
  return { kind: isUnverified ? 'joined_without_password' : 'joined', user: connected }
}

async function tryJoin(
  context: AccountContext,
  tx: Tx,
  profile: ProviderProfile,
  invitation: string | null,
): Promise<Joined | null> {
  const now = context.clock.now()
  const known = await lockUserBySubject(tx, profile.provider, profile.subject)
  if (known !== undefined) return signInAgain(tx, known, profile, now)
  const sameEmail = await lockUserByEmail(tx, profile.email)
  if (sameEmail !== undefined) {
    return sameEmail[idColumns[profile.provider]] === null
      ? connect(context, tx, sameEmail, profile)
      : { kind: 'other_account', user: sameEmail }
  }
  await acceptInvitation(context, tx, invitation ?? undefined, profile.email)
  const { email, firstName, lastName, pictureUrl: profileImageUrl, provider: authProvider } = profile
  const person = { email, firstName, lastName, profileImageUrl, authProvider, emailVerified: true }
  const user = await insertUser(tx, { ...person, ...identityOf(profile) }, now)
  return user === undefined ? null : { kind: 'new', user }
}

/**
 * Finds the account of a profile: the connected one, else the one with the same email, which is connected now, else a
 * new one.
 * @param profile with an email that the provider has verified: an unverified one does not identify anyone
 * @param invitation token that a new account needs where registration is closed; null without one
 * @throws AppError as `acceptInvitation`
 */
export async function joinAccount(context: AccountContext, profile: ProviderProfile, invitation: string | null) {
  return context.db.transaction(async (tx) => {
    await lockSubject(tx, profile.provider, profile.subject)
    // When the email is registered between the lookup and the insert, the second try finds it.
    const joined =
      (await tryJoin(context, tx, profile, invitation)) ?? (await tryJoin(context, tx, profile, invitation))
    if (joined === null) throw new Error('The account neither exists nor can be created.')
    return joined
  })
}

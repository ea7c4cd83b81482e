import type { Welcome } from '../../../../shared/sign-in-notice.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { UserRow } from '../../../db/schema/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { PostLetter } from '../letters.ts'
import { voidMailedLinks } from '../links-repo.ts'
import { addresseeOf } from '../notices.ts'
import { endSessionsOf } from '../sessions.ts'
import { changeUser, findUserByGoogleId, insertGoogleUser, lockGoogleAccount, lockUserByEmail } from './google-repo.ts'
import type { GoogleProfile } from './profile.ts'

export interface JoinDeps {
  db: Db
  clock: Clock
  postLetter: PostLetter
}

/** Whose account a profile of Google's has led to, or that the account is connected to another one at Google. */
export type Joined = { kind: Welcome; user: UserRow } | { kind: 'other_account'; user: UserRow }

/** A name is taken as a whole, and only by those who have none. */
const missingName = (user: UserRow, { firstName, lastName }: GoogleProfile) =>
  user.firstName === null && user.lastName === null ? { firstName, lastName } : {}

/** Somebody who has signed in with this Google account before: their address stays what they made it here. */
async function comeBack(tx: Tx, user: UserRow, profile: GoogleProfile, now: Date): Promise<Joined> {
  const picture = profile.pictureUrl === null ? {} : { profileImageUrl: profile.pictureUrl }
  return { kind: 'back', user: await changeUser(tx, user, { ...missingName(user, profile), ...picture }, now) }
}

/**
 * Connects an account to the Google account of its address. Where the address was never verified, whoever made the
 * account may have waited for its owner to come, so nothing they know or hold opens it any longer: password, links
 * and sessions go, and what was saved stays. (A. Sudhodanan and A. Paverd, "Pre-hijacked accounts", USENIX Security
 * 2022, classic-federated merge.)
 */
async function connect(deps: JoinDeps, tx: Tx, user: UserRow, profile: GoogleProfile): Promise<Joined> {
  const now = deps.clock.now()
  const stranger = !user.emailVerified
  const connected = await changeUser(
    tx,
    user,
    {
      ...missingName(user, profile),
      googleId: profile.googleId,
      profileImageUrl: user.profileImageUrl ?? profile.pictureUrl,
      emailVerified: true,
      ...(stranger ? { password: null } : {}),
    },
    now,
  )
  if (stranger) {
    await voidMailedLinks(tx, user.id)
    await endSessionsOf(tx, user.id)
  }
  const notice = stranger ? 'google_joined_without_password' : 'google_joined'
  await deps.postLetter(tx, { kind: 'notice', notice, ...addresseeOf(connected) })
  return { kind: stranger ? 'joined_without_password' : 'joined', user: connected }
}

async function joinIn(deps: JoinDeps, tx: Tx, profile: GoogleProfile): Promise<Joined | null> {
  const now = deps.clock.now()
  const known = await findUserByGoogleId(tx, profile.googleId)
  if (known !== undefined) return comeBack(tx, known, profile, now)
  const namesake = await lockUserByEmail(tx, profile.email)
  if (namesake !== undefined) {
    return namesake.googleId === null ? connect(deps, tx, namesake, profile) : { kind: 'other_account', user: namesake }
  }
  const { pictureUrl, ...person } = profile
  const user = await insertGoogleUser(tx, { ...person, profileImageUrl: pictureUrl }, now)
  return user === undefined ? null : { kind: 'new', user }
}

/**
 * Finds the account of a person whom Google vouches for: the one that this Google account is connected to, else the one
 * of the verified address, which is connected now, else a new one.
 *
 * @param profile with an address that Google has verified: an unverified one says nothing about who someone is
 */
export async function joinAccount(deps: JoinDeps, profile: GoogleProfile): Promise<Joined> {
  return deps.db.transaction(async (tx) => {
    await lockGoogleAccount(tx, profile.googleId)
    // Somebody may register the address between the look and the making of the account: then it is there to be found.
    const joined = (await joinIn(deps, tx, profile)) ?? (await joinIn(deps, tx, profile))
    if (joined === null) throw new Error('An account is neither there nor can it be made.')
    return joined
  })
}

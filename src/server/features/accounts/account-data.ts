import { type DataFile, jsonFile } from '../../db/data-files.ts'
import type { Db } from '../../db/database.ts'
import type { EmailLinkRow, SessionRow, UserRow } from '../../db/schema/index.ts'
import { emailLinksOf, sessionsOf } from './account-data-repo.ts'
import { findUserById } from './repo.ts'

/** All of a person's row but what opens their account: the hashes of their password and of the link that resets it. */
function profileOf(person: UserRow, links: readonly EmailLinkRow[]) {
  return {
    id: person.id,
    email: person.email,
    emailVerified: person.emailVerified,
    firstName: person.firstName,
    lastName: person.lastName,
    profileImageUrl: person.profileImageUrl,
    authProvider: person.authProvider,
    hasPassword: person.password !== null,
    googleId: person.googleId,
    resetTokenExpiry: person.resetTokenExpiry,
    emailLinks: links.map(({ purpose, email, createdAt, expiresAt }) => ({ purpose, email, createdAt, expiresAt })),
    subscriptionPlan: person.subscriptionPlan,
    subscriptionExpiresAt: person.subscriptionExpiresAt,
    planSource: person.planSource,
    stripeCustomerId: person.stripeCustomerId,
    stripeSubscriptionId: person.stripeSubscriptionId,
    subscriptionStatus: person.subscriptionStatus,
    subscriptionPrice: person.subscriptionPrice,
    subscriptionCurrency: person.subscriptionCurrency,
    cancelAtPeriodEnd: person.cancelAtPeriodEnd,
    billingVersion: person.billingVersion,
    billingSyncedAt: person.billingSyncedAt,
    planStartedAt: person.planStartedAt,
    usagePeriodStart: person.usagePeriodStart,
    summariesUsed: person.summariesUsed,
    exportsUsed: person.exportsUsed,
    summaryLanguage: person.summaryLanguage,
    createdAt: person.createdAt,
    updatedAt: person.updatedAt,
  }
}

/** A browser that a person is signed in with, without what would sign another one in. */
const sessionOf = ({ id, userAgent, createdAt, lastSeenAt, authenticatedAt, expiresAt }: SessionRow) => ({
  id,
  userAgent,
  createdAt,
  lastSeenAt,
  authenticatedAt,
  expiresAt,
})

/** Who a person is here, and where they are signed in. Nothing when they are gone. */
export async function* accountData(db: Db, userId: string): AsyncGenerator<DataFile> {
  const person = await findUserById(db, userId)
  if (person === undefined) return
  yield jsonFile('profile.json', profileOf(person, await emailLinksOf(db, userId)))
  yield jsonFile('sessions.json', (await sessionsOf(db, userId)).map(sessionOf))
}

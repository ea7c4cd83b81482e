import { describe, expect, it } from 'vitest'
import { emailLinks, users } from '../../src/server/db/schema/index.ts'
import {
  addEmailLink,
  emailOfResetToken,
  removeExpiredLinks,
  setResetToken,
} from '../../src/server/features/accounts/email/email-links-repo.ts'
import { insertUser } from '../../src/server/features/accounts/users-repo.ts'
import { openTestDatabase } from '../support/product.ts'
import { forEachTest } from '../support/suite.ts'

const now = new Date('2030-01-01T12:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)

describe('emailed links', () => {
  const database = forEachTest(openTestDatabase)

  async function client(email: string): Promise<string> {
    const user = await insertUser(database.db, { email, password: null, firstName: null, lastName: null }, now)
    return user!.id
  }
  const add = async (userId: string, purpose: 'verify' | 'change', expiresAt: Date): Promise<string> =>
    database.db.transaction(async (tx) =>
      addEmailLink(tx, { userId, purpose, email: 'new@example.com', createdAt: now, expiresAt }),
    )

  it('are deleted after they expire, and not before', async () => {
    const { db } = database
    const ada = await client('ada@example.com')
    const grace = await client('grace@example.com')
    await setResetToken(db, 'ada@example.com', { hash: 'a', expiresAt: after(1) })
    await setResetToken(db, 'Grace@example.com', { hash: 'g', expiresAt: after(2) })
    await add(ada, 'verify', after(1))
    const kept = [await add(ada, 'change', after(2)), await add(grace, 'verify', after(2))]
    await removeExpiredLinks(db, after(1))
    const left = await db.select({ id: emailLinks.id }).from(emailLinks)
    expect(left.map(({ id }) => id).sort()).toEqual(kept.sort())
    const tokens = await db
      .select({ email: users.email, token: users.resetToken, until: users.resetTokenExpiry })
      .from(users)
    expect(tokens.sort((a, b) => a.email.localeCompare(b.email))).toEqual([
      { email: 'ada@example.com', token: null, until: null },
      { email: 'grace@example.com', token: 'g', until: after(2) },
    ])
    expect(await emailOfResetToken(db, 'g', after(1))).not.toBeNull()
    expect(await emailOfResetToken(db, 'g', after(2))).toBeNull()
  })

  it('are unique per purpose, also when requested concurrently', async () => {
    const ada = await client('ada@example.com')
    await Promise.all([1, 2, 3, 4].map(async () => add(ada, 'change', after(1))))
    await add(ada, 'verify', after(1))
    const left = await database.db.select({ purpose: emailLinks.purpose }).from(emailLinks)
    expect(left.map(({ purpose }) => purpose).sort()).toEqual(['change', 'verify'])
  })
})

import { eq } from 'drizzle-orm'
import type { Response } from 'light-my-request'
import { describe, expect, it } from 'vitest'
import { emailLinks, users } from '../../src/server/db/schema/index.ts'
import { startTestProduct } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

/** Time for a request to reach the lock of the reset. */
const ARRIVES_MS = 400
const password = 'correct horse'

describe('an email change during a password reset', () => {
  const test = forSuite(async () => startTestProduct())

  it.each([
    ['by somebody with the former password', password],
    ['by somebody who needed none', null],
  ])('is invalidated by the reset: %s', async (_, former) => {
    const { db } = test.database
    const thief = await test.register()
    const { id } = (await thief.get('/api/auth/user')).json()
    if (former === null) await db.update(users).set({ password: null }).where(eq(users.id, id))
    const { asked } = await db.transaction(async (tx): Promise<{ asked: Promise<Response> }> => {
      await tx.update(users).set({ password: 'another hash', resetToken: null }).where(eq(users.id, id))
      const payload = { email: 'thief@example.com', currentPassword: former ?? undefined }
      const answer = thief.post('/api/account/email', payload)
      await new Promise((resolve) => setTimeout(resolve, ARRIVES_MS))
      return { asked: answer }
    })
    const response = await asked
    expect([response.statusCode, response.json().code]).toEqual([409, 'account_changed'])
    expect(await db.$count(emailLinks, eq(emailLinks.userId, id))).toBe(0)
  })
})

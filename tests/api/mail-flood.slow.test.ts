import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { type MailedProduct, startMailedProduct, waitingLetters } from '../support/mail.ts'
import type { TestClient } from '../support/product.ts'

const EMAIL = 'bystander@example.com'
const NAME = 'Wirklich'
const ARRIVES_MS = 15_000

/** A victim who never registered, and whose email an attacker uses. */
describe('the mailbox of a victim', () => {
  let test: MailedProduct
  afterEach(async () => test.close())
  const start = async (): Promise<void> => {
    test = await startMailedProduct({ env: { RATE_LIMIT_FACTOR: '1' } })
  }

  async function register(remotePassword = 'correct horse'): Promise<TestClient> {
    const client = test.visitor()
    const user = { email: EMAIL, password: remotePassword, firstName: NAME, lastName: 'B' }
    const response = await client.post('/api/auth/register', user)
    expect(response.statusCode).toBe(201)
    return client
  }

  async function subjects(): Promise<Map<string, number>> {
    await expect.poll(async () => waitingLetters(test), { timeout: ARRIVES_MS }).toBe(0)
    const counts = new Map<string, number>()
    for (const { subject } of test.mailsTo(EMAIL)) counts.set(subject, (counts.get(subject) ?? 0) + 1)
    return counts
  }

  it('is not flooded by registering and deleting an account repeatedly', async () => {
    await start()
    for (let n = 0; n < 7; n += 1) {
      const client = await register()
      for (let m = 0; m < 2; m += 1) await client.post('/api/account/verification')
      expect((await client.post('/api/account/delete', { currentPassword: 'correct horse' })).statusCode).toBe(204)
      // Attackers have many addresses; limits per address have other tests.
      await test.database.db.execute(sql`DELETE FROM rate_limits WHERE key LIKE '%-address:%'`)
    }
    const counts = await subjects()
    expect(counts.get('Confirm your email address')).toBeLessThanOrEqual(10)
    expect(counts.get('Your Precis account was deleted')).toBe(5)
  }, 60_000)

  it('is not flooded by password changes, and no email shows a name that the attacker chose', async () => {
    await start()
    const client = await register('password 0')
    for (let n = 0; n < 7; n += 1) {
      const change = { currentPassword: `password ${n}`, newPassword: `password ${n + 1}` }
      expect((await client.put('/api/account/password', change)).statusCode).toBe(200)
    }
    expect((await subjects()).get('Your Precis password was changed')).toBe(5)
    for (const { raw, text, html } of test.mailsTo(EMAIL))
      for (const part of [raw, text, html]) expect(part).not.toContain(NAME)
  }, 60_000)

  it('gets every notice once the email is verified', async () => {
    await start()
    const client = await register('password 0')
    await test.database.db.execute(sql`UPDATE users SET email_verified = true`)
    for (let n = 0; n < 7; n += 1) {
      const change = { currentPassword: `password ${n}`, newPassword: `password ${n + 1}` }
      expect((await client.put('/api/account/password', change)).statusCode).toBe(200)
    }
    expect((await subjects()).get('Your Precis password was changed')).toBe(7)
    const notice = test.mailsTo(EMAIL).find(({ subject }) => subject.includes('changed'))
    expect(notice?.text).toContain(`Hello ${NAME},`)
  }, 60_000)
})

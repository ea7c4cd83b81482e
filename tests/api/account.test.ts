import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { minutes, retention } from '../../src/shared/account/retention.ts'
import { keepLog } from '../support/log.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

const password = 'correct horse'
const newPassword = 'battery staple'

describe('account settings', () => {
  let now = Date.parse('2026-03-01T12:00:00Z')
  const { log, text } = keepLog()
  const test = forSuite(async () => startTestProduct({ clock: { now: () => new Date(now) }, log }))

  let users = 0
  const newEmail = (): string => `account${(users += 1)}@example.com`
  const run = async (statement: ReturnType<typeof sql>) => test.database.db.execute(statement)
  /** A user who signs in with Google only. */
  const withoutPassword = async (): Promise<{ client: TestClient; email: string }> => {
    const email = newEmail()
    const client = await test.register(email)
    await run(
      sql`UPDATE users SET password = NULL, google_id = ${email}, auth_provider = 'google' WHERE email = ${email}`,
    )
    return { client, email }
  }
  const signIn = async (email: string, attempt: string) => {
    const client = test.visitor()
    const { statusCode } = await client.post('/api/auth/login', { email, password: attempt })
    return { client, statusCode }
  }

  it('show how the user signs in', async () => {
    const client = await test.register()
    const own = {
      hasPassword: true,
      googleConnected: false,
      oidcConnected: false,
      pendingEmail: null,
      signedInLately: true,
    }
    expect((await client.get('/api/account')).json()).toEqual(own)
    now += minutes(retention.recentSignInMinutes)
    expect((await client.get('/api/account')).json()).toEqual({ ...own, signedInLately: false })
    const other = (await withoutPassword()).client
    expect((await other.get('/api/account')).json()).toMatchObject({ hasPassword: false, googleConnected: true })
    expect((await test.visitor().get('/api/account')).statusCode).toBe(401)
  })

  it('show a requested email until its link expires', async () => {
    const email = newEmail()
    const client = await test.register(email)
    const until = new Date(now + minutes(1)).toISOString()
    await run(sql`INSERT INTO email_links (user_id, purpose, email, expires_at)
      SELECT id, 'change', 'new@example.com', ${until}::timestamptz FROM users WHERE email = ${email}`)
    await run(sql`INSERT INTO email_links (user_id, purpose, email, expires_at)
      SELECT id, 'verify', email, ${until}::timestamptz FROM users WHERE email = ${email}`)
    expect((await client.get('/api/account')).json().pendingEmail).toBe('new@example.com')
    now += minutes(1)
    expect((await client.get('/api/account')).json().pendingEmail).toBeNull()
  })

  it('change the name, and nothing else', async () => {
    const client = await test.register()
    const before = (await client.get('/api/auth/user')).json()
    now += 1000
    const names = { firstName: ' Augusta ', lastName: 'King\0' }
    const response = await client.put('/api/account/name', {
      ...names,
      subscriptionPlan: 'elite',
      email: 'x@example.com',
    })
    expect(response.statusCode).toBe(200)
    const after = { ...before, firstName: 'Augusta', lastName: 'King', updatedAt: new Date(now).toISOString() }
    expect(response.json()).toEqual(after)
    expect((await client.get('/api/auth/user')).json()).toEqual(after)
    const empty = await client.put('/api/account/name', { firstName: ' ', lastName: 'King' })
    expect([empty.statusCode, empty.json().errors]).toEqual([
      400,
      [{ path: 'firstName', message: 'First name is required.' }],
    ])
  })

  it('change the password with the current one', async () => {
    const email = newEmail()
    const client = await test.register(email)
    const response = await client.put('/api/account/password', { currentPassword: password, newPassword })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual((await client.get('/api/auth/user')).json())
    const statuses = [(await signIn(email, password)).statusCode, (await signIn(email, newPassword)).statusCode]
    expect(statuses).toEqual([401, 200])
    expect(text()).toContain('"event":"password_changed"')
  })

  it.each([
    [
      'the wrong password',
      { currentPassword: 'not this one', newPassword },
      403,
      'wrong_password',
      'This is not your password.',
    ],
    ['no password', { newPassword }, 403, 'wrong_password', 'This is not your password.'],
    [
      'a short new one',
      { currentPassword: password, newPassword: '1234567' },
      400,
      'invalid_input',
      'Password must be at least 8 characters.',
    ],
    [
      'the present one',
      { currentPassword: password, newPassword: password },
      400,
      'invalid_input',
      'Your new password must be different.',
    ],
  ])('keep the password when the request contains %s', async (_, payload, status, code, message) => {
    const email = newEmail()
    const client = await test.register(email)
    const response = await client.put('/api/account/password', payload)
    expect([response.statusCode, response.json()]).toEqual([status, expect.objectContaining({ code, message })])
    if (status === 400) expect(response.json().errors).toEqual([{ path: 'newPassword', message }])
    expect((await client.get('/api/auth/user')).statusCode).toBe(200)
    expect((await signIn(email, password)).statusCode).toBe(200)
  })

  it('set a first password soon after signing in, and require a new sign-in later', async () => {
    const { client, email } = await withoutPassword()
    now += minutes(retention.recentSignInMinutes)
    const late = await client.put('/api/account/password', { newPassword })
    expect([late.statusCode, late.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'sign_in_again', message: 'Please sign in again to do this.' }),
    ])
    const guess = await client.put('/api/account/password', { currentPassword: password, newPassword })
    expect(guess.json().code).toBe('sign_in_again')
    await run(
      sql`UPDATE sessions SET authenticated_at = ${new Date(now - minutes(retention.recentSignInMinutes) + 1).toISOString()}::timestamptz`,
    )
    const response = await client.put('/api/account/password', { newPassword })
    expect(response.statusCode).toBe(200)
    expect((await client.get('/api/account')).json()).toMatchObject({ hasPassword: true, googleConnected: true })
    expect((await signIn(email, newPassword)).statusCode).toBe(200)
  })

  it('rehash a password with outdated parameters', async () => {
    const email = newEmail()
    await test.register(email)
    // "correct horse" at a lower cost.
    const old = '$argon2id$v=19$m=1024,t=1,p=1$c2FsdCBvZiBsb25nIGFnbw$hQ9E64ea7H4yQKkSamhJj9U4TqD0LkFMLlaTVV4q7DA'
    await run(sql`UPDATE users SET password = ${old} WHERE email = ${email}`)
    const { statusCode, client } = await signIn(email, password)
    expect(statusCode).toBe(200)
    expect((await client.get('/api/auth/user')).statusCode).toBe(200)
    const { rows } = await run(sql`SELECT password FROM users WHERE email = ${email}`)
    expect(rows[0]?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn(email, password)).statusCode).toBe(200)
  })
})

describe('confirming the password', () => {
  it('is limited per user, not per browser', async () => {
    const test = await startTestProduct({ env: { RATE_LIMIT_FACTOR: '0.2' } })
    const email = 'often@example.com'
    const first = await test.register(email)
    const second = test.visitor()
    await second.post('/api/auth/login', { email, password })
    const attempt = async (client: TestClient) =>
      client.put('/api/account/password', { currentPassword: 'a wrong guess', newPassword })
    expect([(await attempt(first)).statusCode, (await attempt(second)).statusCode]).toEqual([403, 403])
    const refused = await first.put('/api/account/password', { currentPassword: password, newPassword })
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const other = await test.register('other@example.com')
    expect((await attempt(other)).statusCode).toBe(403)
    await test.close()
  })
})

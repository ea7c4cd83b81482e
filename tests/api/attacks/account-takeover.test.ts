import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { users } from '../../../src/server/db/schema/index.ts'
import { password } from '../../support/attacks/bodies.ts'
import { changeLink, resetLink, verifyLink } from '../../support/attacks/email-links.ts'
import { allRows, type Row } from '../../support/attacks/rows.ts'
import { startGoogleWorld } from '../../support/google.ts'
import type { TestClient } from '../../support/product.ts'
import { forSuite } from '../../support/suite.ts'

let clients = 0
const freshEmail = (name: string): string => `${name}${(clients += 1)}@example.com`

/**
 * Attacks from A. Sudhodanan and A. Paverd, "Pre-hijacked accounts" (USENIX Security 2022); each row has the attacker
 * first and the owner second.
 */
describe('account takeover', () => {
  const world = forSuite(async () => startGoogleWorld())

  const emailOf = async (client: TestClient): Promise<string | undefined> =>
    (await client.get('/api/auth/user')).json().email
  const rowOf = async (email: string): Promise<Row | undefined> =>
    (await allRows(world.database)).users?.find((row) => row.email === email)
  const signIn = async (email: string, secret = password): Promise<TestClient | null> => {
    const client = world.visitor()
    const { statusCode } = await client.post('/api/auth/login', { email, password: secret })
    return statusCode === 200 ? client : null
  }
  const byGoogle = async (email: string, verified = true): Promise<{ client: TestClient; landed: string }> => {
    const client = world.visitor()
    const { headers } = await world.signIn(client, { email, name: 'Goo Gle', verified })
    return { client, landed: String(headers.location) }
  }
  const markVerified = async (email: string): Promise<unknown> =>
    world.database.db.update(users).set({ emailVerified: true }).where(eq(users.email, email))

  it.each([
    ['belongs to a verified account', true, true],
    ['belongs to an unverified account', true, false],
    ['belongs to no account', false, false],
  ])('fails with a Google account of an unverified email when the email %s', async (_, exists, verified) => {
    const email = freshEmail('owner')
    const owner = exists ? await world.register(email) : world.visitor()
    if (verified) await markVerified(email)
    const before = await allRows(world.database)
    const { client, landed } = await byGoogle(email, false)
    expect(landed).toBe('/login?google=unverified')
    expect(await emailOf(client)).toBeUndefined()
    expect(client.cookies.has('precis.sid')).toBe(false)
    expect(await allRows(world.database)).toEqual(before)
    if (exists) expect(await emailOf(owner)).toBe(email)
  })

  it('fails with a linked Google account whose email is no longer verified', async () => {
    const email = freshEmail('owner')
    await byGoogle(email)
    const { client, landed } = await byGoogle(email, false)
    expect(landed).toBe('/login?google=unverified')
    expect(await emailOf(client)).toBeUndefined()
  })

  it('fails with an account registered before its owner signs in with Google', async () => {
    const email = freshEmail('owner')
    const attacker = await world.register(email)
    const elsewhere = await signIn(email)
    const tokens = {
      reset: await resetLink.ask(world, attacker, email),
      verify: await verifyLink.ask(world, attacker, email),
      change: await changeLink.ask(world, attacker, email),
    }
    const { client: owner, landed } = await byGoogle(email)
    expect(landed).toBe('/dashboard?welcome=joined_without_password')
    for (const client of [attacker, elsewhere!]) expect(await emailOf(client)).toBeUndefined()
    expect(await signIn(email)).toBeNull()
    expect((await resetLink.use(world.visitor(), tokens.reset)).json().code).toBe('link_invalid')
    expect((await verifyLink.use(world.visitor(), tokens.verify)).json().code).toBe('link_invalid')
    expect((await changeLink.use(world.visitor(), tokens.change)).json().code).toBe('link_invalid')
    expect(await rowOf(email)).toMatchObject({ password: null, email_verified: true, reset_token: null })
    expect(await emailOf(owner)).toBe(email)
    // It is the owner's now, and isn't reset again.
    expect((await byGoogle(email)).landed).toBe('/dashboard?welcome=back')
  })

  it('fails by changing the attacker’s email to the victim’s', async () => {
    const own = freshEmail('attacker')
    const { client: attacker } = await byGoogle(own)
    const email = freshEmail('owner')
    await attacker.post('/api/account/email', { email })
    expect(await rowOf(own)).toMatchObject({ email: own })
    // The owner registers, and doesn't get the attacker's account.
    const owner = await world.register(email)
    expect((await owner.get('/api/auth/user')).json().id).not.toBe((await rowOf(own))?.id)
    const joined = await byGoogle(email)
    expect(await emailOf(joined.client)).toBe(email)
    expect((await rowOf(email))?.id).not.toBe((await rowOf(own))?.id)
  })

  it.each([
    ['in upper case', (email: string) => email.toUpperCase(), true],
    ['with a similar-looking character', (email: string) => email.replace('o', '\u03bf'), false],
    ['with a character that becomes a letter in lower case', (email: string) => email.replace('k', '\u212a'), false],
    ['with a dot in it', (email: string) => `a.${email}`, false],
    ['with a plus suffix', (email: string) => email.replace('@', '+x@'), false],
    ['with a trailing space', (email: string) => `${email} `, false],
    ['with a trailing NUL', (email: string) => `${email}\0`, false],
    ['with another email after a comma', (email: string) => `attacker@example.com,${email}`, false],
    ['in a list', (email: string) => [email, 'attacker@example.com'] as unknown as string, false],
  ])('other spellings of an email lead to another account or none: %s', async (_, spell, same) => {
    const email = freshEmail('ok')
    await world.register(email)
    const before = await rowOf(email)
    const spelled = spell(email)
    const asked = await world.visitor().post('/api/forgot-password', { email: spelled })
    expect((await rowOf(email))?.reset_token !== before?.reset_token).toBe(same)
    if (!same) expect(asked.json().resetUrl).toBeUndefined()
    const registered = await world.visitor().post('/api/auth/register', {
      email: spelled,
      password,
      firstName: 'Other',
      lastName: 'Person',
    })
    expect(registered.statusCode === 409).toBe(same)
    expect(await rowOf(email)).toMatchObject({ id: before?.id, password: before?.password })
  })

  it('concurrent Google sign-ins and a registration of one email create one account', async () => {
    const email = freshEmail('raced')
    const answers = await Promise.all([
      byGoogle(email),
      byGoogle(email),
      world.visitor().post('/api/auth/register', { email, password, firstName: 'A', lastName: 'B' }),
    ])
    const { users: all = [] } = await allRows(world.database)
    expect(all.filter((row) => String(row.email).toLowerCase() === email)).toHaveLength(1)
    // Whichever came first, the password of an unverified email no longer works.
    const row = await rowOf(email)
    expect(row?.google_id).not.toBeNull()
    expect(row?.password).toBeNull()
    expect(answers[2].statusCode === 201 || answers[2].statusCode === 409).toBe(true)
    expect(await signIn(email)).toBeNull()
  })
})

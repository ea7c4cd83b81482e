import { eq } from 'drizzle-orm'
import type { Response } from 'light-my-request'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../../src/server/db/schema/index.ts'
import { password } from '../../support/attacks/bodies.ts'
import { allRows } from '../../support/attacks/rows.ts'
import { startMailedProduct } from '../../support/mail.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../../support/product.ts'
import { forSuite } from '../../support/suite.ts'

/** A response without the parts that differ in every response. */
function said(response: Response): unknown {
  const { requestId: _, ...body } = response.json() as Record<string, unknown>
  const { 'x-request-id': __, date: ___, ...headers } = response.headers
  return { status: response.statusCode, body, headers }
}

const setPassword = async ({ database }: TestProduct, email: string, password: string | null): Promise<unknown> =>
  database.db.update(users).set({ password }).where(eq(users.email, email))

describe('account enumeration', () => {
  const test = forSuite(async () => startTestProduct())
  beforeAll(async () => {
    await test.register('known@example.com')
    await test.register('google@example.com')
    await setPassword(test, 'google@example.com', null)
  })

  let count = 0
  const unknown = (): string => `unknown${(count += 1)}@example.com`
  const signIn = async (email: string) =>
    test.visitor().post('/api/auth/login', { email, password: 'not the password' })

  it('sign-in responses don’t reveal an account', async () => {
    const answers = [await signIn(unknown()), await signIn('known@example.com'), await signIn('google@example.com')]
    for (const answer of answers) expect(said(answer)).toEqual(said(answers[0]!))
    expect(answers[0]!.statusCode).toBe(401)
    for (const email of ['KNOWN@example.com', ' known@example.com', 'known@example.com\0']) {
      expect((await signIn(email)).statusCode).toBe((await signIn(email.replace(/known/i, 'never'))).statusCode)
    }
  })

  it.each(['unknown', 'known', 'google'])(
    'sign-ins take the time of a hash, also without a password: %s',
    async (name) => {
      // One queue holds all hashes: a sign-in that needs none is never refused.
      const answers = await Promise.all(Array.from({ length: 75 }, async () => signIn(`${name}@example.com`)))
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 503]))
    },
  )

  it('registration reveals an account by its status only, as specified', async () => {
    const register = async (email: string) =>
      test.visitor().post('/api/auth/register', { email, password, firstName: 'A', lastName: 'B' })
    const [taken, google] = [await register('known@example.com'), await register('GOOGLE@example.com')]
    expect(taken.statusCode).toBe(409)
    expect(said(google)).toEqual(said(taken))
    expect(taken.cookies).toEqual([])
  })
})

/** Emails are sent by a job, as in production. */
describe('account enumeration with a mail server', () => {
  let owner: TestClient
  const test = forSuite(async () => startMailedProduct())
  beforeAll(async () => {
    await test.register('known@example.com')
    owner = await test.register('owner@example.com')
  })

  let count = 0
  const unknown = (): string => `nobody${(count += 1)}@example.com`
  const known = (): string => 'known@example.com'
  const forgot = async (email: string) => test.visitor().post('/api/forgot-password', { email })
  const change = async (email: string) => owner.post('/api/account/email', { email, currentPassword: password })
  /** The response repeats the caller's own input; the rest is compared. */
  const saidOf = (response: Response, email: string): unknown =>
    JSON.parse(JSON.stringify(said(response)).replaceAll(email, 'ADDRESS'))

  it.each([
    ['a forgotten password', forgot],
    ['a change of address', change],
  ])('responses to %s and their side effects don’t reveal an account', async (_, ask) => {
    const address = unknown()
    const before = await allRows(test.database)
    const answers = [saidOf(await ask(address), address), saidOf(await ask(known()), known())]
    expect(answers[1]).toMatchObject({ status: 200 })
    // Lengths of emails are the caller's own, and the only difference in the headers.
    const withoutLength = (answer: unknown) => JSON.stringify(answer).replace(/"content-length":"\d+",?/, '')
    expect(withoutLength(answers[1])).toBe(withoutLength(answers[0]))
    const page = (await owner.get('/api/account')).json()
    expect([null, known()]).toContain(page.pendingEmail)
    const { users: rows = [] } = await allRows(test.database)
    expect(rows.map((row) => row.email)).toEqual((before.users ?? []).map((row) => row.email))
  })

  it('responses don’t wait for the mail server', async () => {
    const before = test.server.attempts()
    test.server.behave([], 'hang')
    for (const ask of [forgot, change]) expect((await ask(known())).statusCode).toBe(200)
    await expect.poll(test.server.attempts).toBeGreaterThan(before)
    test.server.behave([])
  })

  it('responses don’t reveal an account after the email limit is reached', async () => {
    const limited = await startMailedProduct({ env: { RATE_LIMIT_FACTOR: '1' } })
    await limited.register('known@example.com')
    const bodies = new Map<string, Set<string>>()
    for (const email of ['known@example.com', 'nobody@example.com']) {
      for (let n = 0; n < 8; n += 1) {
        const response = await limited.visitor().post('/api/forgot-password', { email })
        const seen = bodies.get(email) ?? new Set()
        bodies.set(email, seen.add(JSON.stringify(said(response))))
      }
    }
    const [first, second] = [...bodies.values()].map((seen) => Array.from(seen))
    expect(first).toHaveLength(1)
    expect(second).toEqual(first)
    await limited.close()
  })
})

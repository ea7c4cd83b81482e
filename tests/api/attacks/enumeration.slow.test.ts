import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../../src/server/db/schema/index.ts'
import { hashPassword } from '../../../src/server/features/accounts/password/password-hash.ts'
import { password } from '../../support/attacks/bodies.ts'
import { allRows } from '../../support/attacks/rows.ts'
import { areDistinguishable, median, shareLonger, timeMixed } from '../../support/attacks/timing.ts'
import { type MailedProduct, startMailedProduct } from '../../support/mail.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../../support/product.ts'

const SAMPLES = 40

/** All that an answer says, but for what is another at each request. */
function said(response: Response): unknown {
  const { requestId: _, ...body } = response.json() as Record<string, unknown>
  const { 'x-request-id': __, date: ___, ...headers } = response.headers
  return { status: response.statusCode, body, headers }
}

const setPassword = async ({ database }: TestProduct, email: string, password: string | null): Promise<unknown> =>
  database.db.update(users).set({ password }).where(eq(users.email, email))

describe('whether an address has an account', () => {
  let test: TestProduct
  beforeAll(async () => {
    test = await startTestProduct()
    await test.register('known@example.com')
    await test.register('google@example.com')
    await setPassword(test, 'google@example.com', null)
  })
  afterAll(async () => test.close())

  let count = 0
  const unknown = (): string => `unknown${(count += 1)}@example.com`
  const signIn = async (email: string) =>
    test.visitor().post('/api/auth/login', { email, password: 'not the password' })

  it('is not said by the answer to a sign-in', async () => {
    const answers = [await signIn(unknown()), await signIn('known@example.com'), await signIn('google@example.com')]
    for (const answer of answers) expect(said(answer)).toEqual(said(answers[0]!))
    expect(answers[0]!.statusCode).toBe(401)
    for (const email of ['KNOWN@example.com', ' known@example.com', 'known@example.com\0']) {
      expect((await signIn(email)).statusCode).toBe((await signIn(email.replace(/known/i, 'never'))).statusCode)
    }
  })

  it('is said when an account is made, as it is specified: by a status of its own, and by nothing else', async () => {
    const register = async (email: string) =>
      test.visitor().post('/api/auth/register', { email, password, firstName: 'A', lastName: 'B' })
    const [taken, google] = [await register('known@example.com'), await register('GOOGLE@example.com')]
    expect(taken.statusCode).toBe(409)
    expect(said(google)).toEqual(said(taken))
    expect(taken.cookies).toEqual([])
  })
})

/** Letters go out by a job, so that this is the product as it runs where mail is sent. */
describe('whether an address has an account, where mail is sent', () => {
  let test: MailedProduct
  let owner: TestClient
  beforeAll(async () => {
    test = await startMailedProduct()
    await test.register('known@example.com')
    owner = await test.register('owner@example.com')
  })
  afterAll(async () => test.close())

  let count = 0
  const unknown = (): string => `nobody${(count += 1)}@example.com`
  const known = (): string => 'known@example.com'
  const forgot = async (email: string) => test.visitor().post('/api/forgot-password', { email })
  const change = async (email: string) => owner.post('/api/account/email', { email, currentPassword: password })
  /** What the owner types themselves comes back to them; the rest is compared. */
  const saidOf = (response: Response, email: string): unknown =>
    JSON.parse(JSON.stringify(said(response)).replaceAll(email, 'ADDRESS'))

  it.each([
    ['a forgotten password', forgot],
    ['a change of address', change],
  ])('is not said by the answer to %s, nor by what it leaves to be seen', async (_, ask) => {
    const address = unknown()
    const before = await allRows(test.database)
    const answers = [saidOf(await ask(address), address), saidOf(await ask(known()), known())]
    expect(answers[1]).toMatchObject({ status: 200 })
    // Lengths of addresses are the asker's own, and all that differs in the headers.
    const withoutLength = (answer: unknown) => JSON.stringify(answer).replace(/"content-length":"\d+",?/, '')
    expect(withoutLength(answers[1])).toBe(withoutLength(answers[0]))
    const page = (await owner.get('/api/account')).json()
    expect([null, known()]).toContain(page.pendingEmail)
    const { users: rows = [] } = await allRows(test.database)
    expect(rows.map((row) => row.email)).toEqual((before.users ?? []).map((row) => row.email))
  })

  it('is not said once an address gets no more mail: everybody is answered as before', async () => {
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

  it('is not said by links: one of an account is refused as one that never was', async () => {
    const used = '/api/auth/verify-email'
    const wrong = [
      createHash('sha256').update('known@example.com').digest('base64url'),
      'A'.repeat(43),
      'known@example.com',
    ]
    for (const url of [used, '/api/reset-password']) {
      const answers = []
      for (const token of wrong)
        answers.push(said(await test.visitor().post(url, { token, newPassword: 'long enough' })))
      for (const answer of answers) expect(answer).toEqual(answers[0])
      expect(answers[0]).toMatchObject({ status: 400, body: { code: 'link_invalid' } })
    }
  })
})

describe('whether an address has an account, by the time of an answer', () => {
  let test: MailedProduct
  let owner: TestClient
  beforeAll(async () => {
    test = await startMailedProduct()
    for (const name of ['known', 'google', 'broken']) await test.register(`${name}@example.com`)
    owner = await test.register('owner@example.com')
    await setPassword(test, 'google@example.com', null)
    // What a sign-in that looks at the password only where there is one would do: no work is left to be done for it.
    await setPassword(test, 'broken@example.com', 'not a hash')
  })
  afterAll(async () => test.close())

  let count = 0
  const unknown = (): string => `nobody${(count += 1)}@example.com`
  const signIn = async (email: string) =>
    test.visitor().post('/api/auth/login', { email, password: 'not the password' })
  const forgot = async (email: string) => test.visitor().post('/api/forgot-password', { email })
  const change = async (email: string) => owner.post('/api/account/email', { email, currentPassword: password })
  const compared = (first: readonly number[], second: readonly number[]) => ({
    medians: [median(first), median(second)],
    share: shareLonger(first, second),
    toldApart: areDistinguishable(first, second),
  })

  it('is not said by a sign-in, while work left out would be seen', async () => {
    const times = await timeMixed(
      {
        unknown: async () => signIn(unknown()),
        known: async () => signIn('known@example.com'),
        google: async () => signIn('google@example.com'),
        broken: async () => signIn('broken@example.com'),
      },
      SAMPLES,
    )
    expect(compared(times.unknown, times.known)).toMatchObject({ toldApart: false })
    expect(compared(times.unknown, times.google)).toMatchObject({ toldApart: false })
    expect(compared(times.unknown, times.broken)).toMatchObject({ toldApart: true })
  })

  it.each([
    ['a forgotten password', forgot],
    ['a change of address', change],
  ])('is not said by %s, while a mail written at once would be seen', async (_, ask) => {
    const times = await timeMixed(
      {
        unknown: async () => ask(unknown()),
        known: async () => ask('known@example.com'),
        // An answer that waits for as much work as a mail would be.
        writing: async () => {
          await ask('known@example.com')
          await hashPassword('about as long as a mail server takes')
          await hashPassword('to say that it has taken a mail')
        },
      },
      SAMPLES,
    )
    expect(compared(times.unknown, times.known)).toMatchObject({ toldApart: false })
    expect(compared(times.unknown, times.writing)).toMatchObject({ toldApart: true })
  })
})

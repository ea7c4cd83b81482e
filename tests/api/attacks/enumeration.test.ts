import { eq } from 'drizzle-orm'
import type { Response } from 'light-my-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../../src/server/db/schema/index.ts'
import { password } from '../../support/attacks/bodies.ts'
import { median, shareLonger, tellsApart, timeInTurn } from '../../support/attacks/timing.ts'
import { engines, startTestProduct, type TestProduct } from '../../support/product.ts'

const ROUNDS = 60

/** All that an answer says, but for what is another at each request. */
function said(response: Response): unknown {
  const { requestId: _, ...body } = response.json() as Record<string, unknown>
  const { 'x-request-id': __, date: ___, ...headers } = response.headers
  return { status: response.statusCode, body, headers }
}

describe.each(engines)('whether an address has an account on %s', (engine) => {
  let test: TestProduct
  beforeAll(async () => {
    test = await startTestProduct(engine)
    for (const name of ['known', 'google', 'broken']) await test.person(`${name}@example.com`)
    const set = async (email: string, password: string | null) =>
      test.database.db.update(users).set({ password }).where(eq(users.email, email))
    await set('google@example.com', null)
    // What a sign-in that looks at the password only where there is one would do: no work is left to be done for it.
    await set('broken@example.com', 'not a hash')
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

  it('is not said by how long a sign-in takes, while work left out would be seen', async () => {
    const times = await timeInTurn(
      {
        unknown: async () => signIn(unknown()),
        known: async () => signIn('known@example.com'),
        google: async () => signIn('google@example.com'),
        broken: async () => signIn('broken@example.com'),
      },
      ROUNDS,
    )
    const medians = Object.entries(times).map(([name, all]) => `${name} ${median(all).toFixed(1)} ms`)
    const toldApart = (name: keyof typeof times) => ({
      name,
      share: shareLonger(times.unknown, times[name]),
      medians,
      toldApart: tellsApart(times.unknown, times[name]),
    })
    expect(toldApart('known')).toMatchObject({ toldApart: false })
    expect(toldApart('google')).toMatchObject({ toldApart: false })
    expect(toldApart('broken')).toMatchObject({ toldApart: true })
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

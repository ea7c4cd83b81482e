import { describe, expect, it } from 'vitest'
import { password } from '../../support/attacks/bodies.ts'
import { changeLink, newPassword, resetLink } from '../../support/attacks/email-links.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../../support/product.ts'
import { forSuite } from '../../support/suite.ts'

let users = 0
const isSignedIn = async (client: TestClient): Promise<boolean> => {
  const { statusCode } = await client.copy().get('/api/auth/user')
  if (statusCode !== 200 && statusCode !== 401) throw new Error(`Status ${statusCode}`)
  return statusCode === 200
}

/** A user with two browsers, and a thief with copies of both cookies. */
interface Robbed {
  email: string
  first: TestClient
  second: TestClient
  thieves: [ofFirst: TestClient, ofSecond: TestClient]
}

/** Actions that end sessions, and which: that of the first browser, which performs it, and that of the second. */
const endings: [string, { own: boolean; other: boolean }, (test: TestProduct, robbed: Robbed) => Promise<unknown>][] = [
  ['signing out', { own: false, other: true }, async (_, { first }) => first.post('/api/auth/logout')],
  [
    'signing out everywhere',
    { own: false, other: false },
    async (_, { first }) => first.delete('/api/account/sessions'),
  ],
  [
    'signing out everywhere else',
    { own: true, other: false },
    async (_, { first }) => first.delete('/api/account/sessions?keep=current'),
  ],
  [
    'signing out the other browser by its id',
    { own: true, other: false },
    async (_, { first }) => {
      const sessions = (await first.get('/api/account/sessions')).json() as { id: string; current: boolean }[]
      return first.delete(`/api/account/sessions/${sessions.find(({ current }) => !current)?.id}`)
    },
  ],
  [
    'a new password',
    { own: true, other: false },
    async (_, { first }) => first.request('PUT', '/api/account/password', { currentPassword: password, newPassword }),
  ],
  [
    'a new password by a mailed link',
    { own: false, other: false },
    async (test, { first, email }) => resetLink.use(test.visitor(), await resetLink.ask(test, first, email)),
  ],
  [
    'a new address, confirmed in a browser of somebody else',
    { own: false, other: false },
    async (test, { first, email }) => changeLink.use(test.visitor(), await changeLink.ask(test, first, email)),
  ],
  [
    'a new address, confirmed in the browser itself',
    { own: true, other: false },
    async (test, { first, email }) => changeLink.use(first, await changeLink.ask(test, first, email)),
  ],
  [
    'the end of the account',
    { own: false, other: false },
    async (_, { first }) => first.post('/api/account/delete', { currentPassword: password }),
  ],
  [
    'another sign-in with the same browser',
    { own: true, other: true },
    async (_, { first, email }) => first.post('/api/auth/login', { email, password }),
  ],
]

/** Whether the action leaves the copied cookie of its browser valid, as part of the same session. */
const sameKey = new Set(['signing out everywhere else', 'signing out the other browser by its id'])

describe('a stolen session', () => {
  const test = forSuite(async () => startTestProduct())

  const rob = async (): Promise<Robbed> => {
    const email = `robbed${(users += 1)}@example.com`
    const first = await test.register(email)
    const second = test.visitor()
    await second.post('/api/auth/login', { email, password })
    return { email, first, second, thieves: [first.copy(), second.copy()] }
  }

  it.each(endings)('is rejected after %s', async (name, { own, other }, act) => {
    const robbed = await rob()
    const { first, second, thieves } = robbed
    for (const client of [first, second, ...thieves]) expect(await isSignedIn(client)).toBe(true)
    expect(((await act(test, robbed)) as { statusCode: number }).statusCode).toBeLessThan(300)
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([own, other])
    expect(await isSignedIn(thieves[0])).toBe(own && sameKey.has(name))
    expect(await isSignedIn(thieves[1])).toBe(other)
  })

  it('cannot begin with a password that changes at the same moment', async () => {
    const { email, first } = await rob()
    const token = await resetLink.ask(test, first, email)
    const thieves = Array.from({ length: 8 }, () => test.visitor())
    const [reset] = await Promise.all([
      resetLink.use(test.visitor(), token),
      ...thieves.map(async (thief) => thief.post('/api/auth/login', { email, password })),
    ])
    expect(reset.statusCode).toBe(200)
    for (const thief of thieves) expect(await isSignedIn(thief)).toBe(false)
    expect((await test.visitor().post('/api/auth/login', { email, password })).statusCode).toBe(401)
    expect((await test.visitor().post('/api/auth/login', { email, password: newPassword })).statusCode).toBe(200)
  })
})

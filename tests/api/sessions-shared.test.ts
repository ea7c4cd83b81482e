import { describe, expect, it } from 'vitest'
import { isSignedIn, TestClient } from '../support/product.ts'
import { startProductPair } from '../support/product-pair.ts'
import { forSuite } from '../support/suite.ts'

const password = 'correct horse'
describe('sessions of two processes on one PostgreSQL', () => {
  const pair = forSuite(async () => startProductPair({}, 'web'))

  /** A signed-in browser that can reach either process. */
  const signedInAtBoth = async (email: string): Promise<{ one: TestClient; two: TestClient }> => {
    const one = pair.web.visitor()
    expect((await one.post('/api/auth/login', { email, password })).statusCode).toBe(200)
    const two = one.copyTo(pair.other)
    expect(await isSignedIn(two)).toBe(true)
    return { one, two }
  }

  it('are shared, and end in both', async () => {
    const email = 'both@example.com'
    await pair.web.register(email)
    const out = await signedInAtBoth(email)
    expect((await out.two.post('/api/auth/logout')).statusCode).toBe(204)
    expect(await isSignedIn(out.one)).toBe(false)

    const [a, b] = [await signedInAtBoth(email), await signedInAtBoth(email)]
    const list: { id: string; current: boolean }[] = (await b.one.get('/api/account/sessions')).json()
    const id = list.find(({ current }) => current)?.id
    expect((await a.two.delete(`/api/account/sessions/${id}`)).statusCode).toBe(204)
    expect(await isSignedIn(b.one)).toBe(false)
    expect((await a.two.delete('/api/account/sessions')).statusCode).toBe(204)
    expect(await isSignedIn(a.one)).toBe(false)
  })

  it('accept one of two concurrent changes', async () => {
    const email = 'race@example.com'
    await pair.web.register(email)
    const [a, b] = [await signedInAtBoth(email), await signedInAtBoth(email)]
    const change = async (client: TestClient, newPassword: string) =>
      (await client.put('/api/account/password', { currentPassword: password, newPassword })).statusCode
    const statuses = await Promise.all([change(a.one, 'first new one'), change(b.two, 'second new one')])
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const winner = statuses[0] === 200 ? 'first new one' : 'second new one'
    const signIn = async (attempt: string) =>
      (await pair.web.visitor().post('/api/auth/login', { email, password: attempt })).statusCode
    expect([await signIn(winner), await signIn(password)]).toEqual([200, 401])
    expect(await Promise.all([a.one, b.two].map(isSignedIn))).toEqual(statuses.map((status) => status === 200))
  })
})

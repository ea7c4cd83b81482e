import { sql } from 'drizzle-orm'
import type { Response } from 'light-my-request'
import { describe, expect, it, vi } from 'vitest'
import { rowsOf } from '../../src/server/db/rows.ts'
import { signedInCookie } from '../../src/shared/account/cookies.ts'
import { days, hours, minutes, retention } from '../../src/shared/account/retention.ts'
import { keepLog } from '../support/log.ts'
import { isSignedIn, startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0'
const password = 'correct horse'

const cookieNamed = (response: Response, name: string) => response.cookies.find((cookie) => cookie.name === name)
describe('sessions', () => {
  let now = Date.parse('2026-03-01T12:00:00Z')
  const move = (ms: number): void => void (now += ms)
  const { log, text } = keepLog()
  const events = () => text().match(/(?<="event":")[^"]+/g) ?? []
  const test = forSuite(async () => startTestProduct({ clock: { now: () => new Date(now) }, log }))

  let users = 0
  const newEmail = (): string => `session${(users += 1)}@example.com`
  const signIn = async (email: string, userAgent?: string): Promise<TestClient> => {
    const client = test.visitor()
    const response = await client.post(
      '/api/auth/login',
      { email, password },
      userAgent ? { 'user-agent': userAgent } : {},
    )
    expect(response.statusCode).toBe(200)
    return client
  }
  const sessionsOf = async (client: TestClient) => (await client.get('/api/account/sessions')).json()
  const rows = async (email: string) =>
    rowsOf(test.database.db, sql`SELECT s.* FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = ${email}`)

  /** Waits until the last use is recorded, which requests don't wait for. */
  const seenNow = async (client: TestClient): Promise<void> =>
    vi.waitFor(async () => expect(Date.parse((await sessionsOf(client))[0].lastSeenAt)).toBe(now))

  it('end after their idle time, by the row and not by the cookie', async () => {
    const [busy, idle] = [await test.register(), await test.register()]
    move(days(retention.sessionIdleDays) - 1)
    expect(await isSignedIn(busy)).toBe(true)
    await seenNow(busy)
    move(1)
    expect(await isSignedIn(idle)).toBe(false)
    expect(await isSignedIn(busy)).toBe(true)
  })

  it('end after their maximum lifetime, which a new key does not extend', async () => {
    const client = await test.register()
    for (let day = 0; day < 20; day += 10) {
      move(days(10))
      expect(await isSignedIn(client)).toBe(true)
      await seenNow(client)
    }
    const changed = await client.put('/api/account/password', {
      currentPassword: password,
      newPassword: 'another horse',
    })
    expect(changed.statusCode).toBe(200)
    for (const name of ['precis.sid', signedInCookie]) {
      expect(cookieNamed(changed, name)?.maxAge).toBe(days(retention.sessionDays - 20) / 1000)
    }
    move(days(retention.sessionDays - 20) - 1)
    expect(await isSignedIn(client)).toBe(true)
    move(1)
    expect(await isSignedIn(client)).toBe(false)
  })

  it('record their use every few minutes, without setting a cookie', async () => {
    const email = newEmail()
    const client = await test.register(email)
    const seen = async () => new Date(String((await rows(email))[0]?.['last_seen_at'])).getTime()
    const start = now
    move(minutes(5) - 1)
    const response = await client.get('/api/auth/user')
    expect([response.statusCode, response.headers['set-cookie']]).toEqual([200, undefined])
    expect(await seen()).toBe(start)
    move(1)
    expect((await client.get('/api/auth/user')).headers['set-cookie']).toBeUndefined()
    await vi.waitFor(async () => expect(await seen()).toBe(now))
  })

  it('stay ended when earlier requests finish', async () => {
    const email = newEmail()
    const client = await test.register(email)
    move(minutes(6))
    const late = Array.from({ length: 10 }, async () => client.copy().get('/api/stats'))
    const out = client.copy().post('/api/auth/logout')
    const later = Array.from({ length: 10 }, async () => client.copy().get('/api/stats'))
    await Promise.all([...late, out, ...later])
    expect((await client.get('/api/stats')).statusCode).toBe(401)
    expect(await rows(email)).toEqual([])
  })

  it('stay ended when a new key is requested at the same moment', async () => {
    const email = newEmail()
    const client = await test.register(email)
    const other = await signIn(email)
    const [changed] = await Promise.all([
      client.put('/api/account/password', { currentPassword: password, newPassword: 'another horse' }),
      other.delete('/api/account/sessions'),
    ])
    expect([200, 401]).toContain(changed.statusCode)
    const alive = await rows(email)
    expect(alive.length).toBeLessThanOrEqual(1)
    expect(await isSignedIn(other)).toBe(false)
    expect(await isSignedIn(client)).toBe(alive.length === 1)
  })

  it('are listed with device and time, most recent first', async () => {
    const email = newEmail()
    const first = await test.register(email)
    move(hours(1))
    const firefox = await signIn(email, FIREFOX)
    move(hours(1))
    const chrome = await signIn(email, CHROME)
    const list = await sessionsOf(firefox)
    expect(list).toMatchObject([
      { device: 'Chrome on Windows', current: false, createdAt: new Date(now).toISOString() },
      { device: 'Firefox on Linux', current: true },
      { device: 'Unknown browser', current: false },
    ])
    expect(Object.keys(list[0]).sort()).toEqual(['createdAt', 'current', 'device', 'id', 'lastSeenAt'])
    move(days(retention.sessionIdleDays) - hours(2))
    expect(await isSignedIn(first)).toBe(false)
    expect(await isSignedIn(chrome)).toBe(true)
    expect((await sessionsOf(chrome)).map(({ device }: { device: string }) => device)).toEqual([
      'Chrome on Windows',
      'Firefox on Linux',
    ])
  })

  it('are logged when they end, and leave those of other users', async () => {
    const email = newEmail()
    const [here, there, stranger] = [await test.register(email), await signIn(email), await test.register()]
    const idOf = async (client: TestClient) =>
      (await sessionsOf(client)).find(({ current }: { current: boolean }) => current).id
    const before = events().length
    expect((await here.delete(`/api/account/sessions/${await idOf(there)}`)).statusCode).toBe(204)
    expect((await here.delete(`/api/account/sessions/${await idOf(here)}`)).statusCode).toBe(204)
    expect([...here.cookies.keys()]).toEqual(['precis.device'])
    expect(events().slice(before)).toEqual(['session_ended', 'sign_out'])
    const last = await signIn(email)
    expect((await last.delete('/api/account/sessions?keep=others')).statusCode).toBe(400)
    expect((await last.delete('/api/account/sessions')).statusCode).toBe(204)
    expect(events().at(-1)).toBe('sessions_ended')
    expect(await isSignedIn(stranger)).toBe(true)
  })
})

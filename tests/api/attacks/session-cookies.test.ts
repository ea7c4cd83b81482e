import { createHmac } from 'node:crypto'
import type { Response } from 'light-my-request'
import { beforeAll, describe, expect, it } from 'vitest'
import { bodyOf, password } from '../../support/attacks/bodies.ts'
import { allRows } from '../../support/attacks/rows.ts'
import { startTestProduct, type TestClient, type TestProduct } from '../../support/product.ts'
import { forSuite } from '../../support/suite.ts'

const NAME = 'precis.sid'
const SECRET = 'the secret of this installation, long enough'

const whoIs = async (test: TestProduct, cookie: string): Promise<Response> =>
  test.product.app.inject({ method: 'GET', url: '/api/auth/user', headers: { cookie } })
const sign = (id: string, secret: string): string =>
  `${id}.${createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, '')}`
const valueOf = (client: TestClient): string => client.cookies.get(NAME) ?? ''
const isSignedIn = async (client: TestClient): Promise<boolean> =>
  (await client.copy().get('/api/auth/user')).statusCode === 200

describe('session cookies', () => {
  let owner: TestClient
  const test = forSuite(async () => startTestProduct({ env: { SESSION_SECRET: SECRET } }))
  beforeAll(async () => {
    owner = await test.register('owner@example.com')
  })

  it('are signed as this test assumes (control)', async () => {
    const [id = ''] = decodeURIComponent(valueOf(owner)).split('.')
    expect(decodeURIComponent(valueOf(owner))).toBe(sign(id, SECRET))
    expect((await whoIs(test, `${NAME}=${encodeURIComponent(sign(id, SECRET))}`)).statusCode).toBe(200)
  })

  const flip = (text: string, at: number): string =>
    `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
  const swapCase = (text: string): string =>
    Array.from(text, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join('')

  it.each<[string, (value: string, id: string) => string]>([
    ['with another first character', (value) => flip(value, 0)],
    ['with another last character of the id', (value, id) => flip(value, id.length - 1)],
    ['with another signature', (value, id) => flip(value, id.length + 1)],
    ['without a signature', (_, id) => id],
    ['with an empty signature', (_, id) => `${id}.`],
    ['with a signature of half its length', (value, id) => value.slice(0, id.length + 20)],
    ['with the signature twice', (value, id) => `${value}${value.slice(id.length)}`],
    ['with swapped case', (value) => swapCase(value)],
    ['signed with another secret', (_, id) => sign(id, 'another secret, and as long as the first')],
    ['signed with an empty secret', (_, id) => sign(id, '')],
    ['signed with the beginning of the secret', (_, id) => sign(id, SECRET.slice(0, 32))],
    ['signed by another method', (_, id) => `${id}.${createHmac('sha512', SECRET).update(id).digest('base64')}`],
    ['in the format of Express', (value) => `s:${value}`],
    ['of an unknown id', () => sign('A'.repeat(32), SECRET)],
    ['of no id at all', () => sign('', SECRET)],
    ['of an id with SQL', () => sign("' or '1'='1", SECRET)],
    ['of an id with NUL', () => sign('\0', SECRET)],
    ['of an id with a lone surrogate', () => sign('\ud800'.toWellFormed(), SECRET)],
    ['of a huge id', () => sign('A'.repeat(8000), SECRET)],
    ['of an inherited property', () => sign('__proto__', SECRET)],
  ])('are rejected %s', async (_, change) => {
    const value = decodeURIComponent(valueOf(owner))
    const [id = ''] = value.split('.')
    for (const cookie of [change(value, id), encodeURIComponent(change(value, id))]) {
      if (/[\0\ud800-\udfff\ufffd]/.test(cookie)) continue
      const response = await whoIs(test, `${NAME}=${cookie}`)
      expect([response.statusCode, response.json().code]).toEqual([401, 'unauthorized'])
    }
    expect(await isSignedIn(owner)).toBe(true)
  })

  it('are rejected under another name, or in another place', async () => {
    const value = valueOf(owner)
    for (const cookie of [`precis.SID=${value}`, `__Host-${NAME}=${value}`, `sid=${value}`]) {
      expect((await whoIs(test, cookie)).statusCode).toBe(401)
    }
    const elsewhere = await test
      .visitor()
      .get(`/api/auth/user?${NAME}=${value}`, { authorization: `Bearer ${value}`, 'x-session-id': value })
    expect(elsewhere.statusCode).toBe(401)
  })

  it('cannot be derived from the sessions table', async () => {
    const { sessions = [] } = await allRows(test.database)
    const columns = sessions.flatMap((row) => Object.values(row).map(String))
    const [id = ''] = decodeURIComponent(valueOf(owner)).split('.')
    expect(columns.join()).not.toContain(id)
    for (const stolen of new Set(columns.filter((text) => text.length < 500))) {
      for (const value of [stolen, sign(stolen, SECRET)]) {
        const response = await whoIs(test, `${NAME}=${encodeURIComponent(value)}`)
        expect(response.statusCode).toBe(401)
      }
    }
  })

  it('are not set for visitors', async () => {
    const visitor = test.visitor()
    for (const url of ['/api/plans', '/api/auth/user', '/api/auth/options', '/api/login', '/api/nowhere', '/']) {
      expect((await visitor.get(url)).cookies).toEqual([])
    }
    await visitor.post('/api/auth/login', { email: 'owner@example.com', password: 'not the password' })
    expect(visitor.cookies.size).toBe(0)
  })
})

describe('a fixed session', () => {
  const test = forSuite(async () => startTestProduct({ env: { SESSION_SECRET: SECRET } }))
  beforeAll(async () => {
    await test.register('target@example.com')
  })

  const signIn = async (client: TestClient) => client.post('/api/auth/login', { email: 'target@example.com', password })
  const register = async (client: TestClient) =>
    client.post('/api/auth/register', { ...bodyOf('register'), email: `n${(users += 1)}@example.com` })
  let users = 0

  /** A browser with a cookie that an attacker knows. */
  const withPlanted = (value: string) => async (url: string, payload: unknown) =>
    test.product.app.inject({
      method: 'POST',
      url,
      payload: payload as object,
      headers: { cookie: `${NAME}=${encodeURIComponent(value)}` },
    })

  it.each([
    ['made up', () => 'A'.repeat(32)],
    ['made up and signed', () => sign('A'.repeat(32), SECRET)],
  ])('is not signed in by: %s', async (_, make) => {
    const value = make()
    const response = await withPlanted(value)('/api/auth/login', { email: 'target@example.com', password })
    expect(response.statusCode).toBe(200)
    const given = response.cookies.filter(({ name }) => name === NAME).map((cookie) => cookie.value)
    expect(given.length).toBeGreaterThan(0)
    expect(given).not.toContain(value)
    expect((await whoIs(test, `${NAME}=${encodeURIComponent(value)}`)).statusCode).toBe(401)
  })

  it.each([
    ['signs in', signIn],
    ['registers', register],
  ])('ends when the user who received it %s: the attacker is signed out, and stays so', async (_, act) => {
    const stranger = await test.register()
    const user = stranger.copy()
    expect((await act(user)).statusCode).toBeLessThan(300)
    expect(valueOf(user)).not.toBe(valueOf(stranger))
    expect(await isSignedIn(user)).toBe(true)
    expect(await isSignedIn(stranger)).toBe(false)
  })

  it('stays the attacker’s after a failed sign-in', async () => {
    const stranger = await test.register()
    const user = stranger.copy()
    await user.post('/api/auth/login', { email: 'target@example.com', password: 'not the password' })
    expect((await stranger.get('/api/auth/user')).json().email).not.toBe('target@example.com')
    expect(valueOf(user)).toBe(valueOf(stranger))
  })
})

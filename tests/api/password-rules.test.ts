import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { startLoopbackServer } from '../standins/loopback-server.ts'
import { keepLog } from '../support/log.ts'
import { startTestProduct, type TestClient } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

const STOLEN = 'correct horse battery'
const sumOf = (password: string): string => createHash('sha1').update(password).digest('hex').toUpperCase()
const names = { firstName: 'Ada', lastName: 'Byron' }

/** Passwords that the strict rules reject, with their messages. */
const refused = [
  ['six77', 'Password must be at least 6 characters.'],
  ['seven77', 'Password must be at least 8 characters.'],
  ['Precis2026', 'This password is too easy to guess here. Please choose another one.'],
  ['precis-PRECIS-1', 'This password is too easy to guess here. Please choose another one.'],
  ['localhost1', 'This password is too easy to guess here. Please choose another one.'],
  ['lovelace1815!', 'This password is too easy to guess here. Please choose another one.'],
  ['P4ssword-password', null],
  ['password12345', 'This password is too easy to guess here. Please choose another one.'],
  [STOLEN, 'This password has appeared in a data breach. Please choose another one.'],
] as const

describe('strict password rules', () => {
  const { log, text } = keepLog()
  let asked: IncomingMessage[] = []
  const list = forSuite(async () =>
    startLoopbackServer((request, response) => {
      asked.push(request)
      const sum = sumOf(STOLEN)
      const isAsked = request.url === `/kept/range/${sum.slice(0, 5)}`
      const padding = `${sumOf('quite unusual words').slice(5)}:0\r\n`
      response.end(`${padding}${'0'.repeat(35)}:7\r\n${isAsked ? `${sum.slice(5)}:42\r\n` : ''}`)
    }),
  )
  const test = forSuite(async () =>
    startTestProduct({ log, env: { PASSWORD_RULES: 'strict', BREACHED_PASSWORDS_URL: `${list.origin}/kept` } }),
  )

  let count = 0
  const register = async (password: string, client: TestClient = test.visitor()) =>
    client.post('/api/auth/register', { email: `lovelace@n${(count += 1)}.example`, password, ...names })

  it.each(refused)('apply to registration: %s', async (password, message) => {
    const answer = await register(password)
    expect(answer.statusCode).toBe(message === null ? 201 : 400)
    if (message !== null)
      expect(answer.json()).toMatchObject({ code: 'invalid_input', message, errors: [{ path: 'password', message }] })
  })

  it('accept sufficiently long passwords in any script', async () => {
    for (const password of [
      'quite unusual words',
      '        ',
      '密码密码密码密码',
      '📎📎📎📎📎📎📎📎',
      'x'.repeat(1000),
    ])
      expect([password.length, (await register(password)).statusCode]).toEqual([password.length, 201])
    expect((await register('📎📎📎📎📎📎📎')).statusCode).toBe(400)
  })

  it('apply to changes and resets, and keep the link valid', async () => {
    const user = test.visitor()
    expect((await register('quite unusual words', user)).statusCode).toBe(201)
    const change = async (newPassword: string) =>
      user.request('PUT', '/api/account/password', { currentPassword: 'quite unusual words', newPassword })
    expect((await change(STOLEN)).json()).toMatchObject({ errors: [{ path: 'newPassword' }] })
    expect((await change('other unusual words')).statusCode).toBe(200)

    const { email } = (await user.get('/api/auth/user')).json()
    const { resetUrl } = (await test.visitor().post('/api/forgot-password', { email })).json()
    const token = new URL(resetUrl).searchParams.get('token')
    const reset = async (newPassword: string) => test.visitor().post('/api/reset-password', { token, newPassword })
    expect((await reset('Lovelace-1815')).json()).toMatchObject({ errors: [{ path: 'newPassword' }] })
    expect((await reset('third unusual words')).statusCode).toBe(200)
  })

  it('send only five hash digits, and log nothing', async () => {
    asked = []
    await register(STOLEN)
    expect(asked.map(({ url, method }) => `${method} ${url}`)).toEqual([`GET /kept/range/${sumOf(STOLEN).slice(0, 5)}`])
    expect(asked[0]!.headers).toMatchObject({ 'add-padding': 'true' })
    expect(JSON.stringify(asked[0]!.headers)).not.toContain('lovelace')
    expect(text()).not.toContain(STOLEN)
    expect(text()).not.toContain(sumOf(STOLEN).slice(5))
  })

  it('accept passwords while the list is unavailable, with a log line', async () => {
    await list.stop()
    expect((await register(STOLEN)).statusCode).toBe(201)
    expect(text()).toContain('could not check the list of breached passwords')
    expect((await register('Precis2026')).statusCode).toBe(400)
  })
})

describe('basic password rules', () => {
  it('are those of the schemas: six characters to register, without a lookup', async () => {
    const test = await startTestProduct({ env: { BREACHED_PASSWORDS_URL: 'http://127.0.0.1:9' } })
    const user = { email: 'a@example.com', ...names }
    expect((await test.visitor().post('/api/auth/register', { ...user, password: 'five5' })).statusCode).toBe(400)
    expect((await test.visitor().post('/api/auth/register', { ...user, password: 'precis' })).statusCode).toBe(201)
    await test.close()
  })
})

import { describe, expect, it } from 'vitest'
import { keepLog } from '../support/log.ts'
import { startTestProduct } from '../support/product.ts'
import { forSuite } from '../support/suite.ts'

const ada = { email: 'Ada@Example.com', password: 'analytical', firstName: 'Ada', lastName: 'Lovelace' }

describe('sign-in', () => {
  const test = forSuite(async () => startTestProduct())

  it('registers a user, signs them in, and returns no secret', async () => {
    const client = test.visitor()
    const response = await client.post('/api/auth/register', ada)
    expect(response.statusCode).toBe(201)
    const user = response.json()
    expect(user).toMatchObject({
      email: ada.email,
      firstName: 'Ada',
      lastName: 'Lovelace',
      authProvider: 'local',
      emailVerified: false,
      subscriptionPlan: null,
      summariesUsed: 0,
      exportsUsed: 0,
    })
    expect(Object.keys(user)).not.toContain('password')
    expect((await client.get('/api/auth/user')).json()).toEqual(user)
  })

  it('accepts an email once, whatever its case', async () => {
    const response = await test.visitor().post('/api/auth/register', { ...ada, email: 'ADA@example.COM' })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({
      code: 'email_taken',
      message: 'An account with this email already exists. Please sign in.',
    })
  })

  it('accepts the email in any case, and rejects wrong passwords and unknown emails alike', async () => {
    const client = test.visitor()
    expect(
      (await client.post('/api/auth/login', { email: 'ada@EXAMPLE.com', password: ada.password })).statusCode,
    ).toBe(200)
    const wrong = await test.visitor().post('/api/auth/login', { email: ada.email, password: 'something else' })
    const unknown = await test
      .visitor()
      .post('/api/auth/login', { email: 'nobody@example.com', password: 'something else' })
    for (const response of [wrong, unknown]) {
      expect(response.statusCode).toBe(401)
      expect(response.json()).toMatchObject({ code: 'invalid_credentials', message: 'Invalid email or password.' })
    }
  })

  it.each([
    [{ ...ada, email: 'not an email' }, 'email', 'Please enter a valid email address.'],
    [{ ...ada, password: '12345' }, 'password', 'Password must be at least 6 characters.'],
    [{ ...ada, firstName: ' ' }, 'firstName', 'First name is required.'],
    [{ ...ada, lastName: '' }, 'lastName', 'Last name is required.'],
    [{ ...ada, firstName: '\u200b\0' }, 'firstName', 'First name is required.'],
    [{ ...ada, email: `${'a'.repeat(250)}@example.com` }, 'email', 'Please enter a valid email address.'],
  ])('rejects a registration with an invalid field: %#', async (payload, path, message) => {
    const response = await test.visitor().post('/api/auth/register', payload)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid_input', errors: [{ path, message }] })
  })

  const email = 'Please enter a valid email address.'
  const password = 'Password must be at least 6 characters.'
  it.each([
    [
      '/api/auth/register',
      ada,
      { email, password, firstName: 'First name is required.', lastName: 'Last name is required.' },
    ],
    ['/api/auth/login', { email: ada.email, password: ada.password }, { email, password }],
    ['/api/forgot-password', { email: ada.email }, { email: 'Please enter a valid email.' }],
    [
      '/api/reset-password',
      { token: 'a token', newPassword: 'battery staple' },
      { token: 'Invalid reset token.', newPassword: 'Password must be at least 8 characters.' },
    ],
  ])('explains each field of %s that is missing, null or of another type', async (path, payload, messages) => {
    const visitor = test.visitor()
    for (const [field, message] of Object.entries(messages)) {
      for (const value of [undefined, null, 5, true, ['a'], { a: 'b' }]) {
        const response = await visitor.post(path, { ...payload, [field]: value })
        expect([response.statusCode, response.json().message], `${field}: ${JSON.stringify(value)}`).toEqual([
          400,
          message,
        ])
        expect(response.json().errors[0]).toEqual({ path: field, message })
      }
    }
    const empty = await visitor.post(path, {})
    expect(empty.json().errors).toEqual(Object.entries(messages).map(([field, message]) => ({ path: field, message })))
    for (const body of [[], 'text', 5, null]) {
      const response = await visitor.post(path, JSON.stringify(body), { 'content-type': 'application/json' })
      expect(response.statusCode).toBe(400)
      expect(response.json().message).not.toMatch(/expected|received/)
    }
    const none = await visitor.post(path)
    expect(none.statusCode).toBe(400)
    expect(none.json().message).not.toMatch(/expected|received/)
  })

  it('returns 401 with the code that the client expects for visitors', async () => {
    const response = await test.visitor().get('/api/auth/user')
    expect(response.statusCode).toBe(401)
    expect(response.body).toContain('Unauthorized')
  })

  it('removes characters from names that the database rejects', async () => {
    const response = await test
      .visitor()
      .post('/api/auth/register', { ...ada, email: 'nul@example.com', firstName: 'A\0da', lastName: 'Love\ud800lace' })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({ firstName: 'Ada', lastName: 'Love\ufffdlace' })
  })
})

describe('log lines of sign-ins', () => {
  it('contain the event and the account id, and no other personal data', async () => {
    const { log, text } = keepLog()
    const test = await startTestProduct({ log, env: { RATE_LIMIT_FACTOR: '0.2' } })
    const client = test.visitor()
    const { id } = (await client.post('/api/auth/register', ada)).json()
    await client.post('/api/auth/logout')
    await client.post('/api/auth/logout')
    const guess = { email: ada.email, password: 'something else' }
    await client.post('/api/auth/login', ada)
    for (let n = 0; n < 3; n += 1) await client.post('/api/auth/login', guess)
    await client.post('/api/auth/login', { ...guess, email: 'nobody@example.com' })
    await test.close()
    const lines = text()
      .split('\n')
      .filter((line) => line.includes('"event"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const ofTheLog = new Set(['level', 'time', 'pid', 'hostname', 'reqId', 'msg'])
    const said = lines.map((line) => Object.fromEntries(Object.entries(line).filter(([name]) => !ofTheLog.has(name))))
    expect(said).toEqual([
      { event: 'account_created', userId: id, by: 'password' },
      { event: 'sign_out', userId: id },
      { event: 'sign_in', userId: id, by: 'password' },
      { event: 'sign_in_refused', userId: id, by: 'password' },
      { event: 'sign_in_refused', userId: id, by: 'password' },
      { event: 'too_many_attempts', userId: null, limit: 'sign-in-device' },
      { event: 'sign_in_refused', userId: null, by: 'password' },
    ])
  })
})

describe('concurrent sign-ins', () => {
  it('are queued, and rejected with Retry-After beyond fifty', async () => {
    const test = await startTestProduct()
    await test.register(ada.email)
    const guess = { email: ada.email, password: 'something else' }
    const answers = await Promise.all(
      Array.from({ length: 75 }, async () => test.visitor().post('/api/auth/login', guess)),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThan(50)
    const refused = answers.filter(({ statusCode }) => statusCode === 503)
    expect(refused.length).toBe(answers.length - statuses.filter((status) => status === 401).length)
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers, body } of refused) {
      expect(headers['retry-after']).toBe('3')
      expect(JSON.parse(body)).toMatchObject({ code: 'unavailable', message: expect.stringContaining('try again') })
    }
    const again = await test.visitor().post('/api/auth/login', { email: ada.email, password: 'correct horse' })
    expect(again.statusCode).toBe(200)
    await test.close()
  })
})

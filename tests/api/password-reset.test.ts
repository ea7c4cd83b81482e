import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { keepLog } from '../support/log.ts'
import { linkIn, type MailedProduct, startMailedProduct, tokenIn, waitingLetters } from '../support/mail.ts'
import { startTestProduct, type TestProduct, type TestProductOptions } from '../support/product.ts'
import { productionEnv } from '../support/production.ts'

const MINUTE_MS = 60_000
const NO_MAIL = 'We can’t send email at the moment. Please write to support@precis.example.'
const MESSAGE = 'If an account with this email exists, a reset link is on its way. It works for 60 minutes.'
const newPassword = 'a better horse'

describe('password reset', () => {
  let test: MailedProduct
  let now = Date.now()
  const clock = { now: () => new Date(now) }
  afterEach(async () => test.close())

  async function start(options: TestProductOptions = {}): Promise<MailedProduct> {
    now = Date.now()
    test = await startMailedProduct({ clock, ...options })
    return test
  }
  const forgot = async (email: string) => test.visitor().post('/api/forgot-password', { email })
  const reset = async (token: string, password = newPassword) =>
    test.visitor().post('/api/reset-password', { token, newPassword: password })
  const login = async (email: string, password: string) =>
    (await test.visitor().post('/api/auth/login', { email, password })).statusCode
  const resetMail = async (email: string) => {
    await forgot(email)
    let mail = await test.nextMail(email)
    while (!mail.subject.startsWith('Reset')) mail = await test.nextMail(email)
    return mail
  }

  it('sends a link that sets a new password, ends every session, and verifies the email', async () => {
    const { log, text } = keepLog()
    await start({ log })
    const client = await test.register('ada@example.com')
    const elsewhere = test.visitor()
    await elsewhere.post('/api/auth/login', { email: 'ada@example.com', password: 'correct horse' })
    const mail = await resetMail('ADA@example.com')
    expect(mail.to).toEqual(['ada@example.com'])
    expect(mail.subject).toBe('Reset your Precis password')
    const link = linkIn(mail)
    expect(`${link.origin}${link.pathname}`).toBe('https://precis.example/reset-password')
    expect(mail.html).toContain(`href="${link.href}"`)
    expect(Buffer.from(tokenIn(mail), 'base64url')).toHaveLength(32)

    const answer = await reset(tokenIn(mail))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ message: 'Your password has been reset. Please sign in with it.' })
    expect((await reset(tokenIn(mail))).json()).toMatchObject({
      code: 'link_invalid',
      message: 'This reset link is no longer valid. Please request a new one.',
    })
    for (const browser of [client, elsewhere]) expect((await browser.get('/api/auth/user')).statusCode).toBe(401)
    expect(await login('ada@example.com', 'correct horse')).toBe(401)
    const again = test.visitor()
    const user = await again.post('/api/auth/login', { email: 'ada@example.com', password: newPassword })
    expect(user.json()).toMatchObject({ emailVerified: true })
    const notice = await test.nextMail('ada@example.com')
    expect(notice.subject).toBe('Your Precis password was reset')
    expect(linkIn(notice).href).toBe('https://precis.example/forgot-password')
    for (const event of ['password_reset_asked', 'password_reset']) expect(text()).toContain(`"event":"${event}"`)
    for (const secret of ['ada@example.com', newPassword]) expect(text()).not.toContain(secret)
  })

  it('responds alike for every email, and sends to known ones only', async () => {
    await start()
    await test.register('ada@example.com')
    const known = await forgot('ada@example.com')
    const unknown = await forgot('nobody@example.com')
    for (const response of [known, unknown]) {
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({ message: MESSAGE })
    }
    await expect.poll(async () => waitingLetters(test), { timeout: 10_000 }).toBe(0)
    expect(test.mailsTo('nobody@example.com')).toEqual([])
    expect(test.mailsTo('ada@example.com').some((mail) => mail.subject.startsWith('Reset'))).toBe(true)
  })

  it.each([
    ['', 'a better horse', 'token', 'Invalid reset token.'],
    ['x'.repeat(201), 'a better horse', 'token', 'Invalid reset token.'],
    ['x'.repeat(43), '1234567', 'newPassword', 'Password must be at least 8 characters.'],
  ])('rejects invalid input: %#', async (token, password, path, message) => {
    await start()
    const response = await reset(token, password)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid_input', errors: [{ path, message }] })
  })

  it('sets a first password for a user without one', async () => {
    await start()
    await test.database.db.execute(
      sql`insert into users (email, google_id, auth_provider, email_verified) values ('grace@example.com', 'g-1', 'google', true)`,
    )
    expect((await reset(tokenIn(await resetMail('grace@example.com')))).statusCode).toBe(200)
    expect(await login('grace@example.com', newPassword)).toBe(200)
  })

  it('greets by name only after verification, since anyone may have typed the name', async () => {
    await start()
    await test.register('ada@example.com')
    const first = await resetMail('ada@example.com')
    expect(first.text).toContain('\nHello,\n')
    await reset(tokenIn(first))
    expect((await resetMail('ada@example.com')).text).toContain('\nHello Ada,\n')
  })

  it('sends an account a few links an hour, and responds alike beyond that', async () => {
    await start({ env: { RATE_LIMIT_FACTOR: '1' } })
    await test.register('ada@example.com')
    const answers = []
    for (let n = 0; n < 7; n += 1) answers.push((await forgot('ada@example.com')).json())
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await expect.poll(async () => waitingLetters(test), { timeout: 15_000 }).toBe(0)
    const links = () => test.mailsTo('ada@example.com').filter((mail) => mail.subject.startsWith('Reset')).length
    expect(links()).toBe(5)
    now += 60 * MINUTE_MS
    await forgot('ada@example.com')
    await expect.poll(links, { timeout: 10_000 }).toBe(6)
  })
})

describe('password reset without a mail server', () => {
  let test: TestProduct
  afterEach(async () => test.close())
  const forgot = async (email: string) => test.visitor().post('/api/forgot-password', { email })

  it('returns the link in development, for a known email', async () => {
    test = await startTestProduct({ env: { APP_URL: 'http://localhost:4321' } })
    await test.register('ada@example.com')
    const answer = (await forgot('ada@example.com')).json()
    expect(answer.message).toBe(MESSAGE)
    const link = new URL(answer.resetUrl)
    expect(`${link.origin}${link.pathname}`).toBe('http://localhost:4321/reset-password')
    expect((await forgot('nobody@example.com')).json()).toEqual({ message: MESSAGE })
    const token = link.searchParams.get('token')
    expect((await test.visitor().post('/api/reset-password', { token, newPassword })).statusCode).toBe(200)
  })

  it('returns no link in production, promises no email, and logs once what is missing', async () => {
    const { log, text } = keepLog()
    test = await startTestProduct({ log, env: productionEnv })
    await test.register('ada@example.com')
    for (const email of ['ada@example.com', 'nobody@example.com', 'ada@example.com']) {
      const response = await forgot(email)
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({ message: NO_MAIL })
    }
    expect(text().match(/SMTP_URL is not set/g)).toHaveLength(1)
  })
})

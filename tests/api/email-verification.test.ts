import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { keepLog } from '../support/log.ts'
import {
  hurryLetters,
  linkIn,
  type MailedProduct,
  startMailedProduct,
  tokenIn,
  waitingLetters,
} from '../support/mail.ts'
import { startTestProduct, type TestClient, type TestProduct, type TestProductOptions } from '../support/product.ts'
import { productionEnv } from '../support/production.ts'

const DAY_MS = 24 * 60 * 60_000
const INVALID = {
  code: 'link_invalid',
  message: 'This link is no longer valid. Please sign in and ask for a new one.',
}

const isVerified = async (client: TestClient): Promise<boolean> =>
  (await client.get('/api/auth/user')).json().emailVerified

describe('email verification', () => {
  let test: MailedProduct
  let now = Date.now()
  afterEach(async () => test.close())

  async function start(options: TestProductOptions = {}): Promise<MailedProduct> {
    now = Date.now()
    test = await startMailedProduct({ clock: { now: () => new Date(now) }, ...options })
    return test
  }
  const verify = async (token: string) => test.visitor().post('/api/auth/verify-email', { token })

  it('sends a link on registration that confirms the email from any browser', async () => {
    await start()
    const client = await test.register('Ada@example.com')
    expect(await isVerified(client)).toBe(false)
    const mail = await test.nextMail('ada@example.com')
    expect(mail.to).toEqual(['Ada@example.com'])
    expect(mail.subject).toBe('Confirm your email address')
    const link = linkIn(mail)
    expect(`${link.origin}${link.pathname}`).toBe('https://precis.example/verify-email')
    const answer = await verify(tokenIn(mail))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      message: 'Your email address is confirmed.',
      email: 'Ada@example.com',
      change: false,
    })
    expect(await isVerified(client)).toBe(true)
    const again = await verify(tokenIn(mail))
    expect(again.statusCode).toBe(400)
    expect(again.json()).toMatchObject(INVALID)
  })

  it('repeats no other input of the registration in the email', async () => {
    await start()
    await test.visitor().post('/api/auth/register', {
      email: 'ada@example.com',
      password: 'correct horse',
      firstName: 'http://evil.example click',
      lastName: 'Now',
    })
    const mail = await test.nextMail('ada@example.com')
    for (const part of [mail.raw, mail.html, mail.text]) expect(part).not.toMatch(/evil|click/)
  })

  it('sends nothing for a rejected registration', async () => {
    await start()
    await test.register('ada@example.com')
    await test.nextMail('ada@example.com')
    const user = { email: 'ADA@example.com', password: 'another one', firstName: 'A', lastName: 'B' }
    expect((await test.visitor().post('/api/auth/register', user)).statusCode).toBe(409)
    await expect.poll(async () => waitingLetters(test), { timeout: 10_000 }).toBe(0)
    expect(test.server.mails).toHaveLength(1)
  })

  it('accepts the newest link, for a day', async () => {
    await start()
    const client = await test.register('ada@example.com')
    const first = tokenIn(await test.nextMail('ada@example.com'))
    const sent = await client.post('/api/account/verification')
    expect(sent.statusCode).toBe(200)
    expect(sent.json()).toEqual({ message: 'A link is on its way to ada@example.com. It works for 24 hours.' })
    const second = tokenIn(await test.nextMail('ada@example.com'))
    expect((await verify(first)).json()).toMatchObject(INVALID)
    now += DAY_MS
    expect((await verify(second)).json()).toMatchObject(INVALID)
    expect(await isVerified(client)).toBe(false)
    await client.post('/api/account/verification')
    const third = tokenIn(await test.nextMail('ada@example.com'))
    now += DAY_MS - 1000
    expect((await verify(third)).statusCode).toBe(200)
    const conflict = await client.post('/api/account/verification')
    expect(conflict.statusCode).toBe(409)
    expect(conflict.json()).toMatchObject({
      code: 'email_confirmed',
      message: 'Your email address is already confirmed.',
    })
  })

  it('accepts one of two concurrent requests for a link', async () => {
    await start()
    await test.register('ada@example.com')
    const token = tokenIn(await test.nextMail('ada@example.com'))
    const statuses = (await Promise.all([verify(token), verify(token), verify(token)])).map((each) => each.statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  })

  it('verifies only the email to which the link was sent', async () => {
    await start()
    const client = await test.register('ada@example.com')
    const token = tokenIn(await test.nextMail('ada@example.com'))
    await test.database.db.execute(sql`update users set email = 'eve@example.com'`)
    expect((await verify(token)).json()).toMatchObject(INVALID)
    expect(await isVerified(client)).toBe(false)
  })

  it('can be requested by signed-in users, with a limit', async () => {
    const { log, text } = keepLog()
    await start({ env: { RATE_LIMIT_FACTOR: '1' }, log })
    expect((await test.visitor().post('/api/account/verification')).statusCode).toBe(401)
    const client = await test.register('ada@example.com')
    const statuses = []
    for (let n = 0; n < 6; n += 1) statuses.push((await client.post('/api/account/verification')).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const guesses = []
    for (let n = 0; n < 21; n += 1) guesses.push((await verify(`${n}`.padStart(43, 'x'))).statusCode)
    expect(guesses.lastIndexOf(400)).toBe(19)
    expect(guesses.at(-1)).toBe(429)
    await expect.poll(async () => waitingLetters(test), { timeout: 10_000 }).toBe(0)
    expect(text()).toContain('"event":"too_many_attempts"')
    expect(text()).not.toContain('ada@example.com')
  })

  it('sends nothing to a user deleted while the mail server was down', async () => {
    await start({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
    await test.register('ada@example.com')
    await test.database.db.execute(sql`delete from users`)
    const waiting = async (): Promise<number> => {
      await hurryLetters(test)
      return waitingLetters(test)
    }
    await expect.poll(waiting, { timeout: 20_000, interval: 500 }).toBe(0)
  })
})

describe('email verification without a mail server', () => {
  let test: TestProduct
  afterEach(async () => test.close())

  it('returns the link in development', async () => {
    test = await startTestProduct()
    const client = await test.register('ada@example.com')
    const answer = (await client.post('/api/account/verification')).json()
    const token = new URL(answer.url).searchParams.get('token')
    expect((await test.visitor().post('/api/auth/verify-email', { token })).statusCode).toBe(200)
    expect(await isVerified(client)).toBe(true)
  })

  it('shows whom to contact in production', async () => {
    test = await startTestProduct({ env: productionEnv })
    const client = await test.register('ada@example.com')
    const response = await client.post('/api/account/verification')
    expect(response.statusCode).toBe(503)
    expect(response.json()).toMatchObject({
      code: 'mail_unavailable',
      message: "We can't send email at the moment. Please write to support@precis.example.",
    })
  })
})

import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import {
  hurryLetters,
  linkIn,
  type MailedProduct,
  startMailedProduct,
  tokenIn,
  waitingLetters,
} from '../support/mail.ts'
import type { TestClient, TestProductOptions } from '../support/product.ts'

const INVALID = {
  code: 'link_invalid',
  message: 'This link is no longer valid. Please sign in and ask for a new one.',
}

const isVerified = async (client: TestClient): Promise<boolean> =>
  (await client.get('/api/auth/user')).json().emailVerified

describe('email verification', () => {
  let test: MailedProduct
  afterEach(async () => test.close())

  async function start(options: TestProductOptions = {}): Promise<MailedProduct> {
    test = await startMailedProduct(options)
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

  it('sends another link on request, until the email is confirmed', async () => {
    await start()
    const client = await test.register('ada@example.com')
    await test.nextMail('ada@example.com')
    const sent = await client.post('/api/account/verification')
    expect(sent.statusCode).toBe(200)
    expect(sent.json()).toEqual({ message: 'A link is on its way to ada@example.com. It works for 24 hours.' })
    expect((await verify(tokenIn(await test.nextMail('ada@example.com')))).statusCode).toBe(200)
    const conflict = await client.post('/api/account/verification')
    expect(conflict.statusCode).toBe(409)
    expect(conflict.json()).toMatchObject({
      code: 'email_confirmed',
      message: 'Your email address is already confirmed.',
    })
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

import { afterEach, describe, expect, it } from 'vitest'
import { keepLog } from '../support/log.ts'
import { linkIn, type MailedProduct, startMailedProduct, tokenIn, waitingLetters } from '../support/mail.ts'
import type { TestProductOptions } from '../support/product.ts'

const password = 'correct horse'
const onItsWay = (email: string) => ({ message: `A link is on its way to ${email}. It works for 24 hours.` })

describe('email change', () => {
  let test: MailedProduct
  let now = Date.now()
  afterEach(async () => test.close())

  async function start(options: TestProductOptions = {}): Promise<MailedProduct> {
    now = Date.now()
    test = await startMailedProduct({ clock: { now: () => new Date(now) }, ...options })
    return test
  }
  /** A user whose first email has arrived. */
  async function user(email: string) {
    const client = await test.register(email)
    await test.nextMail(email)
    return client
  }
  const ask = async (client: Awaited<ReturnType<typeof user>>, email: string) =>
    client.post('/api/account/email', { email, currentPassword: password })
  const confirm = async (token: string, client = test.visitor()) => client.post('/api/auth/verify-email', { token })
  const login = async (email: string) => (await test.visitor().post('/api/auth/login', { email, password })).statusCode

  it('applies after confirmation, notifies the former email, and signs out other browsers', async () => {
    const { log, text } = keepLog()
    await start({ log })
    const client = await user('ada@example.com')
    const elsewhere = test.visitor()
    await elsewhere.post('/api/auth/login', { email: 'ada@example.com', password })
    const asked = await ask(client, 'countess@example.com')
    expect(asked.statusCode).toBe(200)
    expect(asked.json()).toEqual(onItsWay('countess@example.com'))
    expect((await client.get('/api/auth/user')).json()).toMatchObject({
      email: 'ada@example.com',
      emailVerified: false,
    })

    const mail = await test.nextMail('countess@example.com')
    expect(mail.subject).toBe('Confirm your new email address')
    expect(linkIn(mail).pathname).toBe('/verify-email')
    const key = client.cookies.get('precis.sid')
    const answer = await confirm(tokenIn(mail), client)
    expect(answer.json()).toEqual({
      message: 'Your email address has been changed.',
      email: 'countess@example.com',
      change: true,
    })
    expect((await client.get('/api/auth/user')).json()).toMatchObject({
      email: 'countess@example.com',
      emailVerified: true,
    })
    expect(client.cookies.get('precis.sid')).not.toBe(key)
    expect((await elsewhere.get('/api/auth/user')).statusCode).toBe(401)
    expect(await login('ada@example.com')).toBe(401)
    expect(await login('countess@example.com')).toBe(200)

    const notice = await test.nextMail('ada@example.com')
    expect(notice.subject).toBe('The email address of your Precis account was changed')
    expect(notice.raw).not.toContain('countess')
    expect((await confirm(tokenIn(mail))).json()).toMatchObject({ code: 'link_invalid' })
    for (const event of ['email_change_asked', 'email_changed']) expect(text()).toContain(`"event":"${event}"`)
    for (const address of ['ada@', 'countess@']) expect(text()).not.toContain(address)
  })

  it('requires the password', async () => {
    await start()
    const client = await user('ada@example.com')
    const payload = { email: 'eve@example.com' }
    for (const currentPassword of [undefined, 'wrong']) {
      const response = await client.post('/api/account/email', { ...payload, currentPassword })
      expect(response.statusCode).toBe(403)
      expect(response.json()).toMatchObject({ code: 'wrong_password' })
    }
    expect((await test.visitor().post('/api/account/email', payload)).statusCode).toBe(401)
    await expect.poll(async () => waitingLetters(test), { timeout: 10_000 }).toBe(0)
    expect(test.mailsTo('eve@example.com')).toEqual([])
  })

  it('returns the same for an email in use, and notifies its owner', async () => {
    await start()
    const client = await user('ada@example.com')
    await user('grace@example.com')
    const answer = await ask(client, 'Grace@example.com')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual(onItsWay('Grace@example.com'))
    const mail = await test.nextMail('grace@example.com')
    expect(mail.subject).toBe('You already have a Precis account')
    expect(linkIn(mail).href).toBe('https://precis.example/login')
    for (const part of [mail.raw, mail.html, mail.text]) expect(part).not.toContain('ada@')
  })

  it('rejects the link, for its holder only, when the email was taken meanwhile', async () => {
    await start()
    const client = await user('ada@example.com')
    await ask(client, 'countess@example.com')
    const token = tokenIn(await test.nextMail('countess@example.com'))
    await user('Countess@example.com')
    const answer = await confirm(token)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      code: 'email_taken',
      message: 'Another account now uses this address, so yours wasn’t changed.',
    })
    expect((await client.get('/api/auth/user')).json()).toMatchObject({ email: 'ada@example.com' })
  })

  it('changes the case of the email, and rejects the same one', async () => {
    await start()
    const client = await user('ada@example.com')
    const same = await ask(client, 'ada@example.com')
    expect(same.statusCode).toBe(409)
    expect(same.json()).toMatchObject({ code: 'email_unchanged', message: 'This is already your email address.' })
    await ask(client, 'Ada@Example.com')
    expect((await confirm(tokenIn(await test.nextMail('ada@example.com')))).statusCode).toBe(200)
    expect(await login('ada@example.com')).toBe(200)
  })

  it('is limited per user and per recipient', async () => {
    await start({ env: { RATE_LIMIT_FACTOR: '1' } })
    const client = await user('ada@example.com')
    const statuses = []
    for (let n = 0; n < 6; n += 1) statuses.push((await ask(client, `stranger${n}@example.com`)).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    for (let n = 0; n < 7; n += 1) {
      expect((await ask(await test.register(`person${n}@example.com`), 'victim@example.com')).statusCode).toBe(200)
    }
    await expect.poll(async () => waitingLetters(test), { timeout: 15_000 }).toBe(0)
    expect(test.mailsTo('victim@example.com')).toHaveLength(5)
  })
})
